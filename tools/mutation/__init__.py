"""Mutation testing: small faults are planted in the engine one by one, to see whether the nearest tests notice.

``make mutate`` plants all that there are in the modules that keep secrets and hold facts, and a random part of those
elsewhere. The faults are those of mutmut; it is only asked for them, since its own runner runs a function's tests by a
table that takes the whole suite to build, and can't draw a sample.
"""
