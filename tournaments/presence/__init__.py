"""Who is there: web processes and workers that beat, the sockets they hold, and what happens while somebody is away."""
