"""The pages of users' decks. What may be done with decks, and by whom, is decided in `cards.decks`."""
