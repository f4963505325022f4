"""A score pad for a real board: dice read by people, as a value, a text and JSON."""
