"""Tournaments as files: tables for other programs, calendars, lists of players to bring in, and the whole of one."""
