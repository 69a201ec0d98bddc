"""Shared by every room, knowing no game: caches, compiled queries, ids, addresses, logs, health, web server layers."""
