"""Cards: the catalogue's rows, loaded from the fixtures and read when a match starts."""
