"""Players made of code: a position and a budget in, a choice out."""
