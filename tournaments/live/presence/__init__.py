"""Presence: heartbeats of web processes and workers, open sockets, and what happens while a player is away."""
