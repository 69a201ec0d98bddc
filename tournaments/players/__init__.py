"""Players: ratings, profiles, patches and collections."""
