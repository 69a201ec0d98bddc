"""The admin of catalogue, decks and fleets: pieces are searched by their print and edited without breaking play.

An edit takes effect in the next match; matches carry the definitions they were started with. `load_catalogue` keeps
edits and names them (docs/operations.md). What is in users' decks and fleets is their owners': they are taken out of
sight and given back here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from cards.catalogue import read_starters
from cards.decks.changes import restore_deck, withdraw_deck
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckTag, DeckVersion
from cards.fleets.changes import restore_fleet, withdraw_fleet
from cards.fleets.models import OwnFleet
from cards.forms import CaptainForm, EntryForm, GameCardForm, HexTileForm, PieceForm, ShipForm, StarterForm
from cards.models import (
    ANY_RACE,
    Captain,
    CardSet,
    Entry,
    GameCard,
    HexTile,
    Piece,
    PieceChange,
    Ruling,
    Ship,
    StarterDeck,
)
from cards.piece_facts import in_a_line
from cards.storing import remove_entry, write_piece, write_starter
from incursions.accounts.models import User
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.printed.texts import text_faults


class ReadOnly:
    """A read-only admin."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class TagsOfDeck(ReadOnly, admin.TabularInline):
    """The tags of a deck."""

    model = DeckTag
    extra = 0
    fields = readonly_fields = ("tag",)


class VersionsOfDeck(ReadOnly, admin.TabularInline):
    """The versions of a deck, without their contents."""

    model = DeckVersion
    extra = 0
    fields = readonly_fields = ("number", "name", "kept_at")


class SharedAdmin(ReadOnly, admin.ModelAdmin):
    """The admin of what users keep and share, deleted rows too. `do_withdraw` and `do_restore` are its services."""

    do_withdraw: Callable[..., Any]
    do_restore: Callable[..., Any]
    list_select_related = ("owner",)
    search_fields = ("name", "public_id", "owner__username", "owner__display_name")
    date_hierarchy = "changed_at"
    ordering = ("-changed_at", "-pk")
    actions = ("withdraw", "restore")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"cards.change_{self.opts.model_name}")

    @admin.action(description="Make private", permissions=["moderate"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Take rows out of everybody's sight but their owners'."""
        self._do(type(self).do_withdraw, "made private", request, queryset)

    @admin.action(description="Restore deleted ones", permissions=["moderate"])
    def restore(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Give deleted rows back to their owners."""
        self._do(type(self).do_restore, "restored", request, queryset)

    def _do(self, act: Callable[..., Any], done: str, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Do an act with each row, and tell for each what was done or why not."""
        for row in rows:
            try:
                act(row, by=cast("User", request.user))
            except DeckError as refused:
                messages.error(request, f"{row.name}: {refused.message}")
            else:
                messages.success(request, f"{row.name}: {done}.")


@admin.register(Deck)
class DeckAdmin(SharedAdmin):
    """Decks of all users."""

    do_withdraw, do_restore = withdraw_deck, restore_deck
    list_display = ("name", "owner", "visibility", "public_id", "created_at", "changed_at", "deleted_at")
    list_filter = ("visibility", ("deleted_at", admin.EmptyFieldListFilter))
    inlines = (TagsOfDeck, VersionsOfDeck)


@admin.register(OwnFleet)
class FleetAdmin(SharedAdmin):
    """Fleets of all users."""

    do_withdraw, do_restore = withdraw_fleet, restore_fleet
    list_display = ("name", "owner", "side", "points", "visibility", "public_id", "changed_at", "deleted_at")
    list_filter = ("side", "visibility", ("deleted_at", admin.EmptyFieldListFilter))


class RulingsOfPiece(ReadOnly, admin.TabularInline):
    """The rulings of a piece, edited together with its definition."""

    model = Ruling
    extra = 0


class ToldChanges:
    """Changes of pieces in words: definitions are long."""

    @admin.display(description="Changed")
    def describe_change(self, row: PieceChange) -> str:
        """Return the piece before and after the change, in a line."""
        return in_a_line(row)


class ChangesOfPiece(ReadOnly, ToldChanges, admin.TabularInline):
    """The printed values that a piece had before, in the page of the piece."""

    model = PieceChange
    extra = 0
    fields = readonly_fields = ("at", "by", "describe_change")


class UsableBy(admin.SimpleListFilter):
    """Cards that a race may use, those for any race too (rules 13.5)."""

    title = "usable by"
    parameter_name = "usable_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(race, race) for race in RACES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[GameCard]) -> QuerySet[GameCard]:
        """Return the cards whose usage limitation names the race, or none."""
        race = self.value()
        return queryset if race is None else queryset.filter(Q(usage=ANY_RACE) | Q(usage__contains=race))


class EntryAdmin(admin.ModelAdmin):
    """The admin of catalogue entries. Entries that were loaded from files cannot be deleted here."""

    actions = None
    save_on_top = True

    def has_delete_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        """Return True for an entry that was added here and is in no starter deck."""
        if obj is None or obj.loaded is not None or not super().has_delete_permission(request, obj):
            return False
        return not any(obj.title in starter.content.pieces for starter in read_starters().values())

    def delete_model(self, request: HttpRequest, obj: Entry) -> None:
        remove_entry(obj)


class PieceAdmin(EntryAdmin):
    """Pieces of one kind."""

    search_fields = ("title", "text", "flavour")
    inlines = (RulingsOfPiece, ChangesOfPiece)
    list_display_links = ("title",)
    list_select_related = ("set",)

    def save_model(self, request: HttpRequest, obj: Piece, form: EntryForm, change: bool) -> None:
        """Write the row; a text that can differ from its effects is saved with a warning."""
        if isinstance(form, PieceForm):
            obj.piece_kind = form.piece_kind
        write_piece(obj, form.definition, by=cast("User", request.user))
        for field, expected in text_faults(form.definition):
            messages.warning(request, f"{obj.title}, {field}: {expected}.")


@admin.register(Ship)
class ShipAdmin(PieceAdmin):
    """Ships."""

    form = ShipForm
    list_display = ("number", "title", "race", "role", "hull", "shields", "evasion", "set", "is_edited")
    list_filter = ("race", "role", "set", "is_edited")


@admin.register(Captain)
class CaptainAdmin(PieceAdmin):
    """Captains."""

    form = CaptainForm
    list_display = ("number", "title", "race", "bonuses", "espionage_evasion", "text", "set", "is_edited")
    list_filter = ("race", "set", "is_edited")

    @admin.display
    def bonuses(self, row: Captain) -> str:
        """Return the bonuses of the captain."""
        found = row.definition.get("bonuses", {})
        return ", ".join(f"{name.replace('_', ' ')} +{points}" for name, points in found.items())


@admin.register(GameCard)
class GameCardAdmin(PieceAdmin):
    """Officers and all other cards of decks."""

    form = GameCardForm
    list_display = (
        "number",
        "title",
        "nature",
        "type",
        "position",
        "rarity",
        "counts_against",
        "play_method",
        "usage",
        "set",
        "is_edited",
    )
    list_filter = ("nature", "type", "rarity", "play_method", UsableBy, "position", "set", "is_edited")


@admin.register(HexTile)
class HexTileAdmin(PieceAdmin):
    """Hex tiles."""

    form = HexTileForm
    list_display = ("number", "title", "kind", "hex_points", "affinity", "text", "set", "is_edited")
    list_filter = ("kind", "hex_points", "affinity", "set", "is_edited")


@admin.register(StarterDeck)
class StarterDeckAdmin(EntryAdmin):
    """Starter decks."""

    form = StarterForm
    list_display = ("title", "race", "plan", "is_edited")
    list_filter = ("race", "is_edited")
    search_fields = ("title", "plan")

    def save_model(self, request: HttpRequest, obj: StarterDeck, form: EntryForm, change: bool) -> None:
        """Write the row."""
        write_starter(obj, form.definition)


@admin.register(CardSet)
class CardSetAdmin(ReadOnly, admin.ModelAdmin):
    """Sets, as the files have them."""

    list_display = ("code", "title", "released")


@admin.register(Ruling)
class RulingAdmin(ReadOnly, admin.ModelAdmin):
    """All rulings, to search."""

    list_display = ("date", "piece", "rule", "text")
    list_select_related = ("piece",)
    search_fields = ("piece__title", "rule", "text")
    date_hierarchy = "date"


@admin.register(PieceChange)
class PieceChangeAdmin(ReadOnly, ToldChanges, admin.ModelAdmin):
    """Every piece that was ever changed."""

    list_display = ("at", "title", "by", "describe_change")
    list_select_related = ("by",)
    search_fields = ("title",)
    date_hierarchy = "at"
