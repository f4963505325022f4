"""Games that bots played as tables of positions, choices and values, for supervised work."""
