"""The presets of tournaments: named plans that a new one can start from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.events.enums import Kind
from tournaments.events.formats import DoubleElimination, PhasePlan, Pods, RoundRobin, SingleElimination, Swiss
from tournaments.events.plans import Plan, make_usual_plan
from tournaments.events.standings import order_of_pods
from tournaments.matches.game_kinds import first_game, game_kinds, loadouts_of


class Preset(NamedTuple):
    """A named plan that a new tournament can start from."""

    key: str
    title: str
    words: str
    plan: Plan


BLANK = Preset("blank", "A tournament of your own", "You choose everything.", Plan())
SWISS_AND_CUT = (PhasePlan(Swiss.key), PhasePlan(SingleElimination.key, cut_to=8, third_place=True))


def list_presets(game: str) -> list[Preset]:
    """Return the presets that a game can play. Keys of those of further games begin with its name."""
    found = [*_list_sealed(game), *_list_constructed(game)]
    if game == first_game():
        return found
    words = "As many rounds as the field needs: players with as many points meet."
    swiss = Preset("swiss", "Swiss", words, make_usual_plan(game, phases=(PhasePlan(Swiss.key),)))
    blank = BLANK._replace(title="Something else", words="Choose everything yourself.", plan=make_usual_plan(game))
    return [preset._replace(key=f"{game} {preset.key}") for preset in (swiss, *found, blank)]


def _list_sealed(game: str) -> Iterator[Preset]:
    """Yield the preset of sealed play, if the game has boosters."""
    if loadouts_of(game).sealed is not None:
        yield Preset(
            "friday sealed",
            "Friday sealed, 45 minutes",
            "Everybody opens six boosters, builds for 40 minutes and plays Swiss.",
            make_usual_plan(game, kind=Kind.SEALED, build_s=40 * 60, phases=(PhasePlan(Swiss.key),)),
        )


def _list_constructed(game: str) -> Iterator[Preset]:
    """Yield the presets in which players bring what they play, if they bring anything; pods need tables of four."""
    kind = game_kinds()[game]
    yield Preset(
        "swiss and cut",
        "Swiss and top 8",
        "As many rounds of Swiss as the field needs, then the best eight play it out.",
        make_usual_plan(game, phases=SWISS_AND_CUT),
    )
    if Pods.table_sizes[-1] <= kind.tournament_kind.most_seats:
        phases, order = (PhasePlan(Pods.key, rounds=4, seats=4),), order_of_pods(kind.results)
        yield Preset(
            "pods",
            "Pods of four",
            "Four at each table and few meet again; four rounds.",
            make_usual_plan(game, phases=phases, tie_breaks=order),
        )
    yield Preset(
        "double elimination",
        "Double elimination",
        "Whoever loses twice is out.",
        make_usual_plan(game, phases=(PhasePlan(DoubleElimination.key),)),
    )
    yield Preset(
        "league",
        "Round robin league",
        "Everybody meets everybody once.",
        make_usual_plan(game, phases=(PhasePlan(RoundRobin.key),), break_s=0),
    )


def find_preset(key: str) -> Preset | None:
    """Return the preset of this key, or None."""
    presets = (preset for game in game_kinds() for preset in list_presets(game))
    return BLANK if key == BLANK.key else next((preset for preset in presets if preset.key == key), None)
