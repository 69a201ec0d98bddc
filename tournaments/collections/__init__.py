"""Boosters that players are given for playing, and the collections that come of them. There is no money anywhere."""
