"""The worth of hands of cards: rules that a ruleset would not want to spell out."""
