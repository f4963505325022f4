"""Boards of one's own: a word that holds a whole board, and the drawing that follows from it."""
