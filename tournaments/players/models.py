"""Rows of ratings, records, patches and collections, where Django looks for them."""

from tournaments.players.collections.models import BoosterRun, CasualBooster, CollectedPiece  # noqa: F401
from tournaments.players.patches.models import Patch  # noqa: F401
from tournaments.players.ratings.models import Award, MatchRecord, Rating, SeatRecord  # noqa: F401
