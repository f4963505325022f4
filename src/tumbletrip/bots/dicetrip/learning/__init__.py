"""What bots learn: how values start, how they are trained, and those that ship."""
