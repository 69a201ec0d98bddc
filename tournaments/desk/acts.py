"""What the staff do at the desk, each word with its service. Who may do it, the service asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from cards.catalogue import current_starters
from incursions.accounts.models import User
from tournaments.incoming import malformed
from tournaments.organizing.advancing import end_build_phase, start_tournament
from tournaments.organizing.creating import appoint, cancel_tournament, dismiss, open_tournament
from tournaments.organizing.judging import note_deck_check, penalise
from tournaments.organizing.pausing import extend_table, pause_tournament, resume_tournament
from tournaments.organizing.registering import check_in, disqualify, drop, enter_for, reinstate
from tournaments.organizing.rehearsing import rehearse_like
from tournaments.organizing.results import rule_result
from tournaments.organizing.roles import Ability
from tournaments.organizing.rounds import (
    break_table,
    feature_table,
    give_bye,
    pair_round,
    pair_table,
    publish_round,
    swap,
    undo_round,
)
from tournaments.patches.giving import award_fair_play

if TYPE_CHECKING:
    from tournaments.desk.said import Said

MOST_BOTS_AT_ONCE = 64


class Act(NamedTuple):
    """What is done, and what one needs to be allowed; it may say in words what was done."""

    needs: Ability
    do: Callable[[str, User, Said], object]


def _swap(public_id: str, user: User, said: Said) -> None:
    players = said.numbers("player")
    if len(players) != 2:
        raise malformed("Choose two players to change places.")
    swap(public_id, user, *players, seen=said.seen)


def _bye(public_id: str, user: User, said: Said) -> None:
    players = said.numbers("player")
    if len(players) != 1:
        raise malformed("Choose one player who is to have a bye.")
    give_bye(public_id, user, players[0], seen=said.seen)


def _rule(public_id: str, user: User, said: Said) -> None:
    places, left = said.numbers("place"), said.some_numbers("left")
    if not places:
        raise malformed("Say who came where.")
    number, table = said.number("round"), said.number("table")
    rule_result(public_id, user, number, table, places, reason=said.text("reason"), left=left, seen=said.seen)


def _enter_user(public_id: str, user: User, said: Said) -> None:
    other = user_named(said.text("name"))
    enter_for(public_id, user, user=other, starter=_starter(said))


def _enter_bots(public_id: str, user: User, said: Said) -> str:
    count = said.number("count")
    bot = said.text("bot")
    if not bot:
        raise malformed("Say which bot.")
    if not 1 <= count <= MOST_BOTS_AT_ONCE:
        raise malformed(f"Enter 1 to {MOST_BOTS_AT_ONCE} bots at once.")
    starter = _starter(said)
    with transaction.atomic():
        for _ in range(count):
            enter_for(public_id, user, bot=bot, starter=starter)
    return f"{count} bot{'' if count == 1 else 's'} entered"


def _starter(said: Said) -> str:
    starter = said.text("starter")
    if starter and starter not in current_starters():
        raise malformed("There is no such starter deck.")
    return starter


def user_named(name: str) -> User:
    """The account of that name. Raises malformed."""
    found = User.objects.filter(username=name, is_active=True).first() if name and "\x00" not in name else None
    if found is None or found.is_guest:
        raise malformed("There is no account of that name. Names are written exactly as on the player’s page.")
    return found


def _rehearse(public_id: str, user: User, said: Said) -> str:
    rehearsal = rehearse_like(public_id, user, said.number("count"))
    return f"“{rehearsal.name}” has begun: find it among your tournaments"


def _penalise(public_id: str, user: User, said: Said) -> None:
    penalise(public_id, user, said.number("player"), said.text("kind"), reason=said.text("reason"), seen=said.seen)


ACTS: Mapping[str, Act] = {
    "announce": Act(Ability.CONFIGURE, lambda at, user, said: open_tournament(at, user, seen=said.seen)),
    "cancel": Act(
        Ability.CONFIGURE, lambda at, user, said: cancel_tournament(at, user, said.text("reason"), seen=said.seen)
    ),
    "start": Act(Ability.PAIR, lambda at, user, said: start_tournament(at, user, seen=said.seen)),
    "end building": Act(Ability.PAIR, lambda at, user, said: end_build_phase(at, user, seen=said.seen)),
    "pair": Act(Ability.PAIR, lambda at, user, said: pair_round(at, user, seen=said.seen)),
    "publish": Act(Ability.PAIR, lambda at, user, said: publish_round(at, user, seen=said.seen)),
    "undo": Act(Ability.PAIR, lambda at, user, said: undo_round(at, user, reason=said.text("reason"), seen=said.seen)),
    "swap": Act(Ability.PAIR, _swap),
    "break": Act(
        Ability.PAIR,
        lambda at, user, said: break_table(at, user, said.number("table"), reason=said.text("reason"), seen=said.seen),
    ),
    "pair players": Act(
        Ability.PAIR, lambda at, user, said: pair_table(at, user, said.numbers("player"), seen=said.seen)
    ),
    "bye": Act(Ability.PAIR, _bye),
    "feature": Act(
        Ability.PAIR,
        lambda at, user, said: feature_table(
            at, user, said.number("table"), is_featured=said.flag("is_featured"), seen=said.seen
        ),
    ),
    "extend": Act(
        Ability.RULE,
        lambda at, user, said: extend_table(
            at, user, said.number("table"), said.number("minutes"), reason=said.text("reason"), seen=said.seen
        ),
    ),
    "rule": Act(Ability.RULE, _rule),
    "pause": Act(Ability.PAIR, lambda at, user, said: pause_tournament(at, user, reason=said.text("reason"))),
    "resume": Act(Ability.PAIR, lambda at, user, _: resume_tournament(at, user)),
    "enter user": Act(Ability.ADMIT, _enter_user),
    "enter bots": Act(Ability.ADMIT, _enter_bots),
    "enter name": Act(Ability.ADMIT, lambda at, user, said: enter_for(at, user, called=said.text("name"))),
    "check in": Act(Ability.ADMIT, lambda at, user, said: check_in(at, user, said.number("player"), seen=said.seen)),
    "drop": Act(
        Ability.ADMIT,
        lambda at, user, said: drop(at, user, said.number("player"), reason=said.text("reason"), seen=said.seen),
    ),
    "reinstate": Act(
        Ability.ADMIT,
        lambda at, user, said: reinstate(at, user, said.number("player"), reason=said.text("reason"), seen=said.seen),
    ),
    "disqualify": Act(
        Ability.DISQUALIFY,
        lambda at, user, said: disqualify(at, user, said.number("player"), reason=said.text("reason"), seen=said.seen),
    ),
    "deck checked": Act(
        Ability.SEE_DECKS, lambda at, user, said: note_deck_check(at, user, said.number("player"), seen=said.seen)
    ),
    "penalty": Act(Ability.PENALISE, _penalise),
    "fair play": Act(
        Ability.DISQUALIFY,
        lambda at, user, said: award_fair_play(
            at, user, said.number("player"), reason=said.text("reason"), seen=said.seen
        ),
    ),
    "rehearse": Act(Ability.CONFIGURE, _rehearse),
    "appoint": Act(
        Ability.APPOINT,
        lambda at, user, said: appoint(at, user, user_named(said.text("name")), said.text("role"), seen=said.seen),
    ),
    "dismiss": Act(
        Ability.APPOINT,
        lambda at, user, said: dismiss(at, user, user_named(said.text("name")), seen=said.seen),
    ),
}


def perform(public_id: str, user: User, said: Said) -> str:
    """Do what is said; in words, where its line of the log does not say all. Raises `DomainError`."""
    word = said.text("do")
    if word not in ACTS:
        raise malformed(f"do is one of: {', '.join(ACTS)}.")
    done = ACTS[word].do(public_id, user, said)
    return done if isinstance(done, str) else ""
