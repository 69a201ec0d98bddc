"""Code of the scripts: preparing, starting and stopping processes, and the servers that tests and `run` need."""
