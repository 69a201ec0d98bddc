"""Every page of a late day stays within the limit of a page, with an attack, a full inbox and full mail."""

from __future__ import annotations

from support.benches.late_day import KB, lay_day, measure_pages, play_late

LARGEST_KB = 60
TURNS = 3


def test_no_page_of_a_late_day_is_too_large(host):
    sizes = list(measure_pages(lay_day(host, play_late(TURNS))))
    assert {"desk", "seat", "projector", "board", "council", "news", "map", "inbox", "show_log"} <= {
        each.page for each in sizes
    }
    assert [each for each in sizes if each.size > LARGEST_KB * KB] == []
