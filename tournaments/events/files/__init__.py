"""Tournament files: tables for other programs, calendars, player lists to import, and whole tournaments."""
