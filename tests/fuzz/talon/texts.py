"""Texts that look like acts of Talon, most of which are not allowed at a moment (rules T25.1)."""

from random import Random

from incursions.games.talon.rules.game import Game

SHAPES = """
charge {group} of {ship}|reinforce {arc} of {ship}|tighten {ship}|mark slip of {ship}|fill battery of {ship}
|change initiative with {ship}|defend initiative with {ship}|retarget missile {missile} to {other} with {ship}
|transmit from {ship} to {other}|use battery of {ship}|end {step}
|move {ship} ahead|turn {ship} {hand}|slip {ship} {hand}|rotate {ship}|fly missile {missile} to {hex}
|burn {ship} ahead|burn {ship} {hand}|burn {ship} slip {hand}|dock {ship} with {other}|land {ship} on {hex}
|fire {group} of {ship} at {other}|fire {group} of {ship} at missile {missile}|fire {group} of {ship} at {hex}
|hold {group} of {ship}|repair {effect} of {ship}|set {ship} to {row}|announce jump of {ship}|call off jump of {ship}
|push to {hex}|pull to {hex}|strike missile {missile}|damage {ship} next|shift {ship}
|deploy {ship} at {hex} facing {facing}
""".replace("\n", "").split("|")
WORDS = [*sorted({word for shape in SHAPES for word in shape.split()}), "concede", "time", "Nobody", "0,0", "9-9-9"]
HANDS = ("left", "right")
ARCS = ("forward", "right", "rear", "left")
STEPS = ("power", "movement", "fire", "repair", "power phase", "gravity", "match")
EFFECTS = ("shields", "helm", "power", "hull")
PER_SHAPE = 1


def legal_looking(game: Game, rng: Random) -> list[str]:
    """Return a text of each shape with parts that there are, and some that there are not."""
    return [shape.format(**_parts(game, rng)) for shape in SHAPES for _ in range(PER_SHAPE)]


def _parts(game: Game, rng: Random) -> dict[str, object]:
    asked = [ship for ship in game.ships if ship.seat == game.decision.seat]
    ship = rng.choice(asked if asked and rng.random() < 0.8 else game.ships)
    others = [other.name for other in game.ships] + ["Nobody"]
    missiles = [*game.missiles, game.next_missile, 0, 999999]
    beside = rng.choice([ship.at, *(missile.at for missile in game.missiles.values())])
    return {
        "ship": ship.name,
        "other": rng.choice(others),
        "group": rng.choice([*(group.name for group in ship.printed.groups), "main"]),
        "arc": rng.choice(ARCS),
        "hand": rng.choice(HANDS),
        "missile": rng.choice(missiles),
        "hex": f"{beside[0] + rng.randint(-1, 1)},{beside[1] + rng.randint(-1, 1)}",
        "step": rng.choice(STEPS),
        "effect": rng.choice(EFFECTS),
        "row": rng.choice([*ship.printed.curve, "9-9-9"]),
        "facing": rng.randrange(6),
    }
