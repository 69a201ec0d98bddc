"""Full and Tournament on the page: every option a button, every topic a prompt, every event a sentence."""

import re
from xml.etree import ElementTree as ET

import pytest

from incursions.games.incursions.rules.events import KINDS
from incursions.games.incursions.table import chart
from incursions.games.incursions.table.log import SEATS as SEAT_FACTS
from incursions.games.incursions.table.log import ShipsLog, name_ships
from incursions.games.incursions.table.panels import build_hand, build_seat_table, describe_piles, list_stops
from incursions.games.incursions.table.printed import Printed
from incursions.games.incursions.table.prompt import build_prompt
from tests.markup import read_words
from tests.pages.asked_positions import GAMES, SEATS, asked_positions, buttons_of
from tests.pages.games import full_positions, is_joined, log_of
from tournaments.matches.log import is_for

COUNTED = ("power", "hull", "score", "total", "number", "bonus", "dice", "count")


@pytest.mark.parametrize("number", GAMES)
def test_every_button_is_accepted(number):
    for game, _, rows in asked_positions(number):
        for button in buttons_of(rows):
            played = game.copy()
            played.play(button.text)
            leads_on = game.decision.said or getattr(button, "opens", False)
            assert leads_on or played.decision is None or not played.decision.said, button.text


@pytest.mark.parametrize("number", GAMES)
def test_every_option_is_a_button_or_the_way_to_some(number):
    """An option that opens stages is there as whole lines, and as the way through them where those are not all."""
    for game, _, rows in asked_positions(number):
        sent = {button.text for button in buttons_of(rows)}
        for option in game.decision.options:
            stage = None if game.decision.said else game.following(option)
            if stage is None:
                assert option in sent or is_joined(game, option, sent), option
            elif option not in sent:
                left = {line for line in reachable(game, option) if not is_joined(game, line, sent)}
                assert left <= sent, option


def reachable(game, begun):
    """Every whole line that begins so."""
    stage = game.following(begun)
    if stage is None:
        return {begun}
    return set().union(*(reachable(game, f"{begun} {phrase}") for phrase in stage.options))


@pytest.mark.parametrize("number", GAMES)
def test_rows_are_told_apart_and_have_keys(number):
    for game, _, rows in asked_positions(number):
        assert len({row.id for row in rows}) == len(rows)
        keys = [row.key for row in rows if row.key]
        assert len(set(keys)) == len(keys)
        assert all(row.key for row in rows if not row.is_refused) or len(rows) > 35
        assert [row.key for row in rows if row.is_least] in (["0"], [])
        assert game.decision.said or any(row.is_least for row in rows)
        for row in rows:
            inner = [choice.key for choice in row.choices if choice.key]
            assert len(set(inner)) == len(inner), row.text


@pytest.mark.parametrize("number", GAMES)
def test_prompt_says_what_is_asked_to_everybody(number):
    for game, asked, rows in asked_positions(number):
        for seat in (*range(len(game.ships)), None):
            view = game.view(seat)
            prompt = build_prompt(view, rows if seat == asked else [], seat, Printed(game.setup))
            assert prompt.title
            assert prompt.rule
            assert prompt.is_own == (seat == asked)
            assert bool(prompt.groups) == prompt.is_own
            if game.decision.topic == "answer":
                assert prompt.announced


@pytest.mark.parametrize("number", GAMES)
def test_map_is_drawn_from_every_seat(number):
    for game, asked, rows in asked_positions(number):
        for seat in (asked, None):
            view = game.view(seat)
            shown = rows if seat == asked else []
            drawing = chart.draw_chart(view, shown)
            assert chart.draw_chart(chart.select_charted(view), shown) == drawing
            root = ET.fromstring(drawing)
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert len(chart.describe_tiles(view)) == len(view["map"])
            assert chart.describe_tiles(chart.select_charted(view)) == chart.describe_tiles(view)
            assert describe_piles(view) or (seat is None and len(view["players"]) > 3)


@pytest.mark.parametrize("number", GAMES)
def test_seats_and_hand_are_as_the_view_has_them(number):
    for game, asked, rows in asked_positions(number):
        view, printed = game.view(asked), Printed(game.setup)
        for player in view["players"]:
            table = build_seat_table(view, player["seat"], printed)
            shown = [lying.piece.title for lying in table.tabled]
            assert {card["title"] for card in player["tabled"]} <= set(shown)
            assert dict(table.counts)["Hand"] == player["hand"]
            assert [piece.title for piece in table.discard] == player["discard"][::-1]
            assert "None" not in table.spoken
        hand = build_hand(view, rows, printed)
        assert sum(card.copies for card in hand.cards) == len(view["hand"])
        assert all(card.piece.text or card.piece.figures for card in hand.cards)


@pytest.mark.parametrize("number", GAMES)
def test_every_event_has_a_sentence_that_a_player_can_read(number):
    for game in full_positions(number, SEATS[number]):
        for event in game.events:
            data = event.to_data()
            log = log_of(name_ships(game.view(None)), 0).writer
            said = read_words(log.tell(data["kind"], data["facts"]))
            assert not event.kind_class.sentence or said.endswith((".", ":", *"0123456789")), data
            assert not {"{", "}", "[", "]", "None", "True", "False", "_"} & set(said), (data, said)
            assert not any(word in said for word in ("None", "True", "False", "seat ")), (data, said)


def test_events_for_some_are_told_to_them_alone():
    event = {"kind": "drew_cards", "facts": {"seat": 1, "titles": ["Fire"]}, "audience": [1]}
    assert [is_for(event, seat) for seat in (0, 1, None)] == [False, True, False]
    ships = [{"seat": seat, "title": f"Ship {seat}", "css": "borg"} for seat in range(2)]
    for own, knows_all, told in ((0, False, 0), (None, False, 0), (1, False, 1), (0, True, 1)):
        assert len(list(log_of(ships, own, knows_all=knows_all).lines(1, [event]))) == told


def test_unknown_events_read_as_words():
    ships = [{"seat": 0, "title": "Sol", "css": "federation"}, {"seat": 1, "title": "Ruk'tor", "css": "klingon"}]
    facts = {"seat": 0, "target": 1, "title": "Old Hask", "points": [3, 1], "at": [1, 0], "dice": [2, 5], "why": None}
    said = read_words(log_of(ships).writer.tell("star_swallowed", facts | {"deep": {"raw": 1}}))
    assert said == "Sol: star swallowed · target Ruk'tor, Old Hask, points 3 → 1, at hex 1,0, 25."


FACTS = re.compile(r"\{(\w*)(?::([\w ]+))?\}")


def test_phrases_of_sentences_are_those_that_the_log_makes():
    used = {how for each in KINDS.values() for name, how in FACTS.findall(each.sentence) if how and not name}
    assert used == set(ShipsLog.phrases)


@pytest.mark.parametrize("kind", [kind for kind, each in KINDS.items() if each.sentence and "{:" not in each.sentence])
def test_sentences_read_with_all_facts_and_with_none_but_those_needed(kind):
    ships = [{"seat": 0, "title": "Sol", "css": "federation"}, {"seat": 1, "title": "Ruk'tor", "css": "klingon"}]
    facts = {}
    for name, how in FACTS.findall(KINDS[kind].sentence):
        usual = 1 if name in SEAT_FACTS else 2 if name in COUNTED else "A Word"
        usual = {"at": [1, 0], "titles": ["Fire"]}.get(name, usual)
        by_reading = {"change": [3, 1], "dice": [4], "total": [4], "place": "your deck", "power": 1}
        by_reading |= {
            "end": [[0, 0], [1, 0]],
            "steps": [[0, 0], [1, 0]],
            "sent": [0, 0],
            "coordinates": [1, 0],
            "reason": {"reason": "Over."},
        }
        facts[name] = by_reading.get(how, 2 if how else usual)
    needed = re.sub(r"\[[^\]]*\]", "", KINDS[kind].sentence)
    for chosen in (facts, {name: fact for name, fact in facts.items() if f"{{{name}" in needed}):
        said = read_words(log_of(ships).writer.tell(kind, chosen))
        assert said[0].isupper() or said.startswith(("the", "4")), said  # 4: the dice of a score
        assert not set("{}[]_§") & set(said), said
        assert kind.replace("_", " ") + " ·" not in said, said


def test_stops_say_which_are_set():
    found = list_stops(["back", "set stop score", "clear stop power up", "concede"])
    assert [(stop.words, stop.is_set) for stop in found] == [
        ("after a score is rolled", False),
        ("after another’s power-up", True),
    ]
