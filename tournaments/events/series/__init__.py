"""Series: groups of tournaments of which the best few results of each player count."""
