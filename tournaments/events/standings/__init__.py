"""Standings of a tournament: points, tie-breaks, and an explanation of each number. Pure."""
