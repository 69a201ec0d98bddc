"""Users' decks in the admin: to look at, to take out of sight, and to give back. What is in them is their owners'."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from cards.admin_read_only import ReadOnly
from cards.decks.errors import DeckError
from cards.decks.making import restore_deck
from cards.decks.models import Deck, DeckTag, DeckVersion
from cards.decks.sharing import withdraw_deck

if TYPE_CHECKING:
    from incursions.accounts.models import User


class TagsOfDeck(ReadOnly, admin.TabularInline):
    """The tags of a deck."""

    model = DeckTag
    extra = 0
    fields = readonly_fields = ("tag",)


class VersionsOfDeck(ReadOnly, admin.TabularInline):
    """The versions of a deck, without what is in them."""

    model = DeckVersion
    extra = 0
    fields = readonly_fields = ("number", "name", "kept_at")


@admin.register(Deck)
class DeckAdmin(ReadOnly, admin.ModelAdmin):
    """Decks of all users, deleted ones too."""

    list_display = ("name", "owner", "visibility", "public_id", "created_at", "changed_at", "deleted_at")
    list_filter = ("visibility", ("deleted_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("name", "public_id", "owner__username", "owner__display_name")
    date_hierarchy = "changed_at"
    ordering = ("-changed_at", "-pk")
    inlines = (TagsOfDeck, VersionsOfDeck)
    actions = ("withdraw", "restore")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whoever may change decks, as the admin words it."""
        return request.user.has_perm("cards.change_deck")

    @admin.action(description="Make private", permissions=["moderate"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        """Take decks out of everybody's sight but their owners'."""
        self._do(withdraw_deck, "made private", request, queryset)

    @admin.action(description="Restore from the deleted decks", permissions=["moderate"])
    def restore(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        """Give deleted decks back to their owners."""
        self._do(restore_deck, "restored", request, queryset)

    def _do(self, act: Callable[..., Deck], done: str, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        for deck in decks:
            try:
                act(deck, by=cast("User", request.user))
            except DeckError as refused:
                messages.error(request, f"{deck.name}: {refused.message}")
            else:
                messages.success(request, f"{deck.name}: {done}.")
