"""Tumblin-Dice in motion: MuJoCo behind the door of `tumblin.ports`."""
