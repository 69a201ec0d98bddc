"""Taking back (rules 21.10): a seat's last decision, free if nobody has learned anything since, else by consent."""
