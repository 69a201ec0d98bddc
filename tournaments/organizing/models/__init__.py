"""The rows of a tournament. Rows are the truth; whoever writes them goes through `LockedTournament`, which logs it."""

from tournaments.organizing.models.entry import Entry
from tournaments.organizing.models.log import LogLine, Penalty
from tournaments.organizing.models.pools import BuildStep, PoolBuild, PoolStock
from tournaments.organizing.models.rounds import Claim, Place, Round, SitOut, Table
from tournaments.organizing.models.tournament import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    Appointment,
    Phase,
    Tournament,
    TournamentQuerySet,
    new_seed,
)

__all__ = [
    "LONGEST_DESCRIPTION",
    "LONGEST_NAME",
    "Appointment",
    "BuildStep",
    "Claim",
    "Entry",
    "LogLine",
    "Penalty",
    "Phase",
    "Place",
    "PoolBuild",
    "PoolStock",
    "Round",
    "SitOut",
    "Table",
    "Tournament",
    "TournamentQuerySet",
    "new_seed",
]
