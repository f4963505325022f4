"""The compiled heart of the Dice Trip bots, and the arrays it reads."""
