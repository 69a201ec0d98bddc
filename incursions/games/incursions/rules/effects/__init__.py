"""The effects of pieces: their vocabulary as data, and the code that carries them out."""
