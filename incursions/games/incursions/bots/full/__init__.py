"""The captain of Full and Tournament: weighs everything in points of damage, and answers every question."""
