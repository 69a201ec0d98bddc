"""Events of attacks: the defence, the damage, what is destroyed, and mines."""

from incursions.engine.events import OPTIONAL, EventKind

ATTACKS = "attacks"


class AttackAnnounced(EventKind, about=ATTACKS, is_strict=True):
    """An attack has been announced. `by` and `at` name the piece that attacks and the piece aimed at.

    `title` is a mine's that is set off in the turn in which it was laid (17.13).
    """

    sentence = "{:attacker} {:fires} {:target}{:spent}."
    seat: int | None
    target: int | None
    weapon: str
    title: str = OPTIONAL
    power: int
    range: int
    by: str = OPTIONAL
    at: str = OPTIONAL
    rolled_by: int = OPTIONAL
    card: str = OPTIONAL
    command: str = OPTIONAL


class Scored(EventKind, about=ATTACKS, is_strict=True):
    """The score of an attack has been rolled."""

    sentence = "Score: {dice:dice}{bonus:bonus} is {score:bold}. §10.5"
    seat: int | None
    target: int | None
    weapon: str
    dice: list[int]
    by: str = OPTIONAL
    at: str = OPTIONAL
    bonus: int
    score: int


class EvasionRolled(EventKind, about=ATTACKS, is_strict=True):
    """A target has rolled to evade. `at` names the piece that evades."""

    sentence = (
        "{:evader} evades, {:evasion power}: {dice:dice} = {dice:total}, needs {score} or less. {evaded:verdict} §11.2"
    )
    seat: int | None
    dice: list[int]
    score: int
    power: int
    evaded: bool
    at: str = OPTIONAL


class ShieldPower(EventKind, about=ATTACKS, is_strict=True):
    """A target has added power to its shields."""

    sentence = "{seat} adds {power:power} to the shields: +{points} for this attack. §7.6"
    seat: int
    power: int
    points: int


class Reduced(EventKind, about=ATTACKS):
    """A card has taken points off the damage of an attack."""

    sentence = "{title} takes {points:point} off the damage to {seat}."
    seat: int | None
    title: str
    dice: list[int]
    points: int


class Damaged(EventKind, about=ATTACKS, is_strict=True):
    """A ship has taken damage. Points are pairs, before and after; `title` is what struck it without an attack."""

    sentence = "{seat}{:losses}."
    seat: int
    absorbed: int
    shields: list[int]
    hull: list[int]
    extra: list[int] = OPTIONAL
    score: int
    damage: int = OPTIONAL
    by: int | None = OPTIONAL
    title: str = OPTIONAL


class Missed(EventKind, about=ATTACKS, is_strict=True):
    """An attack has missed its target."""

    sentence = "{:attacker} misses."
    seat: int | None
    target: int | None
    by: str = OPTIONAL
    at: str = OPTIONAL


class Destroyed(EventKind, about=ATTACKS, is_strict=True):
    """A ship has lost its last point."""

    sentence = "{seat} is destroyed. §10.7"
    seat: int
    by: int | None


class Escaped(EventKind, about=ATTACKS):
    """The crew of a destroyed ship has left it in a craft."""

    sentence = "The crew of {seat} escapes in {title}: hull {hull}, {power:power}. §19.2"
    seat: int
    title: str
    hull: int
    power: int


class Eliminated(EventKind, about=ATTACKS):
    """A player whose ship was destroyed is out of the game."""

    sentence = "{seat} is out of the game. §19.3"
    seat: int


class CardDamaged(EventKind, about=ATTACKS):
    """A tabled card has lost points."""

    sentence = "{title} of {seat}: points {points:change}. §16.5"
    seat: int
    title: str
    points: list[int]


class PieceDamaged(EventKind, about=ATTACKS):
    """A piece in a hex has lost points."""

    sentence = "{title} in {at}: points {points:change}."
    title: str
    at: list[int]
    points: list[int]


class PieceDestroyed(EventKind, about=ATTACKS):
    """A piece in a hex has lost its last point."""

    sentence = "{title} in {at} is destroyed. §17.4"
    title: str
    at: list[int]
    owner: int | None
    by: int | None


class Unharmed(EventKind, about=ATTACKS):
    """A crew member has come to no harm when a card or ship was lost."""

    sentence = "{title} of {seat} is unharmed."
    seat: int
    title: str


class Redirected(EventKind, about=ATTACKS):
    """An attack or espionage has been turned on another target."""

    sentence = "{seat} redirects what was aimed at it[ to {target}][ to {at}]."
    seat: int
    target: int = OPTIONAL
    weapon: str = OPTIONAL
    by: str = OPTIONAL
    at: str = OPTIONAL


class Dominated(EventKind, about=ATTACKS):
    """A player has taken control of a piece."""

    sentence = "{seat} dominates {title} in {at}. §18.5"
    seat: int
    title: str
    at: list[int]


class MineAnnounced(EventKind, about=ATTACKS):
    """A player is about to lay a mine."""

    sentence = "{seat} lays a mine in {at}[, {power:power}][, with {card}]."
    seat: int
    power: int
    card: str | None
    at: list[int]


class MineLaid(EventKind, about=ATTACKS):
    """A mine lies in a hex."""

    sentence = "{title} of {seat} lies in {at}: {dice}D6[ + {bonus}]. §17.2"
    seat: int
    title: str
    at: list[int]
    dice: int
    bonus: int


class MineSpent(EventKind, about=ATTACKS):
    """A mine has gone off and struck nobody."""

    sentence = "{title} of {by} goes off in {at} and harms nobody. §17.10"
    title: str
    at: list[int]
    by: int | None


class MineWentOff(EventKind, about=ATTACKS):
    """A mine has gone off. `seats` are the ships that it strikes."""

    sentence = "{title} of {by} goes off in {at}: {dice:dice}[ + {bonus}] is {score}. §17.2"
    title: str
    at: list[int]
    by: int | None
    dice: list[int]
    bonus: int
    score: int
    seats: list[int]
