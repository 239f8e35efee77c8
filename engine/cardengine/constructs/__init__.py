"""The constructs of the language: one record each, with all that the stages of the engine need to know of it."""
