"""Decks on paper: sheets of pieces at true size, and registration sheets, as PDF. Knows no Django."""
