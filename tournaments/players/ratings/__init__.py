"""Records of finished matches (places, ships and decks), and the ratings that follow from them."""
