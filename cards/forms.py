"""Forms of the admin for pieces and starter decks: fields for what all pieces of a kind have, YAML for the rest.

What may stand in a field is for `rules.catalogue` to say: a form puts the definition together, has it checked, and
shows each fault beside the field it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from json import dumps
from typing import Any, ClassVar

import yaml
from django import forms

from cards.catalogue import read_pieces, read_starters
from cards.models import AFFINITIES, ANY_RACE, CardSet, Piece, PieceKind, StarterDeck
from cards.storing import affinity_in_words, lock_catalogue, together_faults
from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError, definition_faults
from incursions.games.incursions.rules.piece_reading import plain
from incursions.games.incursions.rules.printed.piece_fields import (
    HIGHEST_SCORE,
    LONGEST_ROLE,
    LONGEST_TITLE,
    MOST_POINTS,
    TILE_KINDS,
)
from incursions.games.incursions.rules.printed.pieces import (
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    POSITIONS,
    RACES,
    RARITIES,
    TYPES,
    Definition,
)
from incursions.games.incursions.rules.starters import LONGEST_STYLE, StarterData, starter_faults, starter_of
from incursions.kit.plain_yaml import PlainYamlError, parse

MAPPED = dict, "Fields with values were expected, such as effects: [...]."
LISTED = list, "A list was expected, each of its entries after a hyphen."
REST = "rest"
RULINGS, RULINGS_FIELD = "rulings", "ruling_list"  # the rows of rulings have the name that the definition gives them
IN_ADMIN = "this piece"  # what faults name instead of a file

FormValues = dict[str, Any]
"""The initial or cleaned values of form fields, as Django holds them."""


def in_yaml(value: Any) -> str:
    """Return a value as YAML, as a card designer would write it."""
    return "" if value in (None, {}, []) else yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110)


def digest(definition: Any) -> str:
    """Return a hash that tells whether the definition changed after the form was rendered."""
    return sha256(dumps(definition, sort_keys=True).encode()).hexdigest()


def word_field(words: Iterable[str], *, blank: bool = False) -> forms.ChoiceField:
    """Return a form field with a choice of these words."""
    choices = [(word, word) for word in words]
    return forms.ChoiceField(choices=[("", "—"), *choices] if blank else choices, required=not blank)


def number_field(most: int, *, needed: bool = True) -> forms.IntegerField:
    """Return a form field for a number from 0 to `most`."""
    return forms.IntegerField(min_value=0, max_value=most, required=needed)


def text_field() -> forms.CharField:
    """Return a form field for the text of a piece."""
    told = "Numbers are taken from the effects by placeholders such as {1.dice}; see docs/vocabulary.md."
    return forms.CharField(widget=lines(4), required=False, help_text=told)


def lines(rows: int) -> forms.Textarea:
    """Return a text area with `rows` lines."""
    return forms.Textarea(attrs={"rows": rows, "cols": 110, "spellcheck": "true"})


class YamlField(forms.CharField):
    """A mapping as YAML, or a list of mappings if `listed`; empty is an empty one."""

    def __init__(self, *, rows: int = 18, listed: bool = False, **options: Any) -> None:
        area = forms.Textarea(attrs={"rows": rows, "cols": 110, "spellcheck": "false", "class": "vLargeTextField"})
        super().__init__(widget=area, required=False, **options)
        self.listed = listed

    def clean(self, value: Any) -> Any:
        """Return the parsed data."""
        text = super().clean(value)
        kind, expected = LISTED if self.listed else MAPPED
        try:
            read = parse(text) if text.strip() else kind()
        except PlainYamlError as problem:
            raise forms.ValidationError(str(problem)) from problem
        if not isinstance(read, kind):
            raise forms.ValidationError(expected)
        return plain(read)


class EntryForm(forms.ModelForm):
    """The base of the forms of pieces and starter decks. It rejects a save that would overwrite another edit."""

    title = forms.CharField(
        max_length=LONGEST_TITLE, help_text="Decks, matches and scenarios name it by its title, so it stays what it is."
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.definition: Any = {}
        if self.instance.pk:
            self.fields["title"].disabled = True
            self.fields["title"].initial = self.instance.title
            self.initial.update(self.fill_fields(self.instance.definition), seen=digest(self.instance.definition))

    def fill_fields(self, definition: Any) -> FormValues:
        """Return the initial values of the fields."""
        raise NotImplementedError

    def assemble(self, said: FormValues) -> dict[str, object]:
        """Return the definition that the fields describe."""
        raise NotImplementedError

    def faults(self) -> Iterator[CatalogueError]:
        """Yield the faults of the definition."""
        raise NotImplementedError

    def clean(self) -> FormValues:
        """Validate the definition, alone and with the rest of the catalogue. Faults are shown beside their fields."""
        said = super().clean() or {}
        if self.errors:
            return said
        lock_catalogue()
        now = self._meta.model.objects.filter(pk=self.instance.pk).values_list("definition", flat=True).first()
        if self.instance.pk and digest(now) != said["seen"]:
            raise forms.ValidationError(
                "Somebody else has changed this in the meantime. Open it again and repeat your change."
            )
        self.definition = self.assemble(said)
        for fault in self.faults():
            self.show(fault)
        return said

    def show(self, fault: CatalogueError) -> None:
        """Show a fault beside its field; a path within a YAML field is part of the message."""
        top = fault.field.split(",")[0].split(" ")[0]
        if fault.title not in ("", self.definition.get("title")):
            self.add_error(None, str(fault))
        elif fault.field == RULINGS:
            self.add_error(RULINGS_FIELD, fault.expected)
        elif top in self.fields:
            self.add_error(top, fault.expected if fault.field == top else f"{fault.field}: {fault.expected}")
        else:
            said = f"{fault.field}: {fault.expected}" if fault.field else fault.expected
            self.add_error(REST if REST in self.fields else None, said)

    def _post_clean(self) -> None:
        """Skip the update of the row, whose columns are derived from the definition when it is saved."""


class PieceForm(EntryForm):
    """The base of the forms of pieces. `printed` names the fields that hold a value of the definition unchanged.

    `worded` has those that hold it in another form, each with a function to the field's value and one back.
    """

    piece_kind: PieceKind
    printed: tuple[str, ...]
    worded: ClassVar[Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]]] = {}

    number = number_field(MOST_POINTS, needed=False)
    set = forms.ModelChoiceField(
        CardSet.objects.all(), to_field_name="code", required=False, empty_label="the first set"
    )
    flavour = forms.CharField(widget=lines(2), required=False)
    ruling_list = YamlField(
        label="Rulings",
        rows=4,
        listed=True,
        help_text='How it is read, one in a line: - {date: 2026-11-22, rule: "10.5", text: …}, with a rule or without.',
    )
    rest = YamlField(
        label="Everything else",
        help_text="Effects, numbers, bonuses, systems, in the words of docs/vocabulary.md.",
    )

    class Meta:
        model = Piece
        fields: list[str] = []

    def fill_fields(self, definition: Definition) -> FormValues:
        """Return each field from the definition, and the keys without a field as YAML."""
        known = {"title", "set", RULINGS, *self.worded, *self.printed}
        rest = {name: value for name, value in definition.items() if name not in known}
        return {
            **{name: definition.get(name) for name in self.printed if name in definition},
            **{name: write(definition.get(name)) for name, (write, _) in self.worded.items()},
            "set": definition.get("set", ""),
            RULINGS_FIELD: in_yaml(definition.get(RULINGS)),
            REST: in_yaml(rest),
        }

    def assemble(self, said: FormValues) -> dict[str, object]:
        """Return the definition: the title, the fields, then the rest, which may repeat none of the fields."""
        fields = {"title": said["title"], "set": said["set"].code if said["set"] else ""}
        fields |= {name: said[name] for name in self.printed}
        fields |= {name: read(said[name]) for name, (_, read) in self.worded.items()}
        fields[RULINGS] = said[RULINGS_FIELD] or None
        rest = said[REST]
        for name in rest.keys() & fields.keys():
            self.add_error(REST, f"{name}: this has a field of its own")
        return {name: value for name, value in fields.items() if value not in ("", None)} | rest

    def faults(self) -> Iterator[CatalogueError]:
        """Yield the faults of the piece, or if it has none, those that it causes among all pieces."""
        own = list(definition_faults(self.definition, self.piece_kind, IN_ADMIN))
        yield from own
        if not own and not self.errors:
            yield from self._faults_among_others()

    def _faults_among_others(self) -> Iterator[CatalogueError]:
        """Yield the faults that the piece causes among all pieces, such as a title that another one has."""
        title = self.definition["title"]
        other = Piece.objects.filter(title=title).exclude(pk=self.instance.pk).first()
        if other is not None:
            yield CatalogueError(IN_ADMIN, title, "title", f"a {other.piece_kind} has this title already")
            return
        pieces = read_pieces()
        group = getattr(pieces, f"{self.piece_kind}s")
        group[title] = self.definition
        codes = list(CardSet.objects.values_list("code", flat=True)) or ["base"]
        yield from together_faults(pieces, read_starters(), codes)


class ShipForm(PieceForm):
    """Ships."""

    piece_kind = PieceKind.SHIP
    printed = ("number", "race", "role", "hull", "shields", "evasion", "flavour")

    race = word_field(RACES)
    role = forms.CharField(max_length=LONGEST_ROLE, required=False)
    hull = number_field(MOST_POINTS)
    shields = number_field(MOST_POINTS)
    evasion = number_field(HIGHEST_SCORE)
    field_order = ("title", "number", "set", *printed[1:], RULINGS_FIELD, REST)


class CaptainForm(PieceForm):
    """Captains."""

    piece_kind = PieceKind.CAPTAIN
    printed = ("number", "race", "espionage_evasion", "text", "flavour")

    race = word_field(RACES)
    espionage_evasion = number_field(HIGHEST_SCORE)
    text = text_field()
    field_order = ("title", "number", "set", *printed[1:], RULINGS_FIELD, REST)


class GameCardForm(PieceForm):
    """Officers and all other cards of decks."""

    piece_kind = PieceKind.CARD
    printed = ("number", "nature", "type", "rarity", "play_method", "position", "race", "text", "flavour")
    worded = {
        "usage": (lambda usage: [] if usage in (None, ANY_RACE) else usage, lambda races: races or ANY_RACE),
    }

    nature = word_field(NATURES)
    type = word_field(TYPES, blank=True)
    rarity = word_field(RARITIES)
    play_method = word_field(PLAY_METHODS)
    usage = forms.MultipleChoiceField(
        choices=[(race, race) for race in RACES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="None of them: any race may use it.",
    )
    position = word_field(POSITIONS, blank=True)
    race = word_field((*RACES, NEUTRAL), blank=True)
    text = text_field()
    field_order = ("title", "number", "set", *printed[1:5], "usage", *printed[5:], RULINGS_FIELD, REST)


def _read_affinity(words: str) -> object:
    """Return the affinity: "none", or the race of the ship or of the captain."""
    whose, _, race = words.partition(": ")
    return {whose: race} if race else "none"


class HexTileForm(PieceForm):
    """Hex tiles."""

    piece_kind = PieceKind.TILE
    printed = ("number", "hex_points", "kind", "text", "flavour")
    worded = {"affinity": (affinity_in_words, _read_affinity)}

    hex_points = number_field(9)
    kind = word_field(TILE_KINDS)
    affinity = word_field(AFFINITIES, blank=True)
    text = text_field()
    field_order = ("title", "number", "set", "hex_points", "kind", "affinity", "text", "flavour", RULINGS_FIELD, REST)


class StarterForm(EntryForm):
    """Starter decks: legal by the evaluator, or refused with the rule."""

    race = word_field(RACES)
    ship = forms.CharField(max_length=LONGEST_TITLE)
    captain = forms.CharField(max_length=LONGEST_TITLE)
    plan = forms.CharField(widget=lines(3))
    cards = YamlField(help_text="Titles with their copies, one in a line.")
    hexpile = YamlField(help_text="Tiles with their copies, one in a line.")
    style = forms.CharField(
        max_length=LONGEST_STYLE, required=False, help_text="Its way to play, if newcomers are introduced to it."
    )
    field_order = ("title", "race", "ship", "captain", "plan", "cards", "hexpile", "style")

    class Meta:
        model = StarterDeck
        fields: list[str] = []

    def fill_fields(self, definition: StarterData) -> FormValues:
        """Return the fields, with the deck and the hexpile as YAML."""
        piles = {name: in_yaml(definition[name]) for name in ("cards", "hexpile")}
        named = {name: definition[name] for name in ("race", "ship", "captain", "plan")}
        return named | piles | {"style": definition.get("style", "")}

    def assemble(self, said: FormValues) -> dict[str, object]:
        """Return all fields unchanged."""
        return {name: said[name] for name in self.field_order}

    def faults(self) -> Iterator[CatalogueError]:
        """Yield the missing pieces, and the problems by rules 3 and 4."""
        pieces: Catalogue = read_pieces()
        title = self.definition["title"]
        if StarterDeck.objects.filter(title=title).exclude(pk=self.instance.pk).exists():
            yield CatalogueError(IN_ADMIN, title, "title", "another starter deck has this title")
        own = list(starter_faults(self.definition, IN_ADMIN, pieces))
        yield from own
        if not own:
            starters = {title: starter_of(self.definition)}
            yield from together_faults(pieces, starters, CardSet.objects.values_list("code", flat=True))
