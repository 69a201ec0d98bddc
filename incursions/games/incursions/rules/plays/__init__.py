"""Effects carried out, cards played, the windows in which others answer, free actions (rules 6.6, 13)."""
