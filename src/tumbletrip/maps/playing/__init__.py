"""Boards judged by games that bots play on them."""
