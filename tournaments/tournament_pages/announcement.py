"""What the page of a tournament tells of it: the facts, who runs it, how many have entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.clock_settings import AGREED_CLOCKS, CLOCK_SETTINGS
from tournaments.deck_formats import format_words
from tournaments.organizing.enums import EntryState
from tournaments.organizing.models import Appointment
from tournaments.tournament_pages.record import cached_part
from tournaments.wording import counted, minutes_words

if TYPE_CHECKING:
    from tournaments.organizing.models import Tournament
    from tournaments.tournament_pages.record import Record


class Staff(NamedTuple):
    """Somebody who runs it."""

    name: str
    url: str
    role: str


class Announcement(NamedTuple):
    """The facts, each with its label, then the staff, then the numbers of players."""

    facts: list[tuple[str, str]]
    staff: list[Staff]
    placed: int
    waiting: int


@cached_part
def announcement_of(record: Record) -> Announcement:
    """Return what is said of a tournament to everybody."""
    row = record.row
    staff = [
        Staff(str(one.user), one.user.get_absolute_url(), one.get_role_display())
        for one in Appointment.objects.filter(tournament=row).select_related("user")
    ]
    players = record.players.values()
    placed = sum(player.is_in_place for player in players)
    return Announcement(_facts(row), staff, placed, sum(player.state == EntryState.WAITING for player in players))


def _facts(row: Tournament) -> list[tuple[str, str]]:
    decks = "Sealed: each builds a deck out of what is opened (rules 22)" if row.is_sealed else "Constructed: bring one"
    facts = [
        ("Decks", decks),
        ("Hexpile", f"{format_words(row.format)}, those of all at the table shuffled together (21.2)"),
        ("Matches", f"{minutes_words(row.match_s)}, then whoever is ahead has won (21.4)"),
    ]
    if not row.is_table_top:
        clocks = [CLOCK_SETTINGS[name].announce(getattr(row, name)) for name in AGREED_CLOCKS]
        facts.append(("Clocks", ", and ".join(filter(None, clocks))))
        facts.append(("Not there", f"Who is not at the table {minutes_words(row.no_show_s)} after the start has lost"))
    if row.is_sealed:
        facts.append(("To build", minutes_words(row.build_s)))
    if row.break_s:
        facts.append(("Breaks", f"{minutes_words(row.break_s)} after each round"))
    if row.check_in_s and row.starts_at:
        facts.append(("Check-in", f"from {minutes_words(row.check_in_s)} before the start"))
    if row.late_rounds:
        facts.append(("Late entry", f"until round {row.late_rounds} is over"))
    if row.capacity:
        facts.append(("Places", counted(row.capacity, "player")))
    facts.append(("Decks open", row.get_decks_open_display()))
    facts.append(("Rated", "yes, the ratings of players move" if row.rated else "no"))
    return facts
