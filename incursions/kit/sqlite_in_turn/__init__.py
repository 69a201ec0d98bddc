"""A database backend: SQLite, at which the transactions of a process take turns."""
