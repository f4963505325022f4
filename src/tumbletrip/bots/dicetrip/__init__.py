"""Bots for Dice Trip, from a beginner with human mistakes to a champion."""
