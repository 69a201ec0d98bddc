"""Live play: sockets, pushes, presence, chat, and reports of problems."""
