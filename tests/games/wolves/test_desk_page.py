"""Control's desk, the attack board and the projector, drawn from the game in several states."""

import random
import re
from html import unescape

from incursions.engine import IllegalAction
from incursions.games.megagames import Claim, DeskFacts, LoggedEntry
from incursions.games.wolves.pages.attack_board import describe_board
from incursions.games.wolves.pages.desk import INBOX_BYTES, NO_FACTS, Desk, describe_fleet_point, draw_panel
from incursions.games.wolves.pages.inbox import list_waiting
from incursions.games.wolves.pages.projector import draw_projector
from incursions.games.wolves.pages.subjects import list_subjects
from incursions.games.wolves.pages.vessel_panels import list_moves, list_panels, sort_panels
from incursions.games.wolves.rules.attack import describe_wolves
from incursions.games.wolves.rules.exchanges import Offer
from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import load_content, start_day
from tests.games.wolves.page_parts import read_commands, read_words

BLANK = re.compile(r"\{([^}]*)\}")
COMMANDS_OF_A_DAY = 400
DRAWN_EVERY = 20


def draw_desk(game: Game, seat: str, entries=(), facts=NO_FACTS) -> dict[str, str]:
    """Return the parts of the desk of a seat."""
    return dict(Desk(game, entries, facts).draw(seat))


def list_desk_commands(game: Game, part: str) -> list[str]:
    """Return the commands of a part of the desk with their line breaks."""
    return read_commands(draw_desk(game, "Control")[part])


def draw(game: Game, entries=()) -> dict[str, str]:
    """Return the parts of the desk without line breaks."""
    parts = draw_desk(game, "Control", entries).items()
    return {name: re.sub(r"\s*(<[^>]*>)\s*", r"\1", " ".join(part.split())) for name, part in parts}


# What comes next.


def test_next_step_of_each_phase_is_the_button_that_n_presses():
    game, steps = start_day(), []
    for _ in range(4):
        part = draw(game)["next"]
        steps.append(re.search(r'value="([^"]*)" data-keys="n"', part).group(1))
        game.act("Control", steps[-1])
    assert steps == ["start the event", "begin action", "begin team", "begin close"]


def test_clock_is_paused_and_resumed_by_one_button():
    game = start_day("start the event")
    assert "pause the clock" in read_commands(draw(game)["next"])
    game.act("Control", "pause the clock")
    given = read_commands(draw(game)["next"])
    assert {"resume the clock", "add 1 minutes", "add -1 minutes"} <= set(given)
    assert "pause the clock" not in given


def test_alarm_shows_the_strength_of_the_pursuit_level_in_words_that_can_be_given():
    game = start_day("start the event", "set pursuit of fleet to 7 because of a test")
    part = draw(game)["next"]
    assert "12 fighters, 5 boarding, 1 ship in 3 quadrants" in read_words(part)
    example = unescape(re.search(r'placeholder="([^"]*)"', part).group(1))
    game.act("Control", f"declare an attack with {example}")
    assert sum(len(wolves) for wolves in game.state.attack.wolves) == 18


def test_units_of_an_attack_are_named_one_by_one_and_together():
    game = start_day("start the event", "begin action", "declare an attack with 1 fighter and 1 ships in quadrant 3")
    assert describe_wolves(game.state.attack) == "1 fighter and 1 ship in quadrant 3"
    board = read_words(draw(game)["attack"])
    assert "1 fighter 1 ship" in board
    assert "1 fighters" not in board


def test_desk_starts_from_the_time_at_which_the_day_is_planned_to_end():
    game = start_day("start the event")
    assert 'type="time" value="17:30"' in draw_desk(game, "Control", facts=DeskFacts(ends_at="17:30"))["next"]


def test_desk_says_in_words_where_the_fleet_is():
    game = start_day("start the event")
    assert "the fleet has not jumped yet" in read_words(draw(game)["vessels"])
    place = next(iter(game.content.destinations.values()))
    game.flagship.point = place.coordinates
    assert describe_fleet_point(game) == f"the fleet is at {place.title}"
    game.flagship.point = "99999"
    assert describe_fleet_point(game) == "the fleet is at the empty point 99999"


def test_attack_is_led_round_by_round_and_says_who_can_still_act():
    game = start_day("start the event", "declare an attack with 2 fighters in quadrant 1")
    parts = draw(game)
    assert read_commands(parts["next"])[0] == "close the Fleet round"
    assert "declare an attack" not in parts["next"]
    assert "Aegis squadron 1" in parts["attack"]
    game.act("Control", "close the Fleet round")
    parts = draw(game)
    assert read_commands(parts["next"])[0] == "play the Wolf round"
    assert "Wolf round 1" in read_words(parts["attack"])
    game.act("Control", "play the Wolf round")
    assert re.search(r"Damage counted \w", read_words(draw(game)["attack"]))


def test_close_is_a_checklist_in_its_order():
    game = start_day("start the event", "begin action", "begin team", "begin close")
    part = draw(game)["next"]
    assert re.findall(r'<li class="is-(\w+)"><b>([^<]*)', part) == [
        ("open", "The broadcast"),
        ("open", "Effect of the news"),
        ("open", "Supply"),
        ("open", "Morale and riots"),
    ]
    assert "State the effect of the news first" in part
    assert re.findall(r"effect of the news is (-?\d)", part) == ["0"]
    game.act("News Media Reporter", "broadcast: We are still here.")
    assert re.findall(r"effect of the news is (-?\d)", draw(game)["next"]) == ["-3", "-2", "-1", "0", "1", "2", "3"]
    game.act("Control", "effect of the news is 1")
    part = draw(game)["next"]
    assert re.findall(r'<li class="is-(\w+)">', part) == ["done", "done", "open", "open"]
    assert "State the effect of the news first" not in part


def test_jumps_are_resolved_when_signs_are_up():
    game = start_day("start the event")
    assert "resolve the jumps" not in read_commands(draw(game)["next"])
    game.vessel("Dione").sign = "without coordinates"
    parts = draw(game)
    assert "resolve the jumps" in read_commands(parts["next"])
    assert "Jump sign Dione" in read_words(parts["inbox"])


# The inbox.


def test_inbox_says_when_nothing_waits():
    assert "Nothing waits for you" in draw(start_day("start the event"))["inbox"]


def test_inbox_holds_proposals_and_notes_with_their_answers():
    game = start_day("start the event")
    game.act("Dione Captain", "propose: we sing <b>loudly</b>")
    game.act("Dione Captain", "write to Aegis Admiral: Send water.")
    part = draw(game)["inbox"]
    given = read_commands(part)
    assert {"answer proposal 1: yes", "answer proposal 1: no", "deliver note 1", "return note 1"} <= set(given)
    assert "<b>loudly</b>" not in part
    for text in ("answer proposal 1: yes", "deliver note 1"):
        game.act("Control", text)
    assert read_commands(draw(game)["inbox"]) == []


def test_inbox_shows_since_when_a_consent_hangs():
    game = start_day("start the event")
    game.act("Dione Captain", "propose: nothing", 65)
    game.state.offers.append(
        Offer("swap with Lucas", "Dione Captain", "Dione", "Lucas", True, "W3.1", "propose: nothing")
    )
    assert 'data-at="65"' in draw(game)["inbox"]


def test_warnings_name_low_morale_and_an_empty_tank():
    because = "because of a test"
    game = start_day("start the event", f"set morale of Dione to 2 {because}", f"set fuel of Vulcan to 0 {because}")
    words = read_words(draw(game)["inbox"])
    assert "Dione : morale 2" in words
    assert "Vulcan : no fuel for a short jump" in words


def test_lines_that_wait_have_stable_subjects():
    game = start_day("start the event")
    game.act("Dione Captain", "propose: we sing", 10)
    game.act("Lucas Captain", "propose: we dance", 20)
    game.act("Dione Captain", "write to Aegis Admiral: Send water.", 30)
    game.act("Control", "send Dione Captain to sickbay")
    game.act("Control", "bring prompt 1")
    game.vessel("Lucas").sign = "without coordinates"
    game.state.inbox.append("survivors Vulcan")
    lines = [line.subject for lines in list_waiting(game).values() for line in lines]
    assert lines == [
        *("proposal 1", "proposal 2", "note 1", "patient Dione Captain", "sign Lucas"),
        *("choice Dione feed them put them off at the next stop", "line 1"),
    ]
    assert {*lines, "clock", "vessel Dione"} <= {*list_subjects(game)}
    game.act("Control", "answer proposal 1: no")
    assert "proposal 1" not in list_subjects(game)
    assert "proposal 2" in list_subjects(game)


def test_lines_of_a_vessel_that_somebody_looks_after_are_marked():
    game = start_day("start the event", "set morale of Dione to 2 because of a test")
    game.act("Dione Captain", "propose: we sing")
    facts = DeskFacts({"vessel Dione": Claim("Control 2", "Ann"), "proposal 1": Claim("Control", "Bo")})
    words = read_words(draw_desk(game, "Control", (), facts)["inbox"])
    assert words.count("Dione: Ann") == 1
    assert "Dione : morale 2 Ann" in words
    assert "Yours Release" in words
    words = read_words(draw_desk(game, "Control 2", (), facts)["inbox"])
    assert words.count("Dione: yours") == 1
    assert "Dione : morale 2 yours" in words
    assert "Bo has it Take over" in words


def test_requests_older_than_a_minute_are_counted():
    game = start_day("start the event")
    game.act("Dione Captain", "propose: we sing", 10)
    game.act("Dione Captain", "write to Aegis Admiral: Send water.", 50)
    for now, late in ((69, 0), (70, 1), (110, 2)):
        part = draw_desk(game, "Control", (), DeskFacts(now=now))["inbox"]
        assert f"{late} older than a minute" in part
        assert ('id="late-count" hidden' in part) == (not late)


def test_team_without_a_phone_is_warned_of():
    facts = DeskFacts(silent_teams=("Vulcan", "News Media"))
    words = read_words(draw_desk(start_day("start the event"), "Control", (), facts)["inbox"])
    assert "No phone on : Vulcan, News Media" in words


def test_clock_of_another_is_asked_for():
    game = start_day("start the event")
    facts = DeskFacts({"clock": Claim("Control 2", "Ann")})
    part = draw_desk(game, "Control", (), facts)["next"]
    assert "Ann holds the clock Take over" in read_words(part)
    for name in ("next-step", "next-pause", "next-more", "alarm-sound", "more-end"):
        assert re.search(rf'<button[^>]*id="{name}"[^>]* disabled>', part), name
    assert not re.search(r"disabled", draw_desk(game, "Control 2", (), facts)["next"])
    assert not re.search(r"disabled", draw_desk(game, "Control")["next"])


# Vessels.


def test_vessels_in_trouble_come_first():
    game = start_day("start the event", "set morale of Salvador to 0 because of a test")
    game.vessel("Lucas").hold["fuel"] = 0
    panels = sort_panels(list_panels(game))
    assert [panel.name for panel in panels[:2]] == ["Salvador", "Lucas"]
    assert "assent to {what}" in read_commands(draw(game)["vessels"])


def test_forms_of_a_vessel_give_commands_that_control_can_give():
    game = start_day("start the event")
    forms = list_desk_commands(game, "vessels")
    moving = dict(list_moves(game))["Dione"]
    assert f'<option value="{moving}">Dione</option>' in draw_desk(game, "Control")["vessels"]
    blanks = {"vessel": "Dione", "what": "fuel", "n": "2", "reason": "the tank was found"}
    assert len(forms) == 2
    for form in forms:
        game.act("Control", BLANK.sub(lambda found: blanks[found.group(1)], form.replace("[{secretly} ]", "secretly ")))
    for line in moving.split("\n"):
        game.act("Control", line.replace("{vessel}", "Lucas").replace("{reason}", "the hull is open"))
    assert game.vessel("Dione").hold["fuel"] <= 2
    assert {game.state.places[seat] for seat in game.seats_of("Dione")} == {"Lucas"}


def test_team_moves_without_its_prisoners_and_from_a_vessel_that_is_lost():
    game = start_day("start the event", "put Dione Captain in the brig")
    game.vessel("Dione").is_destroyed = True
    form = dict(list_moves(game))["Dione"]
    assert "Dione Captain" not in form
    assert [line.split(" to ")[0] for line in form.split("\n")] == [
        "set place of Dione First Officer",
        "set place of Dione Chief Engineer",
        "set place of Dione Council Member",
    ]


# The log.


def test_log_strikes_out_what_was_undone_and_leads_to_the_preview():
    game = start_day("start the event", "begin action", "begin team", "undo to entry 1 because it was too early")
    entries = [LoggedEntry(entry.number, entry.seat, "12:00:00", entry.text) for entry in reversed(game.log)]
    part = draw(game, entries)["log"]
    lines = part.split("<li")[1:]
    assert [("is-struck" in line, "preview?to=" in line) for line in lines] == [
        (False, False),
        (True, False),
        (True, False),
        (False, True),
    ]


# The attack board and the projector.


def test_board_numbers_five_spaces_in_each_quadrant():
    game = start_day("start the event", "declare an attack")
    board = describe_board(game)
    assert [sum(space.size for space in each["spaces"]) for each in board["quadrants"]] == [5, 5, 5, 5]
    assert describe_board(start_day("start the event")) is None


def test_projector_shows_public_facts_and_the_alarm():
    game = start_day("start the event", "announce to the room: Lunch is at one.")
    game.act("Dione Captain", "write to Aegis Admiral: A secret.")
    text = " ".join(draw_projector(game).values())
    assert "Lunch is at one." in text
    assert "A secret." not in text
    assert "Wolf attack" not in text
    game.act("Control", "declare an attack")
    assert "Wolf attack Fleet round 1" in read_words(draw_projector(game)["alarm"])


def test_pages_are_drawn_when_the_event_is_over():
    game = start_day("start the event", "end the event")
    shown = draw(game)["next"]
    assert "The event is over" in shown
    assert "The hall closes at" not in shown
    assert "Announce" not in shown
    assert "Dione" in draw_projector(game)["map"]


def fill_at_random(chance: random.Random, game: Game, form: str) -> str:
    """Return a form with random words in its blanks."""
    vessel = chance.choice(list(game.state.vessels.values()))
    values = {
        "n": lambda: str(chance.randint(-1, 5)),
        "vessel": lambda: vessel.name,
        "station": lambda: chance.choice(list(vessel.stations)),
        "battery": lambda: "Weapon Battery 1 of Aegis",
        "squadron": lambda: "Aegis squadron 1",
        "aim": lambda: "fighters",
        "player": lambda: chance.choice(list(game.state.places)),
        "whom": lambda: vessel.name,
        "what": lambda: chance.choice(("morale", "fuel", "squadrons")),
        "value": lambda: str(chance.randint(0, 5)),
        "phase": lambda: chance.choice(("action", "team", "close", "turn")),
        "resource": lambda: chance.choice(("food", "water")),
        "level": lambda: "minimum",
        "units": lambda: "1 ship and 2 boarding in quadrant 2",
        "answer": lambda: chance.choice(("yes", "no")),
        "request": lambda: f"proposal {chance.randint(1, 5)}",
    }
    filled = BLANK.sub(lambda found: values.get(found.group(1), lambda: "something")(), form)
    return filled.replace("[", "").replace("]", "")


def test_every_picture_of_a_random_day_can_be_drawn():
    chance, game = random.Random(7), start_day("start the event")
    forms = [form.form for name, form in load_content().commands.items() if name not in ("end_event", "undo")]
    given = 0
    for _ in range(COMMANDS_OF_A_DAY):
        seat = chance.choice(["Control", "Control", *game.state.places])
        text = fill_at_random(chance, game, chance.choice(forms))
        if seat == "Control" and chance.random() < 0.5:
            text += " overruling because of a test"
        try:
            game.act(seat, text)
        except IllegalAction:
            continue
        given += 1
        if given % DRAWN_EVERY == 0:
            assert set(draw_desk(game, "Control")) == {"attack", "next", "inbox", "vessels", "log"}
            draw_projector(game)
    assert given > DRAWN_EVERY


def test_inbox_keeps_its_room_and_leads_to_the_whole_of_it():
    game = start_day("start the event")
    for number, seat in enumerate(list(game.state.places)[:30]):
        game.act(seat, f"propose: we sing verse {number} {'la ' * 60}")
    desk = Desk(game)
    part, page = desk.draw("Control")["inbox"], desk.draw_page("inbox", "Control")["inbox"]
    shown = [number for number in range(30) if f"we sing verse {number} " in part]
    assert shown == list(range(len(shown)))
    assert 5 < len(shown) < 30
    assert len(part.encode()) < INBOX_BYTES + 1000
    assert f"{30 - len(shown)} more lines" in read_words(part)
    assert 'href="inbox?seat=Control"' in part
    assert all(f"we sing verse {number} " in page for number in range(30))


def test_desks_share_what_they_see_alike():
    game = start_day("start the event")
    desk = Desk(game, (), DeskFacts({"clock": Claim("Control 2", "Ann"), "vessel Dione": Claim("Control 3", "Bo")}))
    first, second, third, fourth = (desk.draw(f"Control{seat}") for seat in ("", " 2", " 3", " 4"))
    assert all(fourth[name] is first[name] for name in first)
    assert [name for name in first if second[name] is not first[name]] == ["next"]
    assert [name for name in first if third[name] is not first[name]] == ["inbox", "vessels"]


def test_panels_that_have_not_changed_are_not_drawn_again():
    game = start_day("start the event")
    Desk(game).draw("Control")
    drawn = draw_panel.cache_info().misses
    game.act("Control", "set fuel of Dione to 1 because of a test")
    assert "<b>1</b> fuel" in Desk(game).draw("Control")["vessels"]
    assert draw_panel.cache_info().misses == drawn + 1


def test_strokes_of_the_log_are_those_of_the_whole_game():
    game = start_day("start the event", "begin action", "begin team", "undo to entry 2 because of a test", "begin team")
    game.act("Control", "undo to entry 4 because of another test")
    for first in range(1, len(game.log) + 1):
        assert game.find_struck(first) == {number for number in game.struck if number >= first}
    assert game.struck


def write_move_of(game, name):
    return dict(list_moves(game))[name].split("\n")


def test_guests_leave_a_vessel_with_its_team_or_go_home():
    game = start_day("start the event", "set place of Dione Captain to Vulcan because he visits")
    game.act("Control", "set place of News Media Reporter to Vulcan because she visits")
    game.act("Control", "put Vulcan Warden in the brig")
    game.state.sickbay["Lucas Captain"] = game.state.places["Lucas Captain"] = "Dione"
    assert "Guests go home" in draw(game)["vessels"]
    assert write_move_of(game, "Vulcan") == [
        f"set place of {seat} to {place} because {{reason}}"
        for seat, place in {
            "Vulcan Captain": "{vessel}",
            "Dione Captain": "Dione",
            "News Media Reporter": "{vessel}",
        }.items()
    ]
    assert "Lucas Captain" not in dict(list_moves(game)).get("Lucas", "")


def test_guests_of_a_lost_vessel_whose_own_is_away_wait_with_its_team():
    game = start_day("start the event", "set place of Dione Captain to Vulcan because he visits")
    game.vessel("Dione").point = "99999"
    game.act("Control", "deal 40 damage to Vulcan because it burns")
    assert "set place of Dione Captain to {vessel} because {reason}" in write_move_of(game, "Vulcan")
    game.act("Control", "set place of Dione Captain to Lucas because he is picked up")
    assert "Dione Captain" not in dict(list_moves(game)).get("Vulcan", "")
