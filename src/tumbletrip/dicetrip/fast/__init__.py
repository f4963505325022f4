"""The rules of Dice Trip once more, on bitmasks and compiled; tests prove both equal."""
