"""Taking back (rules 21.10): a seat's last decision, free where nobody has learned anything since, else by consent."""
