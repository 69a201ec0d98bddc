"""Tables before and around a match: the lobby, open tables, quick matches, and the pages of a table."""
