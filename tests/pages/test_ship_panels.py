"""Ship panels: gauges, power cards and printed lines."""

import pytest

from incursions.games.incursions.table.panels import Gauge, build_panel
from tests.pages.games import new_game


def panel(**changes):
    ship = {**new_game().view(None)["ships"][0], **changes.pop("ship", {})}
    return build_panel(ship, mode="basic", who="Maren", **changes)


def test_panel_power_cards_tell_what_they_were_spent_on():
    made = panel(ship={"power": 2, "spent": ["torpedoes", "evade"]})
    assert [(cell.is_up, cell.mark, cell.spent_on) for cell in made.power] == [
        (True, "", ""),
        (True, "", ""),
        (False, "torp", "torpedoes"),
        (False, "evade", "evasion"),
    ]
    assert made.power_words == "2 of 4 power ready"


def test_panel_does_not_show_what_basic_has_not():
    names = [name for name, _, _ in panel().systems]
    assert names[:2] == ["Evasion", "Warp"]
    assert not {"Mines", "Tractor", "Cloak"} & set(names)


def test_panel_is_asked_in_magenta_for_its_own_player_alone():
    assert "is-asked" in panel(own=0, asked=0).css.split()
    assert "is-awaited" in panel(own=1, asked=0).css.split()


def test_panel_spoken_reads_like_a_report():
    made = panel(own=0)
    shields, hull = made.gauges
    assert made.spoken == (
        f"{made.title}, seat 0, you. Shields {shields.now} of {shields.top}, Hull {hull.now} of {hull.top}, "
        "4 of 4 power ready."
    )


@pytest.mark.parametrize(("how", "word"), [("destroyed", "Destroyed"), ("conceded", "Conceded")])
def test_panel_out_says_why(how, word):
    assert panel(ship={"out": {"how": how, "number": 3}}).out == word


@pytest.mark.parametrize(
    ("now", "after", "kinds"),
    [
        (5, 5, ["g-hull", "g-empty"]),
        (5, 3, ["g-hull", "g-lost", "g-empty"]),
        (5, 8, ["g-hull", "g-gained", "g-empty"]),
        (9, 9, ["g-hull"]),
        (0, 0, ["g-empty"]),
    ],
)
def test_gauge_bands(now, after, kinds):
    gauge = Gauge("Hull", "hull", now, 9, after)
    assert [css for css, _ in gauge.bands] == kinds
    assert sum(path.count("M") for _, path in gauge.bands) == 9
    assert gauge.words == (f"{now}" if now == after else f"{now} → {after}")
