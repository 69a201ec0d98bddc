"""Shared by every room, knowing no game: the API's frame, paging, words, caches, ids, addresses, logs, health."""
