"""The pages of decks. `cards.decks` decides the permissions."""
