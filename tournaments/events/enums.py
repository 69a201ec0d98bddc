"""Enumerations of tournaments."""

from __future__ import annotations

from django.db.models import TextChoices


class TournamentState(TextChoices):
    """The state of a tournament."""

    DRAFT = "draft", "being prepared"
    OPEN = "open", "open for players"
    BUILDING = "building", "decks are built"
    RUNNING = "running", "under way"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"


ACTIVE = (TournamentState.OPEN, TournamentState.BUILDING, TournamentState.RUNNING)
"""States of tournaments that are announced and not over."""
ENDED = (TournamentState.OVER, TournamentState.CANCELLED)
"""States of tournaments that go on no more."""


class Kind(TextChoices):
    """The kind of a tournament, by the origin of its decks."""

    CONSTRUCTED = "constructed", "Constructed"
    SEALED = "sealed", "Sealed"


class DecksOpen(TextChoices):
    """The moment from which everybody may see decks, dice and replays (rules 21.12)."""

    START = "start", "from the first round on"
    END = "end", "when the tournament is over"


class EntryState(TextChoices):
    """The state of a player in a tournament."""

    WAITING = "waiting", "on the waiting list"
    REGISTERED = "registered", "registered"
    CHECKED_IN = "checked in", "checked in"
    PLAYING = "playing", "playing"
    ABSENT = "absent", "was not there"
    DROPPED = "dropped", "dropped"
    DISQUALIFIED = "disqualified", "disqualified"
    WITHDRAWN = "withdrawn", "withdrawn"


PLACED = (EntryState.REGISTERED, EntryState.CHECKED_IN)
"""States of players who hold a place before the start."""
BEFORE_THE_START = (EntryState.WAITING, *PLACED)
"""States of players who have entered, before the start."""
COMING = (*PLACED, EntryState.PLAYING)
"""States of players who have a place or play."""
LEFT_BEFORE_PLAYING = (EntryState.ABSENT, EntryState.WITHDRAWN)
"""States of players who have left before the start, or were not there."""
HAVE_GONE = (EntryState.DROPPED, EntryState.DISQUALIFIED)
"""States of players who have left. They stay in the standings if they played a round."""


class RoundState(TextChoices):
    """The state of a round."""

    DRAFT = "draft", "paired, not published"
    PUBLISHED = "published", "about to start"
    RUNNING = "running", "being played"
    OVER = "over", "over"
    UNDONE = "undone", "undone"


HAVE_BEGUN = (RoundState.RUNNING, RoundState.OVER)
"""States of rounds that have begun and were not undone."""
SHOWN = (RoundState.PUBLISHED, *HAVE_BEGUN)
"""States of rounds that everybody sees."""
CURRENT = (RoundState.PUBLISHED, RoundState.RUNNING)
"""States of rounds that are published and not over."""


class Source(TextChoices):
    """The origin of a table's result."""

    NONE = "", "there is none yet"
    MATCH = "match", "the match itself"
    REPORT = "report", "its players"
    JUDGE = "judge", "a judge"
    ABSENCE = "absence", "nobody there to play"


class SitOutKind(TextChoices):
    """The reason why a player has no table in a round."""

    BYE = "bye", "bye"
    WON = "won", "won without playing"
    LOST = "lost", "lost without playing"
    LATE = "late", "not there yet"
    UNPAIRED = "unpaired", "not paired yet"


WITHOUT_TABLE = (SitOutKind.BYE, SitOutKind.WON, SitOutKind.LOST)
"""Kinds of sit-outs of players who were present but had no table."""


class Role(TextChoices):
    """The role of a staff member."""

    OWNER = "owner", "Owner"
    HEAD_JUDGE = "head judge", "Head judge"
    JUDGE = "judge", "Judge"
    SCOREKEEPER = "scorekeeper", "Scorekeeper"
    COMMENTATOR = "commentator", "Commentator"


class PenaltyKind(TextChoices):
    """The kind of a penalty that a judge gives."""

    WARNING = "warning", "Warning"
    SLOW = "slow play", "Slow play"
    TARDY = "tardiness", "Tardiness"
    DECK = "deck error", "Deck error"
    CONDUCT = "conduct", "Unsporting conduct"
    GAME_LOSS = "game loss", "Game loss"
    DISQUALIFICATION = "disqualification", "Disqualification"


class Did(TextChoices):
    """The kinds of lines in the log of a tournament. `history.Replayed` reads the data of each kind."""

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


class MessageForm(TextChoices):
    """The format of a webhook's messages."""

    PLAIN = "plain", "The event as data"
    DISCORD = "discord", "A sentence, as Discord takes it"


class DeliveryState(TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", "waits"
    SENT = "sent", "was taken"
    GIVEN_UP = "given up", "was given up"
