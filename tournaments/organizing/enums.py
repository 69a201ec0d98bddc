"""The closed lists of words that tournaments use."""

from django.db.models import TextChoices


class TournamentState(TextChoices):
    """Where a tournament is between its first draft and its patches."""

    DRAFT = "draft", "being prepared"
    OPEN = "open", "open for players"
    BUILDING = "building", "decks are built"
    RUNNING = "running", "under way"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"


ACTIVE = (TournamentState.OPEN, TournamentState.BUILDING, TournamentState.RUNNING)
"""The states of tournaments that are announced and not over."""


class Kind(TextChoices):
    """Where decks come from."""

    CONSTRUCTED = "constructed", "Constructed"
    SEALED = "sealed", "Sealed"


class DecksOpen(TextChoices):
    """When everybody may see decks, dice and replays (rules 21.12)."""

    START = "start", "from the first round on"
    END = "end", "when the tournament is over"


class EntryState(TextChoices):
    """Where a player stands in a tournament."""

    WAITING = "waiting", "on the waiting list"
    REGISTERED = "registered", "registered"
    CHECKED_IN = "checked in", "checked in"
    PLAYING = "playing", "playing"
    ABSENT = "absent", "was not there"
    DROPPED = "dropped", "dropped"
    DISQUALIFIED = "disqualified", "disqualified"
    WITHDRAWN = "withdrawn", "withdrawn"


PLACED = (EntryState.REGISTERED, EntryState.CHECKED_IN)
"""Who has one of the places before the start."""
HAVE_GONE = (EntryState.DROPPED, EntryState.DISQUALIFIED)
"""Who plays no more: in the standings, if there was a round to play."""


class RoundState(TextChoices):
    """Where a round is."""

    DRAFT = "draft", "paired, not published"
    PUBLISHED = "published", "about to start"
    RUNNING = "running", "being played"
    OVER = "over", "over"
    UNDONE = "undone", "undone"


HAVE_BEGUN = (RoundState.RUNNING, RoundState.OVER)
"""Rounds that have begun, and hold."""


class Source(TextChoices):
    """Where the result of a table comes from."""

    NONE = "", "there is none yet"
    MATCH = "match", "the match itself"
    REPORT = "report", "its players"
    JUDGE = "judge", "a judge"
    ABSENCE = "absence", "nobody there to play"


class SitOutKind(TextChoices):
    """Why a player has no table in a round."""

    BYE = "bye", "bye"
    WON = "won", "won without playing"
    LOST = "lost", "lost without playing"
    LATE = "late", "not there yet"
    UNPAIRED = "unpaired", "not paired yet"


WITHOUT_TABLE = (SitOutKind.BYE, SitOutKind.WON, SitOutKind.LOST)
"""Rounds that somebody was there to play, and had no table in."""


class Role(TextChoices):
    """What somebody is at a tournament."""

    OWNER = "owner", "Owner"
    HEAD_JUDGE = "head judge", "Head judge"
    JUDGE = "judge", "Judge"
    SCOREKEEPER = "scorekeeper", "Scorekeeper"
    COMMENTATOR = "commentator", "Commentator"


class PenaltyKind(TextChoices):
    """What a judge can give a player."""

    WARNING = "warning", "Warning"
    SLOW = "slow play", "Slow play"
    TARDY = "tardiness", "Tardiness"
    DECK = "deck error", "Deck error"
    CONDUCT = "conduct", "Unsporting conduct"
    GAME_LOSS = "game loss", "Game loss"
    DISQUALIFICATION = "disqualification", "Disqualification"


class Did(TextChoices):
    """The kinds of lines in the log of a tournament. What each holds, `replaying` reads."""

    CREATED = "created"
    CHANGED = "changed"
    OPENED = "opened"
    CANCELLED = "cancelled"
    APPOINTED = "appointed"
    DISMISSED = "dismissed"
    ENTERED = "entered"
    PLAYER = "player"
    DECK = "deck"
    POOLS = "pools"
    STARTED = "started"
    PHASE = "phase"
    PAIRED = "paired"
    REARRANGED = "rearranged"
    PUBLISHED = "published"
    BEGUN = "begun"
    RESULT = "result"
    CLOSED = "closed"
    UNDONE = "undone"
    EXTENDED = "extended"
    FEATURED = "featured"
    PAUSED = "paused"
    RESUMED = "resumed"
    PENALTY = "penalty"
    FINISHED = "finished"
    AWARDED = "awarded"
    CLAIMED = "claimed"
