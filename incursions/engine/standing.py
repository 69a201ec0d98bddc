"""The texts of standing actions that every game has: leaving it, and what the house does."""

BACK = "back"
CONCEDE = "concede"
TIME_UP = "time"
DRAWN = "adjudicate drawn"
FORFEIT = "forfeit seat "
ADJUDICATE = "adjudicate for seat "


def make_forfeit(seat: int) -> str:
    """Return the action by which the house takes a seat out of the game."""
    return f"{FORFEIT}{seat}"


def make_verdict(winner: int | None) -> str:
    """Return the action by which the house decides the game for a seat, or as drawn (None)."""
    return DRAWN if winner is None else f"{ADJUDICATE}{winner}"
