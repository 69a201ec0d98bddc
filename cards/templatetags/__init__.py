"""Tags of the catalogue's pages."""
