"""Boards of one's own over HTTP."""
