"""Those who watch a match: how they are counted and named, and what they may see of hands, later."""
