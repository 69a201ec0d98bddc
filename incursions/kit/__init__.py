"""What every room needs and no game knows: caches, reads, ids, addresses, logs, health, layers of the web server."""
