"""The plots of a report: what is judged, with its bounds, against the band in which it should lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incursions.games.incursions.bots.intervals import Share
from incursions.games.incursions.bots.trials.drawing import (
    AXIS,
    LEFT,
    MARGIN,
    RIGHT,
    ROW,
    TOP,
    WIDTH,
    Drawing,
    Scale,
    shorten,
)
from incursions.games.incursions.bots.trials.report import Level, WinRate
from incursions.games.incursions.bots.trials.targets import ENOUGH, TARGETS, Target, scale_to_two_seats

PLAIN_ENDINGS = ("concession", "time", "draw")
MOST_TURNS = 40
HISTOGRAM = 150
CLOUD = 300
LABELS_AT_MOST = 10
WIN_RATES = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1]


def plots_of(level: Level, seats: int) -> dict[str, Drawing]:
    """Return all plots of one number of seats by their names."""
    drawn = (win_rates, cards, endings, turns, matrix)
    return {plot.__name__.replace("_", "-"): plot(level, seats) for plot in drawn}


def target(name: str) -> Target:
    """Return the target of that name."""
    return next(each for each in TARGETS if each.name == name)


def win_rates(level: Level, seats: int) -> Drawing:
    """Draw races, decks and who begins, each with its bounds, beside the band of its target."""
    beyond = ", as at two seats" if seats > 2 else ""
    groups: list[tuple[str, Target | None, dict[str, WinRate]]] = [
        ("Races", target("Win rate of every race" + beyond), level["races"]),
        ("Starter decks", target("Win rate of every starter deck" + beyond), level["decks"]),
        (
            "Who begins",
            None if beyond else target("Win rate of who begins"),
            {"the starting seat": level["first_seat"]},
        ),
    ]
    drawing = Drawing(
        f"Win rates at {seats} seats{_scaling(seats)}",
        "dot: measured · bar: 95 % · band: target",
        f"Win rates at {seats} seats with their 95 % intervals",
    )
    scale = Scale(WIN_RATES[0], WIN_RATES[-1], LEFT, WIDTH - RIGHT)
    y: float = TOP
    for heading, wanted, rates in groups:
        drawing.text(MARGIN, y + 17, heading, "p-head")
        y += ROW
        if wanted is not None:
            left, right = scale.place(wanted.low), scale.place(wanted.high)
            drawing.box(left, y - 2, right - left, ROW * len(rates) + 4, "p-band", is_behind=True)
        for name, found in rates.items():
            rate, low, high = (scale_to_two_seats(found[key], seats) for key in ("win_rate", "low", "high"))
            is_out = wanted is not None and not wanted.holds(rate)
            called = name[:1].upper() + name[1:]
            drawing.interval(scale, y, called, Share(found["games"], rate, low, high), is_out=is_out)
            y += ROW
        y += 6
    drawing.grid(scale, WIN_RATES, TOP, y)
    drawing.height = y + AXIS
    return drawing


def even_win_rates(groups: Iterable[Mapping[str, Share]]) -> Drawing:
    """Draw groups of win rates, each with its bounds, beside an even one."""
    drawing = Drawing(
        "Win rates",
        "dot: measured · bar: 95 % · broken line: even",
        "Win rates with their 95 % intervals, as in the tables",
    )
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    y: float = TOP
    for group in groups:
        for name, found in group.items():
            drawing.interval(scale, y, name, found)
            y += ROW
        y += 8
    drawing.grid(scale, [0, 0.25, 0.5, 0.75, 1], TOP, y)
    drawing.line(scale.place(0.5), TOP, scale.place(0.5), y, "p-edge", is_behind=True)
    drawing.height = y + AXIS
    return drawing


def endings(level: Level, seats: int) -> Drawing:
    """Draw how games ended, against the least share of those that should decide."""
    drawing = Drawing(
        f"How games of {seats} seats ended", "line: what a wormhole and destruction should decide at least"
    )
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    wanted = target("Games decided by a wormhole").low
    y: float = TOP
    for ending, part in level["endings"].items():
        is_low = seats == 2 and ending not in PLAIN_ENDINGS and part < wanted
        drawing.text(LEFT - 10, y + 17, ending.capitalize(), "p-end")
        drawing.box(LEFT, y + 5, scale.place(part) - LEFT, ROW - 10, "p-bar p-out" if is_low else "p-bar")
        drawing.text(scale.place(part) + 6, y + 17, f"{part:.1%}", "p-soft")
        y += ROW
    drawing.grid(scale, SHARES, TOP, y)
    if seats == 2:
        drawing.line(scale.place(wanted), TOP - 2, scale.place(wanted), TOP + 2 * ROW, "p-edge", is_behind=True)
    drawing.height = y + AXIS
    return drawing


def turns(level: Level, seats: int) -> Drawing:
    """Draw how many turns a player had, against the span that is wanted."""
    found = level["turns"]
    counts = [0] * (MOST_TURNS + 1)
    for number, games in found["distribution"].items():
        counts[min(MOST_TURNS, int(number))] += games
    drawing = Drawing(
        f"Turns of a player at {seats} seats",
        f"median {found['median']:g}, ninth decile {found['p90']:g}; band: target; the last bar holds all longer games",
    )
    scale = Scale(0, MOST_TURNS + 1, MARGIN + 20, WIDTH - MARGIN)
    bottom = TOP + HISTOGRAM
    if seats == 2:
        wanted = target("Turns of a player, median and ninth decile")
        left, right = scale.place(wanted.low), scale.place(wanted.high + 1)
        drawing.box(left, TOP, right - left, HISTOGRAM, "p-band", is_behind=True)
    for each, games in enumerate(counts):
        tall = round(HISTOGRAM * games / max(*counts, 1), 1)
        drawing.box(scale.place(each) + 1, bottom - tall, scale.place(1) - scale.place(0) - 2, tall, "p-bar")
    drawing.line(MARGIN, bottom, WIDTH - MARGIN, bottom, "p-grid")
    for each in range(0, MOST_TURNS + 1, 5):
        label = f"{each}+" if each == MOST_TURNS else str(each)
        drawing.text(scale.place(each + 0.5), bottom + 18, label, "p-soft p-mid")
    drawing.height = bottom + AXIS + 4
    return drawing


def cards(level: Level, seats: int) -> Drawing:
    """Draw each card: how often it was played when drawn, and how often who played it won.

    Those that miss a target have their names beside them.
    """
    drawing = Drawing(
        f"Cards at {seats} seats",
        f"dot: a card, faint if played in under {ENOUGH} games · line: target",
        f"Cards at {seats} seats: played when drawn, and won when played",
    )
    bottom = TOP + CLOUD
    across = Scale(0, 1, MARGIN + 34, WIDTH - MARGIN - 6)
    up = Scale(WIN_RATES[0], WIN_RATES[-1], bottom, TOP)
    rare, strong = target("Cards played when drawn"), target("Won when the card was played")
    for share in WIN_RATES:
        drawing.line(across.start, up.place(share), across.end, up.place(share), "p-grid")
        drawing.text(across.start - 6, up.place(share) + 4, f"{share:.0%}", "p-soft p-end")
    for share in SHARES:
        drawing.text(across.place(share), bottom + 18, f"{share:.0%}", "p-soft p-mid")
    drawing.line(across.start, up.place(strong.high), across.end, up.place(strong.high), "p-edge")
    drawing.line(across.place(rare.low), TOP, across.place(rare.low), bottom, "p-edge")
    outside = []
    for title, card in level["cards"].items():
        if not card["games_played"]:
            continue
        x, won = across.place(card["played_share"]), scale_to_two_seats(card["win_rate_played"], seats)
        is_known = card["games_played"] >= ENOUGH
        is_out = (is_known and won > strong.high) or (card["drawn"] >= ENOUGH and card["played_share"] < rare.low)
        classes = "p-dot p-out" if is_out else "p-dot" if is_known else "p-dot p-faint"
        said = f"played {card['played_share']:.0%} of {card['drawn']} drawn, won {won:.0%} of {card['games_played']}"
        drawing.dot(x, up.place(won), 4, classes, f"{title}: {said}")
        if is_out:
            outside.append((x, up.place(won) + 4, title))
    for x, y, title in outside[:LABELS_AT_MOST]:
        is_right = x > WIDTH / 2
        drawing.text(x - 7 if is_right else x + 7, y, title, "p-soft p-end" if is_right else "p-soft")
    drawing.text(
        across.start, bottom + 38, f"across: played when drawn · up: won when played{_scaling(seats)}", "p-soft"
    )
    drawing.height = bottom + 52
    return drawing


def matrix(level: Level, seats: int) -> Drawing:
    """Draw deck against deck: the fuller a cell, the more one-sided the pair."""
    drawing = Drawing(
        f"Deck against deck at {seats} seats",
        "percent won by the deck of the row against that of the column",
        f"Deck against deck at {seats} seats, in percent",
    )
    titles = list(level["matrix"])
    width = (WIDTH - LEFT - MARGIN) / max(1, len(titles))
    y = TOP + 16
    for number, title in enumerate(titles, 1):
        drawing.text(LEFT + width * (number - 0.5), TOP + 8, str(number), "p-soft p-mid")
        drawing.text(LEFT - 10, y + 17, f"{shorten(title)} {number}", "p-end")
        for place, other in enumerate(titles):
            found = level["matrix"][title].get(other)
            if found is None or not found["games"]:
                continue
            rate, x = found["win_rate"], LEFT + width * place
            classes, strength = "p-high" if rate > 0.5 else "p-low", min(0.6, abs(rate - 0.5) * 1.8)
            drawing.box(x + 1, y + 1, width - 2, ROW - 2, classes, opacity=round(strength, 2))
            drawing.text(x + width / 2, y + 17, f"{100 * rate:.0f}", "p-mid")
        y += ROW
    drawing.height = y + MARGIN
    return drawing


def _scaling(seats: int) -> str:
    return ", times seats, by two" if seats > 2 else ""
