"""How a game is put on a screen: labels, cards, zones, menus. It changes nothing in the game."""
