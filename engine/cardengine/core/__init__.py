"""The core: lowers a program to an intermediate representation that has only integers, memory cells and functions."""
