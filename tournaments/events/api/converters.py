"""URL converters of tournaments: ids, and numbers of players, rounds, tables and webhooks."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class EventId(StringConverter):
    """The id of a tournament."""

    regex = "[0-9a-z]{1,16}"


class Ordinal(IntConverter):
    """A number from 1 of a player, a round or a table."""

    regex = "[1-9][0-9]{0,5}"


register_converter(EventId, "event")
register_converter(Ordinal, "ordinal")
