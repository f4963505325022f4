"""Figures from games: recorded games analysed, bots playing in bulk, tournaments, and plots of it all."""
