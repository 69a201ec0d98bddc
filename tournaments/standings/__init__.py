"""Where everybody stands in a tournament, and why: points, what breaks ties, and how each number was come by. Pure."""
