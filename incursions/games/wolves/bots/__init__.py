"""Bots of Den of Wolves: simple and honest policies for teams, Control and the council, and days that they play."""
