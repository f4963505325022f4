"""Looking after tables over days and months: what is closed, what is forgotten, and by which clock."""
