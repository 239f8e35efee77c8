"""The worth of hands of cards, by rules that would be tedious to write in a ruleset."""
