"""Games that bots play in the background: test flights, and reports on the balance of decks."""
