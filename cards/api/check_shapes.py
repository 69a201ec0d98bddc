"""What the API says of checks and imports: the shapes of its answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from cards.api.deck_shapes import ContentShape
from incursions.deck_files import DeckFile, Part
from incursions.rules.construction import Format, Problem, Severity, Verdict, sentence


class ProblemShape(serializers.Serializer):
    """What is wrong with a deck, or odd about it."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=[severity.value for severity in Severity])
    rule = serializers.CharField(help_text="The number of the rule that it is about")
    pieces = serializers.ListField(child=serializers.CharField(), help_text="The titles that it concerns")
    params = serializers.DictField(help_text="What the sentence is made from")
    message = serializers.CharField(help_text="One sentence")


class VerdictShape(serializers.Serializer):
    """What the evaluator says of a content in one format."""

    format = serializers.CharField()
    format_version = serializers.IntegerField()
    points = serializers.IntegerField(help_text="The hex-point limit that it was held to")
    tolerance = serializers.IntegerField()
    legal = serializers.BooleanField(help_text="No problem is an error")
    problems = ProblemShape(many=True)


class CheckedShape(serializers.Serializer):
    """Verdicts on a content, in the order in which formats were asked for."""

    content = ContentShape()
    hash = serializers.CharField(help_text="Of the content, whatever its order")
    verdicts = VerdictShape(many=True)


class LineShape(serializers.Serializer):
    """What became of an entry."""

    line = serializers.IntegerField(help_text="From 1; 0 in JSON")
    part = serializers.ChoiceField(choices=[part.value for part in Part if part is not Part.POOL])
    copies = serializers.IntegerField()
    typed = serializers.CharField()
    title = serializers.CharField(allow_null=True, help_text="The piece that it means; null where there is none")


class FaultShape(serializers.Serializer):
    """A line that cannot be read."""

    line = serializers.IntegerField(help_text="From 1; 0 where no line is to blame")
    reason = serializers.CharField()


class ImportShape(serializers.Serializer):
    """What a text says, line by line."""

    name = serializers.CharField(help_text="Empty where it has none")
    content = ContentShape(help_text="Titles that nobody knows stand in it as they were typed")
    lines = LineShape(many=True)
    faults = FaultShape(many=True, help_text="Without any, the text was read whole")
    deck = serializers.CharField(allow_null=True, help_text="The id of the deck that was made, with `save`")


def verdict_data(verdict: Verdict, held_to: Format) -> dict[str, Any]:
    """A verdict."""
    return {
        "format": held_to.name,
        "format_version": held_to.version,
        "points": held_to.hex_points,
        "tolerance": held_to.tolerance,
        "legal": verdict.is_legal,
        "problems": [*map(problem_data, verdict.problems)],
    }


def problem_data(problem: Problem) -> dict[str, Any]:
    """A problem, with its sentence."""
    return {**problem.to_data(), "message": sentence(problem)}


def lines_of(read: DeckFile) -> list[dict[str, Any]]:
    """What became of each entry."""
    return [line._asdict() | {"part": line.part.value} for line in read.lines]


def faults_of(read: DeckFile) -> list[dict[str, Any]]:
    """What cannot be read."""
    return [fault._asdict() for fault in read.faults]
