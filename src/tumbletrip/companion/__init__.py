"""For games played on paper and on a real board: what people wrote down, checked and counted by the rules."""
