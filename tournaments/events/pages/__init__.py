"""The pages of tournaments for everybody: announcements, players, pairings, standings, brackets, the projector."""
