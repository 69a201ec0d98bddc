"""The plots of a report: what is judged, with its bounds, against the band in which it should lie."""

from __future__ import annotations

from typing import Any

from incursions.bots.balance.drawing import (
    AXIS,
    LEFT,
    MARGIN,
    RIGHT,
    ROW,
    TOP,
    WIDTH,
    Scale,
    box,
    dot,
    grid,
    head,
    interval,
    line,
    plot,
    shortened,
    text,
)
from incursions.bots.balance.report import Level
from incursions.bots.balance.targets import ENOUGH, TARGETS, Target, scaled
from incursions.bots.intervals import Share

PLAIN_ENDINGS = ("concession", "time", "draw")
MOST_TURNS = 40
HISTOGRAM = 150
CLOUD = 300
LABELS_AT_MOST = 10


def plots_of(level: Level, seats: int, *, is_file: bool) -> dict[str, str]:
    """All plots of one number of seats by their names."""
    return {
        "win-rates": win_rates(level, seats, is_file=is_file),
        "cards": cards(level, seats, is_file=is_file),
        "endings": endings(level, seats, is_file=is_file),
        "turns": turns(level, seats, is_file=is_file),
        "matrix": matrix(level, seats, is_file=is_file),
    }


def target(name: str) -> Target:
    """The target of that name."""
    return next(each for each in TARGETS if each.name == name)


def win_rates(level: Level, seats: int, *, is_file: bool) -> str:
    """Races, decks and who begins, each with its bounds, beside the band of its target."""
    beyond = ", as at two seats" if seats > 2 else ""
    groups: list[tuple[str, Target | None, dict[str, Any]]] = [
        ("Races", target("Win rate of every race" + beyond), level["races"]),
        ("Starter decks", target("Win rate of every starter deck" + beyond), level["decks"]),
        ("Who begins", None if seats > 2 else target("Win rate of who begins"), {"first": level["first_seat"]}),
    ]
    scale = Scale(0.2, 0.8, LEFT, WIDTH - RIGHT)
    parts, y = (
        head(
            f"Win rates at {seats} seats" + (", times seats, by two" if seats > 2 else ""),
            "dot: measured · bar: 95 % · band: target",
        ),
        TOP,
    )
    top = y
    rows: list[str] = []
    for heading, wanted, rates in groups:
        height = ROW * len(rates)
        if wanted is not None:
            parts.append(_band(scale, wanted, y + ROW - 2, height + 4))
        rows.append(text(MARGIN, y + 17, heading, "p-head"))
        y += ROW
        for name, found in rates.items():
            rows += _interval(scale, wanted, _called(name), found, seats, y)
            y += ROW
        y += 6
    parts += grid(scale, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], top, y)
    return plot(y + AXIS, f"Win rates at {seats} seats with their 95 % intervals", parts + rows, is_file=is_file)


def endings(level: Level, seats: int, *, is_file: bool) -> str:
    """How games ended, against the least share of those that should decide."""
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    parts, y = (
        head(f"How games of {seats} seats ended", "line: what a wormhole and destruction should decide at least"),
        TOP,
    )
    height = ROW * len(level["endings"])
    marks = grid(scale, [0, 0.2, 0.4, 0.6, 0.8, 1], y, y + height)
    wanted = target("Games decided by a wormhole").low
    bars = [line(scale.at(wanted), y - 2, scale.at(wanted), y + 2 * ROW, "p-edge")] if seats == 2 else []
    for ending, part in level["endings"].items():
        is_low = seats == 2 and ending not in PLAIN_ENDINGS and part < wanted
        bars.append(text(LEFT - 10, y + 17, ending.capitalize(), "p-end"))
        bars.append(box(LEFT, y + 5, scale.at(part) - LEFT, ROW - 10, "p-bar p-out" if is_low else "p-bar"))
        bars.append(text(scale.at(part) + 6, y + 17, f"{part:.1%}", "p-soft"))
        y += ROW
    return plot(y + AXIS, f"How games of {seats} seats ended", parts + marks + bars, is_file=is_file)


def turns(level: Level, seats: int, *, is_file: bool) -> str:
    """How many turns a player had, against the span that is wanted."""
    wanted = target("Turns of a player, median and ninth decile")
    counts = [0] * (MOST_TURNS + 1)
    for each, games in level["turns"]["distribution"].items():
        counts[min(MOST_TURNS, int(each))] += games
    most = max(*counts, 1)
    scale = Scale(0, MOST_TURNS + 1, MARGIN + 20, WIDTH - MARGIN)
    found = level["turns"]
    said = (
        f"median {found['median']:g}, ninth decile {found['p90']:g}; band: target; the last bar holds all longer games"
    )
    parts = head(f"Turns of a player at {seats} seats", said)
    bottom = TOP + HISTOGRAM
    if seats == 2:
        parts.append(
            box(scale.at(wanted.low), TOP, scale.at(wanted.high + 1) - scale.at(wanted.low), HISTOGRAM, "p-band")
        )
    for each, games in enumerate(counts):
        tall = round(HISTOGRAM * games / most, 1)
        width = scale.at(1) - scale.at(0) - 2
        parts.append(box(scale.at(each) + 1, bottom - tall, width, tall, "p-bar"))
    parts.append(line(MARGIN, bottom, WIDTH - MARGIN, bottom, "p-grid"))
    for each in range(0, MOST_TURNS + 1, 5):
        label = f"{each}+" if each == MOST_TURNS else str(each)
        parts.append(text(scale.at(each + 0.5), bottom + 18, label, "p-soft p-mid"))
    return plot(bottom + AXIS + 4, f"Turns of a player at {seats} seats", parts, is_file=is_file)


def cards(level: Level, seats: int, *, is_file: bool) -> str:
    """Each card: how often it was played when drawn, and how often who played it won."""
    across, up = Scale(0, 1, MARGIN + 34, WIDTH - MARGIN - 6), Scale(0.2, 0.8, TOP + CLOUD, TOP)
    rare, strong = target("Cards played when drawn"), target("Won when the card was played")
    said = f"dot: a card, faint if played in under {ENOUGH} games · line: target"
    parts = head(f"Cards at {seats} seats", said)
    for share in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        parts.append(line(across.start, up.at(share), across.end, up.at(share), "p-grid"))
        parts.append(text(across.start - 6, up.at(share) + 4, f"{share:.0%}", "p-soft p-end"))
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        parts.append(text(across.at(share), TOP + CLOUD + 18, f"{share:.0%}", "p-soft p-mid"))
    parts.append(line(across.start, up.at(strong.high), across.end, up.at(strong.high), "p-edge"))
    parts.append(line(across.at(rare.low), TOP, across.at(rare.low), TOP + CLOUD, "p-edge"))
    parts += _cloud(level["cards"], seats, across, up, rare, strong)
    axes = "across: played when drawn · up: won when played" + (", times seats, by two" if seats > 2 else "")
    parts.append(text(across.start, TOP + CLOUD + 38, axes, "p-soft"))
    return plot(
        TOP + CLOUD + 52, f"Cards at {seats} seats: played when drawn, and won when played", parts, is_file=is_file
    )


def _cloud(found: dict[str, Any], seats: int, across: Scale, up: Scale, rare: Target, strong: Target) -> list[str]:
    """The dots; those that miss a target with their names."""
    dots: list[str] = []
    names: list[str] = []
    for title, card in found.items():
        if not card["games_played"]:
            continue
        x, won = across.at(card["played_share"]), scaled(card["win_rate_played"], seats)
        is_known = card["games_played"] >= ENOUGH
        is_out = (is_known and won > strong.high) or (card["drawn"] >= ENOUGH and card["played_share"] < rare.low)
        classes = "p-dot p-out" if is_out else "p-dot" if is_known else "p-dot p-faint"
        played, games = f"played {card['played_share']:.0%} of {card['drawn']} drawn", card["games_played"]
        said = f"{title}: {played}, won {won:.0%} of {games}"
        dots.append(dot(x, up.at(won), 4, classes, said))
        if is_out and len(names) < LABELS_AT_MOST:
            side = " p-end" if x > WIDTH / 2 else ""
            names.append(text(x - 7 if side else x + 7, up.at(won) + 4, title, "p-soft" + side))
    return dots + names


def matrix(level: Level, seats: int, *, is_file: bool) -> str:
    """Deck against deck: the fuller a cell, the more one-sided the pair."""
    titles = list(level["matrix"])
    width = (WIDTH - LEFT - MARGIN) / max(1, len(titles))
    parts, y = (
        head(f"Deck against deck at {seats} seats", "percent won by the deck of the row against that of the column"),
        TOP + 8,
    )
    for place in range(len(titles)):
        parts.append(text(LEFT + width * (place + 0.5), y, str(place + 1), "p-soft p-mid"))
    y += 8
    for number, title in enumerate(titles, 1):
        parts.append(text(LEFT - 10, y + 17, f"{shortened(title)} {number}", "p-end"))
        for place, other in enumerate(titles):
            found = level["matrix"][title].get(other)
            if found is None or not found["games"]:
                continue
            rate, x = found["win_rate"], LEFT + width * place
            strength = min(0.6, abs(rate - 0.5) * 1.8)
            parts.append(box(x + 1, y + 1, width - 2, ROW - 2, "p-high" if rate > 0.5 else "p-low", strength))
            parts.append(text(x + width / 2, y + 17, f"{100 * rate:.0f}", "p-mid"))
        y += ROW
    return plot(y + MARGIN, f"Deck against deck at {seats} seats, in percent", parts, is_file=is_file)


def _called(name: str) -> str:
    return {"first": "The starting seat"}.get(name, shortened(name[:1].upper() + name[1:]))


def _band(scale: Scale, wanted: Target, y: float, height: float) -> str:
    return box(scale.at(wanted.low), y, scale.at(wanted.high) - scale.at(wanted.low), height, "p-band")


def _interval(scale: Scale, wanted: Target | None, name: str, found: dict[str, Any], seats: int, y: float) -> list[str]:
    """A row of win rates, as they would be at two seats."""
    rate, low, high = (scaled(found[key], seats) for key in ("win_rate", "low", "high"))
    is_out = wanted is not None and not wanted.low <= rate <= wanted.high
    return interval(scale, y, name, Share(found["games"], rate, low, high), is_out=is_out)
