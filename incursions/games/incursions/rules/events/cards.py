"""Events of cards: played, tabled, drawn, looked at and discarded; crew, espionage and pieces put into hexes."""

from incursions.engine.events import OPTIONAL, EventKind

CARDS = "cards"


class CardPlayed(EventKind, about=CARDS):
    """A card has been played. `at` names what it is aimed at."""

    sentence = "{seat} plays {title}[ as {face}][, aimed at {at}][, {power:power}]."
    seat: int
    title: str
    face: str | None
    at: str | None = OPTIONAL
    power: int = OPTIONAL


class CardUsed(EventKind, about=CARDS):
    """A tabled card is used."""

    sentence = "{seat} uses {title}."
    seat: int
    title: str


class Cancelled(EventKind, about=CARDS):
    """An announcement, or a part of it, has been cancelled."""

    sentence = "{by} cancels the {what} of {seat}. §13.9"
    seat: int
    what: str
    by: int


class Chosen(EventKind, about=CARDS):
    """A player has chosen one of the options that a text gives."""

    sentence = "{seat} chooses for {title}: {option}."
    seat: int
    title: str
    option: str


class CommandAttached(EventKind, about=CARDS):
    """A command goes with the maneuver that a player announces."""

    sentence = "With it goes {title}. §13.6"
    seat: int
    title: str


class CommandReady(EventKind, about=CARDS):
    """A command lies ready for the next maneuver that it fits."""

    sentence = "{seat} lays {title} ready for a maneuver. §13.6"
    seat: int
    title: str


class LaidBefore(EventKind, about=CARDS):
    """A card lies before another player. `names` is the word that was named with it."""

    sentence = "{seat} lays {title} before {target}[, naming {names}]. §13.4.5"
    seat: int
    target: int
    title: str
    names: str | None


class RemovalAnnounced(EventKind, about=CARDS):
    """A player is about to remove a card."""

    sentence = "{seat} sets about removing {title}[, {power:power}]. §13.4.5"
    seat: int
    title: str
    power: int


class Removed(EventKind, about=CARDS):
    """A card, which lay before `seat`, or a piece in a hex has been removed."""

    sentence = "{title} is removed[ from before {seat}][ from {at}]."
    seat: int | None = OPTIONAL
    title: str
    at: list[int] = OPTIONAL


class TablingAnnounced(EventKind, about=CARDS):
    """A player is about to table a card."""

    sentence = "{seat} is about to table {title}."
    seat: int
    title: str


class Tabled(EventKind, about=CARDS):
    """A card has been tabled. `shields` are the ship's before and after."""

    sentence = "{seat} tables {title}."
    seat: int
    title: str
    shields: list[int]


class TabledAboard(EventKind, about=CARDS):
    """A card has been tabled aboard a shuttle."""

    sentence = "{seat} tables {title} aboard {aboard}. §17.7"
    seat: int
    title: str
    aboard: str


class TakenBack(EventKind, about=CARDS):
    """A shuttle has been taken back to the hand."""

    sentence = "{seat} takes {title} back to hand. §17.6"
    seat: int
    title: str


class Drew(EventKind, about=CARDS):
    """A player has drawn cards from the deck."""

    sentence = "{seat} draws {count:card}."
    seat: int
    count: int


class DrewCards(EventKind, about=CARDS):
    """The titles of the cards drawn, for the player alone."""

    sentence = "Into the hand of {seat}: {titles}."
    seat: int
    titles: list[str]


class Took(EventKind, about=CARDS):
    """A player has taken cards from a hand, deck or pile."""

    sentence = "{seat} takes {count:card} from {:source}[: {titles}]."
    seat: int
    from_: str
    target: int | None
    count: int
    titles: list[str] = OPTIONAL


class TookCards(EventKind, about=CARDS):
    """The titles of the cards taken, for the players concerned alone."""

    sentence = "Taken: {titles}."
    seat: int
    titles: list[str]


class Discarded(EventKind, about=CARDS):
    """A player has discarded a card."""

    sentence = "{seat} discards {title}."
    seat: int
    title: str


class PutAway(EventKind, about=CARDS):
    """A card that is done has gone to the discard pile."""

    sentence = "{title} goes to the discard pile of {seat}."
    seat: int
    title: str


class PutBack(EventKind, about=CARDS):
    """A card has gone into its owner's deck."""

    sentence = "{seat} {where:puts} {:deck}."
    seat: int
    owner: int
    where: str


class Returned(EventKind, about=CARDS):
    """A card has gone back to a hand."""

    sentence = "{title} goes back to the hand of {seat}."
    seat: int
    title: str
    to: str


class Looked(EventKind, about=CARDS):
    """A player has looked at a hand, deck or hexpile."""

    sentence = "{seat} looks at {:place}: {count} seen."
    seat: int
    target: int
    at: str
    count: int


class LookedAt(EventKind, about=CARDS):
    """The titles that a player has seen, for that player alone."""

    sentence = "There it sees {titles}."
    seat: int
    target: int
    at: str
    titles: list[str]


class Arranged(EventKind, about=CARDS):
    """A player has put back what was looked at."""

    sentence = "{seat} puts what it saw back into {:place}, {to:order}."
    seat: int
    target: int
    at: str
    to: str


class TurnedOver(EventKind, about=CARDS):
    """A tabled card has been turned face down or up."""

    sentence = "{title} of {seat} is turned {down:way}. §13.8"
    seat: int
    title: str
    down: bool


class TurnedUp(EventKind, about=CARDS):
    """A text has turned power cards up."""

    sentence = "{seat} turns {turned_up:power card} up: {power} ready. §7.11"
    seat: int
    turned_up: int
    power: int


class ManeuversAdded(EventKind, about=CARDS):
    """A player may make more maneuvers in this turn; `left` is how many there are now."""

    sentence = "{seat} has {number:maneuver} more this turn. §6.2"
    seat: int
    number: int
    left: int


class AssimilationAnnounced(EventKind, about=CARDS):
    """A player is about to assimilate a card."""

    sentence = "{seat} sets about assimilating {title}[ of {target}][, {power:power}]. §15.5"
    seat: int
    target: int
    title: str
    power: int


class Assimilated(EventKind, about=CARDS):
    """A card has been assimilated. `to` is the place where it has gone."""

    sentence = "{seat} assimilates {title}[ of {target}][, {to:where}]. §15.5"
    seat: int
    target: int
    title: str
    to: str


class Seized(EventKind, about=CARDS):
    """A player has taken another player's tabled card into play. `to` is the place where it has gone."""

    sentence = "{seat} takes {title}[ of {target}][, {to:where}]."
    seat: int
    target: int | None
    title: str
    to: str


class Displaced(EventKind, about=CARDS):
    """A crew member has left the table for another place."""

    sentence = "{title} of {seat} goes {to:where}[, to {at}]. §14.3"
    seat: int
    title: str
    to: str
    at: list[int] = OPTIONAL


class RecoveryAnnounced(EventKind, about=CARDS):
    """A player is about to recover a crew member from a hex."""

    sentence = "{seat} goes to recover {title}. §14.4"
    seat: int
    title: str


class Recovered(EventKind, about=CARDS):
    """A crew member has been recovered from a hex."""

    sentence = "{seat} recovers {title}, {to:where}. §14.4"
    seat: int
    title: str
    to: str


class EspionageRolled(EventKind, about=CARDS, is_strict=True):
    """A crew member has rolled Espionage Evasion."""

    sentence = (
        "{title} of {seat} rolls Espionage Evasion: {dice:dice} = {dice:total}, needs {score} or less. "
        "{evaded:foiled} §15.2"
    )
    seat: int
    title: str
    dice: list[int]
    score: int
    evaded: bool


class EspionageMissed(EventKind, about=CARDS):
    """An attempt of espionage has lost its target. `seat` is None if a tile made it."""

    sentence = "The espionage[ of {seat}] on {target} does nothing. §15.4"
    seat: int | None
    target: int


class EspionageUnanswered(EventKind, about=CARDS):
    """An attempt of espionage succeeds because nobody can roll against it."""

    sentence = "{seat} has nobody to answer: the espionage succeeds. §15.7"
    seat: int


class Placed(EventKind, about=CARDS):
    """A piece of a player has been put into a hex."""

    sentence = "{seat} places {title} in {at}. §17.1"
    seat: int
    title: str
    kind_: str
    at: list[int]
    points: int


class PieceGone(EventKind, about=CARDS):
    """A piece has left the game with its player."""

    sentence = "{title} in {at} is gone. §17.14"
    title: str
    at: list[int]
    seat: int


class Rewarded(EventKind, about=CARDS):
    """A player has been rewarded with power cards turned up or with cards drawn."""

    sentence = "{seat} is rewarded[: {turned_up:power card} turned up][: {drew:card} drawn]. §18.4"
    seat: int
    turned_up: int = OPTIONAL
    drew: int = OPTIONAL


class Summoned(EventKind, about=CARDS):
    """A denizen has come to its home hex."""

    sentence = "{title} comes to its hex {at:coordinates}[, {points:point}]. §18.1"
    title: str
    at: list[int]
    points: int
