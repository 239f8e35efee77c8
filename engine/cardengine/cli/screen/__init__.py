"""Draws a game in the terminal: labels, cards, zones, menus. It only reads views and events."""
