"""Serializers of errors: one shape, with members that only some codes have."""

from __future__ import annotations

from rest_framework import serializers

from cards.api.problems import CODES


class PlaceShape(serializers.Serializer):
    """Characters of a query (Unicode's, not bytes), counted from 0: from `start` up to, and without, `end`."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()


class FaultShape(serializers.Serializer):
    """A line of a deck that cannot be read."""

    line = serializers.IntegerField(help_text="From 1; 0 in JSON, codes and links")
    reason = serializers.CharField(help_text="A sentence")


class ErrorShape(serializers.Serializer):
    """An error (RFC 9457). Some codes add members, as their descriptions say."""

    type = serializers.CharField(help_text="Where the code is explained")
    title = serializers.CharField(help_text="What the code says")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong this time, in a sentence")
    code = serializers.ChoiceField(choices=[*CODES])
    field = serializers.CharField(required=False, help_text="What it is about")
    number = serializers.IntegerField(required=False, help_text="`moved_on`: the number that the deck has now")
    fault = serializers.CharField(required=False, help_text="`bad_query`: the kind of fault, such as value.unknown")
    place = PlaceShape(required=False, help_text="`bad_query`: where the fault is")
    suggestion = serializers.CharField(
        required=False, allow_null=True, help_text="`bad_query`: what should stand there; null where nothing is near"
    )
    corrected = serializers.CharField(
        required=False, allow_null=True, help_text="`bad_query`: the whole query as it was probably meant"
    )
    suggestions = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="`no_such_piece`: slugs that may have been meant"
    )
    last = serializers.IntegerField(required=False, help_text="`no_such_page`: the last page")
    current = serializers.CharField(required=False, help_text="`no_such_catalogue`: the address of the present file")
    version = serializers.IntegerField(required=False, help_text="The version that a tournament has now")
    rule = serializers.CharField(required=False, help_text="The rule that says no")
    problems = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="`illegal_deck`: each problem, as `/check/` has them"
    )
    faults = FaultShape(many=True, required=False, help_text="`unreadable`: each line that cannot be read")
