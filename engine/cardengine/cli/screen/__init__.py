"""How a game is put on a screen: words, cards, zones, menus. It changes nothing in the game."""
