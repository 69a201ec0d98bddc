"""The rules of Talon. Setup, seed and actions define a whole match. Nothing here imports Django."""
