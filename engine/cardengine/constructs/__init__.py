"""The constructs of the language: one record each, with everything that the stages of the engine need."""
