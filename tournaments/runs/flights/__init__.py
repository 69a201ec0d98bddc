"""Test flights: a user's deck against the starter decks, captains in both seats, in the background."""
