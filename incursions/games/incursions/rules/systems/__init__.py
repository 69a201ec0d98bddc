"""Ship systems and power (rules 7, 12, 17.2)."""
