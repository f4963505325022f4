"""Players of Tumblin-Dice made of code: a head that aims, and a hand that does not quite obey."""
