"""Effects are data: the vocabulary that pieces are written in, and how the game carries it out."""
