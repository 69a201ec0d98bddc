"""Match files that somebody brought: read strictly, kept for a while, and looked at as replays."""
