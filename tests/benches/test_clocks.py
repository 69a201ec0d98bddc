"""The figures of clocks are of what the rows say."""

import subprocess
from datetime import timedelta

import pytest
from django.utils import timezone

from support.benches.clocks import Size, figures, lay_matches, set_limits, summary
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.models import Action, Match

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_figures_tell_what_was_closed_and_how_late(catalogue):
    ids = lay_matches(6)
    began = set_limits(ids, 3)
    limits = list(Match.objects.order_by("pk").values_list("deadline_at", flat=True))
    assert limits == [began + timedelta(seconds=number / 2) for number in range(6)]
    sweep_deadlines(began + timedelta(seconds=2), queue=lambda *_: None)
    found = summary(ids)
    assert (found["clocks.matches"], found["clocks.closed"], found["clocks.closed_twice"]) == (6, 5, 0)
    assert found["clocks.late_max_s"] == 2.0
    first = Action.objects.filter(text="time").first()
    first.pk, first.number, first.move = None, first.number + 1, first.move + 1
    first.save()
    assert summary(ids)["clocks.closed_twice"] == 1


def test_moves_that_come_late_are_not_taken(catalogue):
    """Here nobody sweeps: each match is closed by the move that comes too late for it."""

    def start_worker() -> subprocess.Popen[bytes]:
        return subprocess.Popen(["sleep", "60"])

    found = figures(start_worker, Size(matches=3, within_s=0.1, killed_after_s=0.0))
    assert (found["clocks.closed"], found["clocks.late_moves"]) == (3, 0)
    assert Match.objects.filter(ended_at__gt=timezone.now()).count() == 0
