"""Bots studied in numbers: games played in bulk, tournaments, and the figures and plots made of them."""
