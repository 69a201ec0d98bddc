"""Series: several tournaments that are counted together, of which the best few of each player count."""
