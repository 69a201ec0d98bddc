"""Serializers of checks and imports: the shapes of the answers and of their part of the schema."""

from __future__ import annotations

from rest_framework import serializers

from cards.api.deck_shapes import ContentShape
from cards.decks.contents import PARTS, data_of
from incursions.deck_files import Report, ReportLine, Source, Status
from incursions.rules.construction import Format, Problem, Severity, Verdict, sentence


class ProblemShape(serializers.Serializer):
    """A problem of a deck, or a warning about it."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(choices=[severity.value for severity in Severity])
    rule = serializers.CharField(help_text="The number of the rule that it is about")
    pieces = serializers.ListField(child=serializers.CharField(), help_text="The titles that it concerns")
    params = serializers.DictField(help_text="What the sentence is made from")
    message = serializers.CharField(help_text="One sentence")


class VerdictShape(serializers.Serializer):
    """The verdict on a deck content in one format."""

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
    """The result for a pasted line, or for a part of one."""

    line = serializers.IntegerField(help_text="From 1; 0 in JSON, codes and links")
    raw = serializers.CharField(help_text="As it was pasted, cut short if need be")
    status = serializers.ChoiceField(choices=[status.value for status in Status])
    reason = serializers.CharField(help_text="A sentence; empty where it was taken as it stands")
    part = serializers.ChoiceField(choices=[part.value for part in PARTS], allow_null=True)
    copies = serializers.IntegerField()
    typed = serializers.CharField(help_text="What `chosen` names it by")
    title = serializers.CharField(allow_null=True, help_text="What stands in the content for it; null for nothing")
    candidates = serializers.ListField(child=serializers.CharField(), help_text="What could be meant, the best first")


class ImportShape(serializers.Serializer):
    """A pasted deck, read line by line."""

    source = serializers.ChoiceField(choices=[source.value for source in Source])
    name = serializers.CharField(help_text="Empty where it has none")
    content = ContentShape(help_text="Titles that nobody knows stand in it as they were typed")
    lines = LineShape(many=True)
    deck = serializers.CharField(allow_null=True, help_text="The id of the deck that was made, with `save`")


def verdict_data(verdict: Verdict, held_to: Format) -> dict[str, object]:
    """Return the data of a verdict."""
    return {
        "format": held_to.name,
        "format_version": held_to.version,
        "points": held_to.hex_points,
        "tolerance": held_to.tolerance,
        "legal": verdict.is_legal,
        "problems": [*map(problem_data, verdict.problems)],
    }


def problem_data(problem: Problem) -> dict[str, object]:
    """Return the data of a problem, with its sentence."""
    return {**problem.to_data(), "message": sentence(problem)}


def report_data(report: Report) -> dict[str, object]:
    """Return the data of a report on a paste, before any deck is made of it."""
    return {
        "source": report.source.value,
        "name": report.name,
        "content": data_of(report.content),
        "lines": [*map(line_data, report.lines)],
        "deck": None,
    }


def line_data(line: ReportLine) -> dict[str, object]:
    """Return what became of a line."""
    part = None if line.part is None else line.part.value
    return line._asdict() | {"status": line.status.value, "part": part, "candidates": list(line.candidates)}
