"""Users' decks: how they are kept, who may see them, and everything that is done with them. No pages."""
