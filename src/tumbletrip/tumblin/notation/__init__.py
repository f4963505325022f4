"""Tumblin-Dice as text: records of whole matches, and matches told in words."""
