"""Dice Trip for learners: one numbering of actions and observations for all libraries."""
