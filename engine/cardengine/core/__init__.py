"""The core: what a game's program becomes before it is compiled, statements over integers and nothing else."""
