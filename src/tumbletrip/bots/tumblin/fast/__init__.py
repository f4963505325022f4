"""What bots imagine with: a small engine of our own for six-sided dice, compiled, in place of MuJoCo.

It follows the same laws with the same numbers, and takes a fifth of the time (docs/lab/tumblin-physics.md).
"""
