"""Sheets to print: empty pads, score sheets, and a finished game as a keepsake, as vector PDFs."""
