"""Finding a match by rating: who looks for one waits in a queue until others fit."""
