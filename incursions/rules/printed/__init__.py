"""What pieces print, and how it is read and checked (rules 2)."""
