"""A game in progress: its state, its chance and the instructions that carry it on."""
