"""Cards: the catalogue's rows, made from the fixtures and read by whoever starts a match."""
