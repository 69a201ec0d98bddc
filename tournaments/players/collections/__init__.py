"""Boosters that players get for playing, and the collections made of them. There is no money anywhere."""
