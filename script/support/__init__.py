"""What the scripts are made of: preparing, starting and stopping processes, the servers that tests and `run` need."""
