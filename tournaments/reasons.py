"""What the staff may write of why they do something."""

LONGEST_REASON = 200
