"""Matches in the admin, read-only: an edit here would break a game or a log."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from cards.admin import ReadOnly
from tournaments.live.models import Outage, Report
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.staff.models import StaffAct
from tournaments.players.models import Award, MatchRecord, Rating, SeatRecord
from tournaments.runs.models import BalanceReport, Flight


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    """Shows rows and changes none."""


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """The admin of matches.

    It leaves out the seed, the state that holds it and the decks of the set-up, because staff members play, too. The
    pages of a match show what is public.
    """

    list_display = ("public_id", "mode", "state", "version", "host", "created_at", "deadline_at", "bot_due_at")
    list_filter = ("state", "mode")
    search_fields = ("public_id",)
    list_select_related = ("host",)
    exclude = ("seed", "state_data", "setup", "opening", "invitation")
    date_hierarchy = "created_at"


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Seats with their clocks, without what they bring."""

    exclude = ("loadout",)
    list_display = ("match", "index", "user", "bot", "bank_ms", "runs_out_at", "missed_turns")
    list_select_related = ("match", "user")
    search_fields = ("match__public_id",)


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """The log of actions, without texts and events: those may reveal other players' hands to staff at the table."""

    exclude = ("text", "events", "reason", "key")
    list_display = ("match", "number", "seat", "lapsed", "at")
    list_select_related = ("match",)
    search_fields = ("match__public_id",)


@admin.register(Flight)
class FlightAdmin(ReadOnlyAdmin):
    """Test flights, without the decks that fly in them."""

    list_display = ("public_id", "name", "state", "played", "games", "by", "created_at", "ended_at")
    list_filter = ("state",)
    list_select_related = ("by",)
    search_fields = ("public_id", "name")
    exclude = ("content", "outcomes", "field")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports; they are read and answered on the pages of the queue."""

    exclude = ("message", "answer")  # reports may tell staff who play at the table what they must not know

    list_display = ("public_id", "kind", "state", "room", "version", "by", "taken_by", "created_at")
    list_filter = ("state", "kind")
    list_select_related = ("by", "taken_by")
    search_fields = ("public_id", "room")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Ratings of all kinds, the casual ones too, which nobody else sees."""

    list_display = ("user", "bot", "mode", "with_bots", "is_casual", "shown", "mu", "sigma", "matches")
    list_filter = ("mode", "with_bots", "is_casual")
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name")


class SeatRecordsInline(admin.TabularInline):
    """The records of the seats, shown with the record of their match."""

    model = SeatRecord
    extra = 0
    can_delete = False


@admin.register(MatchRecord)
class MatchRecordAdmin(ReadOnlyAdmin):
    """The records of matches: for which ratings they count, and their results."""

    list_display = ("match", "mode", "with_bots", "is_casual", "is_struck", "is_due")
    list_filter = ("mode", "with_bots", "is_casual", "is_struck")
    list_select_related = ("match",)
    search_fields = ("match__public_id",)
    inlines = (SeatRecordsInline,)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """Outages of the server, and the time given back to players for them."""

    list_display = ("of", "began_at", "ended_at", "given_back_ms", "matches")
    list_filter = ("of",)


@admin.register(Award)
class AwardAdmin(ReadOnlyAdmin):
    """Badges that were earned."""

    list_display = ("badge", "user", "at")
    list_filter = ("badge",)
    list_select_related = ("user",)


@admin.register(StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """The audit log of what the staff did at matches."""

    list_display = ("match", "number", "by_name", "kind", "words", "reason", "version", "at")
    list_filter = ("kind",)
    list_select_related = ("match",)
    search_fields = ("match__public_id", "by_name", "reason")


@admin.register(BalanceReport)
class BalanceReportAdmin(admin.ModelAdmin):
    """Balance reports, without their large columns. Old ones can be deleted; they are asked for on their own pages."""

    list_display = ("public_id", "state", "played", "games", "by", "created_at", "ended_at")
    list_filter = ("state",)
    list_select_related = ("by",)
    exclude = ("deck_set", "tallies")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
