"""Fleets: lists, one fleet, copies and files; ready-made fleets, classes, and the check of a fleet (rules T3.7)."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.fleet_shapes import (
    CHANGE,
    CHECK,
    COPY,
    CREATE,
    SOURCES,
    STEP,
    FleetShape,
    FleetSummaryShape,
    FleetVerdictShape,
    ReadyFleetShape,
    ShipClassShape,
    verdict_data,
)
from cards.decks.errors import DeckError
from cards.fleets.changes import (
    change_fleet,
    copy_fleet,
    create_fleet,
    delete_fleet,
    find_fleet_row,
    lock_fleet,
    renew_fleet_link,
    restore_fleet,
)
from cards.fleets.models import OwnFleet, OwnFleetQuerySet
from cards.fleets.texts import read_name, read_text, refuse_text, write_text
from incursions.games.data_checks import DataError
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.fleet_texts import FleetTextError
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    USUAL_POINTS,
    Fleet,
    FleetLimits,
    ReadyFleet,
    read_fleet,
)
from incursions.kit.api.answers import AnyForm
from incursions.kit.api.requests import Body, bad, whole
from incursions.kit.api.views import ApiView, PublicView, operation

MINE, DELETED, SIDE = "mine", "deleted", "side"
FLAG = {"type": "boolean"}
TEXT_TYPE = "text/plain; charset=utf-8"


def fleet_address(row: OwnFleet) -> str:
    """Return the address of the fleet in the API."""
    return reverse("api:fleet", args=[row.public_id])


class FleetView(ApiView):
    """A resource of fleets."""

    def hold(self, **words: Any) -> None:
        """Lock the fleet of the address until the transaction ends."""
        if "public_id" in words:
            lock_fleet(self.find(words["public_id"]), by=self.request.user)

    def find(self, public_id: str) -> OwnFleet:
        """Return the fleet of the address. Raises `DeckError` for one that the caller may not see."""
        return find_fleet_row(public_id, self.request.user)


class Fleets(FleetView):
    """The public fleets, one's own, and making one."""

    @operation(
        "fleets_list",
        "List fleets",
        FleetSummaryShape,
        OpenApiParameter(MINE, FLAG, description="One's own fleets, of any visibility"),
        OpenApiParameter(DELETED, FLAG, description="With `mine`: the deleted ones, the last deleted first"),
        OpenApiParameter(SIDE, {"type": "string", "enum": [*SIDES]}),
        is_paged=True,
        description="The public fleets, or one's own, the last changed first.",
    )
    def get(self, request: Request) -> OwnFleetQuerySet:
        """A page of fleets."""
        is_mine, deleted = self.asked.flag(MINE), self.asked.flag(DELETED)
        if deleted and not is_mine:
            raise bad(DELETED, "Only deleted fleets of one's own are listed: ask for mine=true, too.")
        if is_mine and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have fleets of your own.")
        fleets = OwnFleet.objects.listed()
        if is_mine:
            owned = OwnFleet.objects.own_deleted if deleted else OwnFleet.objects.own
            fleets = owned(request.user).select_related("owner")
        side = self.asked.one_of(SIDE, ("", *SIDES), "")
        return fleets.filter(side=side) if side else fleets

    @operation("fleets_create", "Make a fleet", FleetShape, body=CREATE, made_at=fleet_address)
    def post(self, request: Request, body: Body) -> OwnFleet:
        """A new private fleet. It may be against the rules: the check says how."""
        fleet, name, ready = self._read_fleet(body)
        limits = _read_limits(body, FleetLimits(USUAL_POINTS if ready is None else ready.points))
        called = body.text("name") if "name" in body else name
        return create_fleet(owner=request.user, name=called, fleet=fleet, points=limits.points, bases=limits.bases)

    @staticmethod
    def _read_fleet(body: Body) -> tuple[Fleet, str, ReadyFleet | None]:
        """Return the fleet that the body describes, its name, and the ready-made fleet that it is."""
        body.require_one(SOURCES[:3])
        if "ready" in body:
            ready = _find_ready(body.text("ready"))
            return ready.fleet, ready.title, ready
        fleet = _read_content(body)
        return fleet, read_name(body.text("text") if "text" in body else "", fleet), None


class OneFleet(FleetView):
    """A fleet."""

    @operation("fleets_read", "Read a fleet", FleetShape)
    def get(self, request: Request, public_id: str) -> OwnFleet:
        """The fleet with its ships."""
        return self.find(public_id)

    @operation("fleets_change", "Change name, ships, limits or visibility", FleetShape, body=CHANGE)
    def patch(self, request: Request, body: Body, public_id: str) -> OwnFleet:
        """All that is said changes at once, or nothing."""
        if "content" in body and "text" in body:
            raise DeckError("malformed", "One of content, text was expected.")
        row = self.find(public_id)
        fleet = _read_content(body) if "content" in body or "text" in body else None
        limits = _read_limits(body, row.limits)
        said = {key: body.must(key) for key in ("name", "visibility") if key in body}
        number = body.number()
        return change_fleet(
            row, by=request.user, number=number, fleet=fleet, points=limits.points, bases=limits.bases, **said
        )

    @operation("fleets_delete", "Delete a fleet", None)
    def delete(self, request: Request, public_id: str) -> None:
        """Out of everybody's sight but its owner's, who can restore it."""
        delete_fleet(self.find(public_id), by=request.user)


class RestoredFleet(FleetView):
    """Taking a fleet back from the deleted ones."""

    @operation("fleets_restore", "Restore a deleted fleet", FleetShape)
    def post(self, request: Request, public_id: str) -> OwnFleet:
        """The fleet as it was. One that is not deleted stays as it is."""
        Body(request)
        return restore_fleet(self.find(public_id), by=request.user)


class FleetCopies(FleetView):
    """Copies of a fleet."""

    @operation("fleets_copy", "Copy a fleet", FleetShape, body=COPY, made_at=fleet_address)
    def post(self, request: Request, body: Body, public_id: str) -> OwnFleet:
        """A private copy, for the same limits."""
        return copy_fleet(self.find(public_id), by=request.user, **body.arguments(COPY))


class FleetLink(FleetView):
    """The address of a fleet."""

    @operation("fleets_renew_link", "Give a fleet another address", FleetShape, body=STEP)
    def post(self, request: Request, body: Body, public_id: str) -> OwnFleet:
        """The former address no longer works."""
        return renew_fleet_link(self.find(public_id), by=request.user, number=body.number())


class FleetExport(FleetView):
    """A fleet as a text."""

    content_negotiation_class = AnyForm

    @operation("fleets_export", "Download a fleet", {(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The text, from which the same fleet can be made."""
        row = self.find(public_id)
        return HttpResponse(write_text(row.fleet, row.name), content_type=TEXT_TYPE)


class FleetCheck(FleetView):
    """The check of a fleet at a table's limits."""

    rate = "work"

    @operation(
        "fleets_check",
        "Check a fleet",
        FleetVerdictShape,
        body=CHECK,
        is_open=True,
        description="A content, a text, a ready-made fleet, or one that the caller may see. Nothing is saved.",
    )
    def post(self, request: Request, body: Body) -> Response:
        """The verdict (rules T3.7), by which tables judge. Without limits those of a fleet that has some are meant."""
        body.require_one(SOURCES)
        usual = FleetLimits()
        if "fleet" in body:
            row = self.find(body.text("fleet"))
            fleet, usual = row.fleet, row.limits
        elif "ready" in body:
            fleet = _find_ready(body.text("ready")).fleet
        else:
            fleet = _read_content(body)
        return Response(verdict_data(fleet, _read_limits(body, usual)))


class ReadyFleets(PublicView):
    """The ready-made fleets."""

    @operation("fleets_ready", "List the ready-made fleets", ReadyFleetShape(many=True))
    def get(self, request: Request) -> Response:
        """All of them."""
        return Response(ReadyFleetShape(read_catalogue().fleets.values(), many=True).data)


class ShipClasses(PublicView):
    """The classes that fleets are chosen from."""

    @operation("fleets_classes", "List the classes of ships", ShipClassShape(many=True))
    def get(self, request: Request) -> Response:
        """All of them, with what they cost."""
        return Response(ShipClassShape(read_catalogue().definitions.classes.values(), many=True).data)


def _read_content(body: Body) -> Fleet:
    """Return the fleet in `content` or `text`. Raises `DeckError` unreadable or malformed."""
    if "text" in body:
        try:
            return read_text(body.text("text"))
        except FleetTextError as fault:
            raise refuse_text(fault) from fault
    try:
        return read_fleet(body.must("content"))
    except DataError as fault:
        raise DeckError("malformed", f"content: {fault}.", field="content") from fault


def _find_ready(title: str) -> ReadyFleet:
    fleets = read_catalogue().fleets
    if title not in fleets:
        raise DeckError("invalid", f"A ready-made fleet is one of: {', '.join(fleets)}.", field="ready")
    return fleets[title]


def _read_limits(body: Body, usual: FleetLimits) -> FleetLimits:
    """Return the limits that the body names, those left out as usual. Raises `DeckError` malformed."""
    points = whole(body.get("points", usual.points), "points", least=FEWEST_POINTS, most=MOST_POINTS)
    return FleetLimits(points, whole(body.get("bases", usual.bases), "bases", least=0, most=MOST_BASES))
