"""Dice Trip: roll four dice, make two numbers, write them on your map (rules DT01 to DT15)."""
