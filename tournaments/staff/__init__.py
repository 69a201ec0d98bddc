"""What the staff can do at a match (rules 21.11): each act has a reason, and a row that players read."""
