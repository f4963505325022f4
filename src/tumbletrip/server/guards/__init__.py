"""Access control: allowed origins, rate limits, seat secrets."""
