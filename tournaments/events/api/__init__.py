"""The API of tournaments, below /api/v1/tournaments/: public reads, and changes by permitted users."""
