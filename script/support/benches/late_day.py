"""The bytes of all pages of a late day of Den of Wolves: many turns behind it, an attack, a full inbox and full mail.

Bots play the turns. Then every seat asks for something and writes to one captain, and the Wolves come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from incursions.accounts.models import User
from incursions.engine import IllegalAction
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CONTROL
from support.benches.megagame import play_day
from tournaments.days.day_games import game_of
from tournaments.days.day_page import SESSION_KEY, pages_of
from tournaments.days.models import Day, DayEntry
from tournaments.days.seats import make_day

TURNS, PLAYERS = 9, 41
KB = 1024
READER = "Aegis Admiral"
WORDS = "We ask this because our people have waited since the muster, and nobody aboard will wait for another turn."


class PageSize(NamedTuple):
    """The kind of a page ("desk", "seat", or the name of a further page), whose it is, and its bytes."""

    page: str
    seat: str
    size: int


def figures() -> dict[str, float]:
    """Return the kilobytes of the largest desk and of the largest other page, before pictures."""
    host = User.objects.create_user("late", password=None)
    sizes = list(measure_pages(lay_day(host, play_late(TURNS))))
    desks = [each.size for each in sizes if each.page == "desk"]
    others = [each.size for each in sizes if each.page != "desk"]
    return {
        "megagame.late_desk_kb": round(max(desks) / KB, 1),
        "megagame.late_page_kb": round(max(others) / KB, 1),
    }


def play_late(turns: int) -> Game:
    """Return a day in the attack that follows some turns, with a full inbox and full mail."""
    game = play_day(turns).game
    game.act(CONTROL, "begin turn")
    game.act(CONTROL, "begin action")
    for seat in list(game.state.places):
        give_if_legal(game, seat, f"propose: {WORDS}")
        give_if_legal(game, seat, f"write to {READER}: {WORDS}")
    for note in list(game.state.notes)[::2]:
        give_if_legal(game, CONTROL, f"deliver note {note.number}")
    game.act(CONTROL, "declare an attack")
    return game


def give_if_legal(game: Game, seat: str, text: str) -> None:
    """Give a command, unless it is refused."""
    try:
        game.act(seat, text)
    except IllegalAction:
        return


def lay_day(host: User, game: Game) -> Day:
    """Create the rows of a day that has come as far as a game."""
    day = make_day(host, "wolves", "Late", PLAYERS)
    told = defaultdict(list)
    for number, event in game.told:
        audience = None if event.audience is None else list(event.audience)
        told[number].append([event.kind_class.sentence.format(**event.told), audience])
    DayEntry.objects.bulk_create(
        DayEntry(
            day=day,
            number=entry.number,
            seat=entry.seat,
            text=entry.text,
            at=entry.at,
            dice=entry.dice,
            lines=told[entry.number],
        )
        for entry in game.log
    )
    day.seed, day.position, day.number, day.revision = game.dice.seed, game.to_data(), game.number, game.number
    day.is_started = True
    day.save()
    return day


def measure_pages(day: Day) -> Iterator[PageSize]:
    """Yield the sizes of all pages of a day for all filled seats. Raises ValueError for one that does not open."""
    client, seats = Client(SERVER_NAME="127.0.0.1"), list(day.seats.filter(is_filled=True))
    session = client.session
    session[SESSION_KEY] = {day.public_id: [seat.key for seat in seats]}
    session.save()
    places = [(page, "", reverse(f"days:{page}", args=[day.public_id])) for page in ("desk", "projector", "show_log")]
    places += [
        ("seat", seat.name, reverse("days:seat", args=[day.public_id, seat.place]))
        for seat in seats
        if seat.team != day.kind.control
    ]
    for name, more in pages_of(day.game).more.items():
        path = reverse("days:more", args=[day.public_id, name])
        readers = [seat.name for seat in seats if more.may_open and more.may_open(game_of(day), seat.name)]
        places += [(name, reader, f"{path}?{urlencode({'seat': reader})}") for reader in readers] or [(name, "", path)]
    for page, seat, path in places:
        answer = client.get(path, headers={"Accept": "text/html"}, secure=settings.SECURE_SSL_REDIRECT)
        if answer.status_code != 200:
            raise ValueError(f"{path} is answered with {answer.status_code}")
        yield PageSize(page, seat, len(answer.content))
