"""Acts of the staff at a match (rules 21.11): each has a reason, and a row that players read."""
