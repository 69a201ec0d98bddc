"""The station view of every seat: it draws in every phase, offers what is legal, keeps secrets, and stays small."""

import html
import re
from collections.abc import Mapping
from functools import partial

import pytest

from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.judging import Judge
from incursions.games.wolves.pages.station import describe_parts, draw_mail, draw_station
from incursions.games.wolves.pages.station_orders import list_orders
from incursions.games.wolves.pages.station_panel import LOCKS
from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import load_content, start_day
from tests.games.wolves.page_parts import join_parts, read_commands, read_words

make_game = partial(start_day, seed=b"station view of Den of Wolves 00")
LARGEST = 60_000
"""The bytes of a page before pictures; the frame round the parts has some twelve thousand."""
FRAME = 14_000
PHASES = ("setup", "muster", "action", "attack", "team", "close", "ended")
ORDERS = {
    "setup": [],
    "muster": ["start the event"],
    "action": ["begin action"],
    "attack": ["declare an attack"],
    "team": ["end the attack", "begin team"],
    "close": ["begin close"],
    "ended": ["end the event"],
}


def play_to(phase: str) -> Game:
    """Return a day in a phase, with damage, a riot, a law, notes and secrets in it."""
    commands: list[tuple[str, str] | str] = []
    for name in PHASES[: PHASES.index(phase) + 1]:
        commands += ORDERS[name]
        if name == "muster":
            commands += [
                "deal 2 damage to Dione because a test",
                "secretly set loyalty of Lucas Captain to Wolf agent because a test",
                ("Dione Captain", "write to Lucas Captain: the vault is open"),
                "give Double Shift to Salvador Captain",
                ("Vulcan Captain", "set coordinates 41763 for a short jump"),
            ]
    return make_game(*commands)


def draw(game: Game, seat: str) -> Mapping[str, str]:
    return draw_station(game, seat)


@pytest.mark.parametrize("phase", PHASES)
def test_every_seat_has_its_tabs_in_every_phase_and_a_small_page(phase):
    game = play_to(phase)
    for seat in game.state.places:
        parts = draw(game, seat)
        assert {"head", "panel", "orders", "map", "mail", "hand", "briefing"} <= parts.keys()
        assert ("news" in parts) == seat.startswith("News Media")
        assert ("council" in parts) == (seat in game.state.council.values() or seat.startswith("Star Alpha"))
        assert len(join_parts(parts).encode()) < LARGEST - FRAME, seat


def test_panel_shows_hold_crew_and_what_a_station_gives():
    parts = draw(play_to("action"), "Dione First Officer")
    assert "use Water Plant" in parts["panel"]
    assert "6 water" in parts["panel"]
    assert 'aria-label="untrained"' in parts["panel"]
    assert "supply food at low" in parts["panel"]
    assert "supply food at luxurious" not in parts["panel"]
    assert "takes 18, and you have 14 (W4.4)" in " ".join(parts["panel"].split())


def test_station_that_cannot_be_used_says_why_with_the_rule():
    panel = draw(play_to("action"), "Dione First Officer")["panel"]
    assert "use Grand Theatre" not in panel
    assert 'needs 2 unused, sound crew <span class="number">(W11.3)</span>' in panel


def test_used_and_wounded_crew_is_told():
    game = play_to("action")
    game.act("Dione First Officer", "use Water Plant")
    assert 'aria-label="untrained, used"' in draw(game, "Dione Captain")["panel"]


def test_damage_card_says_what_repair_takes():
    game = make_game("start the event", "begin action", "deal 3 damage to Dione because a test")
    parts = draw(game, "Dione Chief Engineer")
    damaged = [station for station in game.state.vessels["Dione"].stations.values() if station.card]
    assert len(damaged) == 3
    assert all(station.card in parts["panel"] for station in damaged)
    assert "Repair: 1 engineer" in parts["panel"]
    assert "Repairs (W12.7)" in parts["orders"]


@pytest.mark.rule("W15.2", "W15.3")
@pytest.mark.parametrize(
    ("seat", "wanted"), [("Dione First Officer", "Go to the map."), ("Dione Captain", "Stay at your table.")]
)
def test_alarm_says_where_the_seat_is_wanted(seat, wanted):
    head = draw(play_to("attack"), seat)["head"]
    assert f'data-announce="Wolf attack. {wanted}"' in head
    assert f"Fleet round 1. {wanted}</p>" in head


def test_attack_freezes_the_page_and_says_what_goes_on():
    parts = draw(play_to("attack"), "Dione First Officer")
    assert "Wolf attack." in parts["head"]
    assert "W15.12" in parts["head"]
    assert "report to the map" in parts["head"]
    assert "use Water Plant" not in parts["panel"]


def test_map_party_commands_under_map():
    game = play_to("attack")
    game.act("Aegis XO", "report to the map")
    parts = draw(game, "Aegis XO")
    assert "report to the map" not in parts["head"]
    assert "What you command in the attack stands under Map (W15.3)." in parts["head"]
    assert "Weapon Battery 1 fires at quadrant" in parts["map"]
    assert "In an attack only Aegis FWCO can order this" in parts["map"]


def test_close_offers_the_rolls_with_their_working():
    orders = draw(play_to("close"), "Dione Captain")["orders"]
    assert "Morale: a D6 -2 damage, -6 food, -6 water" in orders


def test_order_for_muster_is_left_in_the_team_phase():
    game = play_to("team")
    assert "crew the Jump Drive at muster" in draw(game, "Dione Captain")["orders"]
    game.act("Dione Captain", "crew the Jump Drive at muster")
    assert "Dione Captain has left: crew the Jump Drive." in draw(game, "Dione Chief Engineer")["orders"]


def test_jump_is_asked_for_twice():
    game = make_game("start the event", ("Dione Captain", "crew the Jump Drive at muster"))
    orders = draw(game, "Dione Captain")["orders"]
    assert 'id="jump-2-sure"><summary class="now">Raise the sign without coordinates' in orders
    assert "declare an emergency jump" in orders


def test_prisoner_sees_no_panel_and_names_a_contact():
    game = play_to("action")
    game.act("Control", "put Dione Captain in the brig")
    parts = draw(game, "Dione Captain")
    assert "You are in the brig" in parts["head"]
    assert "Water Plant" not in parts["panel"]
    assert "The panel is shut for you while you are in the brig (W24.6)." in parts["panel"]
    assert "name {player} as contact" in parts["orders"]


def test_patient_is_told_where_to_go():
    game = play_to("action")
    game.act("Control", "send Dione Captain to sickbay")
    assert "Choose a vessel with an undamaged one" in draw(game, "Dione Captain")["head"]


def test_reporter_reads_an_open_panel_where_he_is_and_orders_nothing_there():
    game = play_to("action")
    reporter = "News Media Reporter"
    assert "Water Plant" not in draw(game, reporter)["panel"]
    game.act(reporter, "go to Dione")
    assert "Water Plant" in draw(game, reporter)["panel"]
    assert "use Water Plant" not in join_parts(draw(game, reporter))
    game.act("Dione Captain", "hide the panel")
    assert "Water Plant" not in draw(game, reporter)["panel"]
    assert "is hidden from all who are not of its team (W20.2)" in draw(game, reporter)["panel"]


@pytest.mark.parametrize("phase", ["muster", "attack", "close"])
def test_no_page_holds_what_its_seat_may_not_know(phase):
    game = play_to(phase)
    for seat in game.state.places:
        page = join_parts(draw(game, seat))
        assert ("Wolf agent" in page) == (seat == "Lucas Captain")
        assert ("the vault is open" in page) == (seat == "Dione Captain")
        assert ("41763" in page) == seat.startswith("Vulcan")
        assert ("Double Shift" in page) == (seat == "Salvador Captain")
        for title in game.state.vessels["Aegis"].destinations:
            assert (f"<h4>{title}" in page) == seat.startswith("Aegis")


def test_page_does_not_change_with_what_happens_in_hidden_panels_elsewhere():
    before = make_game("start the event", "begin action", ("Lucas Captain", "hide the panel"))
    after = before.copy()
    after.act("Control", "secretly set morale of Lucas to 0 because a test")
    after.state.vessels["Lucas"].hold["water"] = 0
    after.state.vessels["Lucas"].stations["Bridge"].riot = "up"
    for station in after.state.vessels["Lucas"].stations.values():
        station.card = "" if station.riot else next(iter(load_content().damage))
    for seat in before.state.places:
        if not seat.startswith("Lucas"):
            assert join_parts(draw(before, seat)) == join_parts(draw(after, seat)), seat


@pytest.mark.parametrize("phase", ["muster", "action", "attack", "close"])
def test_orders_are_judged_as_the_game_judges_them(phase):
    game = play_to(phase)
    for seat in ("Dione Captain", "Aegis XO", "Endeavour Chief Scientist"):
        judge, team = Judge(game, seat), seat.rsplit(" ", 2 if seat.endswith("Scientist") else 1)[0]
        view = game.view(seat)
        for group in list_orders(judge, team, view["panels"][team], view["own"]):
            for act in group.acts:
                refusal = game.why_not(seat, act.text)
                assert (refusal.rule, refusal.reason) == (act.rule, act.reason) if refusal else act.is_legal
        assert judge.asked < 60


def test_asking_whether_a_card_may_be_played_leaves_it_in_the_hand():
    game = play_to("action")
    holder = next(seat for seat, hand in game.state.hands.items() if "Quarantine" in hand)
    assert game.why_not(holder, "play Quarantine on Dione") is None
    assert "Quarantine" in game.state.hands[holder]
    assert "<h3>Quarantine</h3>" in draw(game, holder)["hand"]


def test_card_that_is_left_to_control_asks_for_a_vessel_only_if_its_text_names_one():
    game = play_to("action")
    holders = {title: seat for seat, hand in game.state.hands.items() for title in hand}
    for title, asks in (("Quarantine", True), ("Emergency Powers", False), ("Executive Pardon", False)):
        commands = read_commands(draw(game, holders[title])["hand"])
        assert f"play {title}{' on {target}' if asks else ''}" in commands


def test_seats_without_a_player_are_not_offered_for_notes_and_cards():
    game, empty, filled = play_to("action"), "Dione Chief Engineer", "Dione First Officer"
    game.act("Control", f"set player of {empty} to away because nobody came")
    parts = draw(game, "Dione Captain")
    offers = list(game.offers("Dione Captain", "write to "))
    for choices in (parts["mail"], parts["hand"], "".join(map(str, offers))):
        assert filled in choices
        assert empty not in choices


def find_buttons(page: str) -> list[str]:
    """Return the commands of the buttons of a page."""
    tags = re.findall(r'<button class="now"[^>]*form="give"[^>]*>', page)
    return [html.unescape(tag.partition('value="')[2].partition('"')[0]) for tag in tags]


@pytest.mark.parametrize("phase", ["muster", "action", "attack", "team", "close"])
def test_every_button_gives_a_command_that_is_taken(phase):
    game = play_to(phase)
    for seat in ("Dione Captain", "Dione First Officer", "Aegis XO", "Star Alpha President", "News Media Reporter"):
        for text in find_buttons(join_parts(draw(game, seat))):
            assert game.why_not(seat, text) is None, (seat, text)


def test_separated_vessel_says_what_it_cannot_do():
    game = make_game("start the event", ("Dione Captain", "crew the Jump Drive at muster"), "begin action")
    game.act("Dione Captain", "raise the Jump sign without coordinates")
    game.act("Control", "resolve the jumps")
    assert game.state.separated == ["Dione"]
    parts = draw(game, "Dione Captain")
    assert "Dione is separated from the fleet" in parts["head"]
    assert "Separated: Dione (W18.12)." in parts["map"]
    assert "go to map" not in join_parts(parts)
    assert "<option>Lucas</option>" not in parts["orders"]


def test_destroyed_vessel_has_survivors_without_a_panel():
    game = make_game("start the event", "begin action", "deal 40 damage to Vulcan because a test")
    assert game.state.vessels["Vulcan"].is_destroyed
    parts = draw(game, "Vulcan Captain")
    assert "Vulcan is destroyed. Its panel is closed." in parts["head"]
    assert "Prison Works" not in parts["panel"]
    assert "There is nothing to order here." in parts["orders"]


def test_offer_hangs_at_both_ends():
    game = make_game("start the event", "begin action", ("Dione Captain", "go to map"))
    game.act("Dione Captain", "offer to swap with Lucas")
    assert "withdraw swap with Lucas" in draw(game, "Dione Captain")["orders"]
    assert "Go to the map first" in draw(game, "Lucas Captain")["orders"]
    game.act("Lucas Captain", "go to map")
    orders = draw(game, "Lucas Captain")["orders"]
    game.state.vessels["Dione"].stations["Bridge"].riot = "up"
    assert draw(game, "Lucas Captain")["orders"] == orders
    assert "accept swap with Dione" in orders
    assert "decline swap with Dione" in orders
    assert "accept swap with Dione" not in draw(game, "Lucas Chief Engineer")["orders"]
    assert "swap with" not in draw(game, "Vulcan Captain")["orders"]


def test_member_votes_and_the_president_closes():
    game = make_game("start the event", "begin action", ("Star Alpha President", "open the motion: bread for all"))
    game.act("Dione Council Member", "go to Star Alpha")
    assert "vote yay" in draw(game, "Dione Council Member")["council"]
    assert "close the vote" in draw(game, "Star Alpha President")["council"]
    game.act("Dione Council Member", "vote nay")
    assert "has voted" in draw(game, "Lucas Council Member")["council"]
    assert "nay</span>" not in draw(game, "Lucas Council Member")["council"]
    game.act("Star Alpha President", "close the vote")
    assert "FAS nay</span>" in draw(game, "Lucas Council Member")["council"]


def test_riot_and_proposal_wait_for_their_answers():
    game = play_to("action")
    game.state.vessels["Dione"].stations["Promenade"].riot = "up"
    parts = draw(game, "Dione First Officer")
    assert "disperse the riot on Promenade with Dione security 1" in parts["orders"]
    assert '<p class="riot">' in parts["panel"]
    game.act("Dione First Officer", "propose: sing to them")
    game.act("Control", "answer proposal 1: costs 1 food and works on 3 or more")
    assert "accept proposal 1" in draw(game, "Dione First Officer")["mail"]
    assert "sing to them" not in draw(game, "Dione Captain")["mail"]


def test_station_shows_the_newest_notes_and_leads_to_all_of_them():
    game = make_game("start the event")
    for number in range(1, 31):
        game.act("Dione Captain", f"write to Aegis Admiral: Water runs short ({number}).")
        game.act("Control", f"deliver note {number}")
    mail, page = draw_station(game, "Dione Captain")["mail"], draw_mail(game, "Dione Captain")["mail"]
    shown = [number for number in range(1, 31) if f"({number})" in mail]
    assert 10 < len(shown) < 30
    assert shown[-1] == 30
    assert f'href="../mail?seat=Dione%20Captain">Read {30 - len(shown)} older notes' in mail
    assert all(f"({number})" in page for number in range(1, 31))
    assert "older note" not in page


def test_head_says_what_waits_for_the_seat_and_where():
    game = make_game("start the event", ("Dione Captain", "propose: teach the passengers to sing"))
    assert 'href="#part-orders">The Jump Drive is not crewed.' in draw(game, "Dione Captain")["head"]
    game.act("Dione Chief Engineer", "crew the Jump Drive at muster")
    assert "duty" not in draw(game, "Dione Captain")["head"]
    game.act("Control", "answer proposal 1: costs 1 food")
    assert 'href="#part-mail">Control answers your proposal 1.' in draw(game, "Dione Captain")["head"]
    assert "duty" not in draw(game, "Dione First Officer")["head"]
    game.act("Dione Captain", "decline proposal 1")
    assert "duty" not in draw(game, "Dione Captain")["head"]


def test_head_says_what_the_vessel_has_to_do_before_the_turn_is_over():
    game = play_to("team")
    game.act("Dione Chief Engineer", "supply food at low")
    assert 'href="#supply-water">No water is supplied yet (W4.4).' in draw(game, "Dione Captain")["head"]
    head = draw(play_to("close"), "Dione Captain")["head"]
    assert 'href="#part-orders">After the effect of the news, roll for morale' in head


def test_note_is_told_to_its_reader_and_not_to_its_writer():
    game = make_game("start the event", ("Lucas Captain", "write to Dione Captain: hello"), "deliver note 1")
    told = 'data-announce="Note 1 from Lucas Captain"'
    assert told in draw(game, "Dione Captain")["mail"]
    assert told not in draw(game, "Lucas Captain")["mail"]


def test_log_strikes_out_what_was_undone():
    game = make_game("start the event", "begin action", ("Dione Captain", "use Water Plant"))
    game.act("Control", f"undo to entry {game.number - 1} because of a slip")
    log = " ".join(draw(game, "Dione Captain")["log"].split())
    assert '<s class="soft"><bdi>Dione Captain uses Water Plant' in log
    assert "<bdi>Control: takes back what was done" in log.replace('<s class="soft"><bdi>', "")
    assert '<s class="soft"><bdi>The event starts.' not in log


def test_crewed_drive_says_so_when_muster_is_over():
    game = make_game("start the event", ("Dione Captain", "crew the Jump Drive at muster"), "begin action")
    assert "Jump Drive was crewed at muster" in draw(game, "Dione Captain")["panel"]
    assert "Muster is over" in draw(game, "Lucas Captain")["panel"]


def test_votes_in_another_order_are_the_same_page():
    pages = []
    for step in (1, -1):
        game = make_game("start the event", "begin action")
        members = list(dict.fromkeys(game.state.council.values()))
        for seat in members:
            game.state.places[seat] = "Star Alpha"
        game.act("Star Alpha President", "open the motion: dinner is at six")
        for seat in members[::step]:
            game.act(seat, "vote yay")
        game.act("Star Alpha President", "close the vote")
        context = describe_parts(game, "Star Alpha President")["council"]
        pages.append(TEMPLATES.draw("station_council", **context))
    assert pages[0] == pages[1]


def test_panel_says_once_what_bars_most_of_its_stations():
    words = read_words(draw(play_to("attack"), "Dione First Officer")["panel"])
    assert words.count("Stations This waits until the attack is over (W15.4)") == 1
    assert words.count("This waits until the attack is over (W15.4)") == 1 + len(("food", "water"))


def test_damaged_station_offers_its_repair_on_its_card():
    panel = draw(play_to("action"), "Dione Chief Engineer")["panel"]
    assert "repair Bridge" in read_commands(panel)
    assert "Repair: 1 engineer, 2 materials" in read_words(panel)
    assert "is damaged (W12.6)" not in read_words(panel)


def test_panel_explains_its_tokens():
    words = read_words(draw(play_to("action"), "Dione First Officer")["panel"])
    assert "U untrained · P pilot · M medical · E engineer · red stripe: wounded" in words


def test_orders_of_the_own_work_come_before_those_of_teammates():
    game = play_to("action")
    order = [
        re.findall(r"<h3>([^<(]*) \(", draw(game, f"Dione {role}")["orders"])
        for role in ("Captain", "First Officer", "Chief Engineer")
    ]
    assert [titles[:2] for titles in order] == [
        ["Docking and privacy", "Standing in"],
        ["Crew", "Shuttle Dione Tender"],
        ["Repairs", "Wounded"],
    ]
    assert "The rest of your team's work. You may do it too (W3.11)." in read_words(
        draw(game, "Dione Captain")["orders"]
    )


def test_orders_that_are_refused_for_one_reason_are_told_together():
    words = read_words(draw(play_to("team"), "Dione Captain")["orders"])
    assert words.count("You can do this only in the Action phase (W2.7)") == 1


def test_rolls_of_the_close_come_first_also_while_they_wait():
    words = read_words(draw(play_to("close"), "Dione Captain")["orders"])
    assert words.startswith("Orders The close (W2.9) Morale: a D6")


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("setup", "Read your briefing (W1.6)."),
        ("muster", "Muster: crew the stations that must be ready this turn (W2.3)."),
        ("action", "Action phase: use stations, trade, move and talk (W2.4)."),
        ("team", "Team phase: stay at your own table, set supply and plan (W2.7)."),
        ("close", "Close: the broadcast, its effect on morale, then the rolls (W2.9)."),
    ],
)
def test_head_says_what_a_phase_is_for(phase, words):
    assert words in read_words(draw(play_to(phase), "Dione Captain")["head"])


def test_head_in_an_attack_says_nothing_of_the_calm_phase():
    assert "Action phase:" not in read_words(draw(play_to("attack"), "Dione Captain")["head"])


def test_player_elsewhere_is_called_home_in_the_team_phase():
    game = make_game("start the event", "begin action", ("Dione Council Member", "go to Star Alpha"))
    assert 'id="home"' not in draw(game, "Dione Council Member")["head"]
    game.act("Control", "begin team")
    head = draw(game, "Dione Council Member")["head"]
    assert '<button class="now" id="home" form="give" name="text" value="go to Dione">Back to Dione</button>' in head
    assert 'id="home"' not in draw(game, "Dione Captain")["head"]


def test_member_is_told_of_an_open_motion_until_the_vote():
    told = "A motion is open. Vote at the council's table (W6.7)."
    game = make_game("start the event", "begin action", ("Star Alpha President", "open the motion: a day of rest"))
    game.act("Dione Council Member", "go to Star Alpha")
    assert told in read_words(draw(game, "Dione Council Member")["head"])
    game.act("Dione Council Member", "vote yay")
    assert told not in read_words(draw(game, "Dione Council Member")["head"])
    assert told not in read_words(draw(game, "Dione Captain")["head"])


def test_reporter_is_told_of_the_broadcast_that_waits():
    reporter, waits = "News Media Reporter", "Write the broadcast. It goes out as the close opens (W25.1)."
    game = play_to("team")
    assert waits in draw(game, reporter)["head"]
    game.act("Control", "begin close")
    assert "The close is open. Send the broadcast (W25.1)." in draw(game, reporter)["head"]
    game.act(reporter, "broadcast: nothing new")
    assert "(W25.1)" not in draw(game, reporter)["head"]


def test_supply_that_waits_leads_to_its_place():
    parts = draw(play_to("team"), "Dione Captain")
    assert '<a href="#supply-food">No food and no water is supplied yet (W4.4).</a>' in parts["head"]
    assert 'id="supply-food"' in parts["panel"]


def test_mail_begins_with_what_waits_for_an_answer_and_the_form_of_a_note():
    game = play_to("action")
    game.act("Lucas Captain", "propose: we search the cabins")
    game.act("Lucas Captain", "propose: we paint the hull")
    game.act("Control", "answer proposal 1: costs 1 materials and works on 4 or more")
    game.act("Control", "write to Lucas Captain: hello")
    game.act("Control", "deliver note 2")
    words = read_words(draw(game, "Lucas Captain")["mail"])
    order = [
        "Accept or decline",
        "we search the cabins",
        "Note Write",
        "Notes",
        "hello",
        "Proposal Propose",
        "we paint",
    ]
    assert [words.index(each) for each in order] == sorted(words.index(each) for each in order)
    assert words.count("we search the cabins") == 1
    assert "Propose to Control what the rules do not cover (W26.1)." in words


def test_buttons_with_the_same_label_say_what_they_are_for():
    parts = draw(play_to("action"), "Dione Captain")
    assert 'Use<span class="visually-hidden"> Water Plant</span>' in parts["panel"]
    assert "for Galley Garden 2</span>" in parts["panel"]
    assert 'Play<span class="visually-hidden"> First Aid Course</span>' in parts["hand"]


def test_many_riots_are_dispersed_by_a_form():
    game = play_to("action")
    stations = ("Water Plant", "Promenade", "Grand Theatre")
    for title in stations[:2]:
        game.state.vessels["Dione"].stations[title].riot = "up"
    assert "disperse the riot on Promenade with Dione security 2" in read_commands(
        draw(game, "Dione Captain")["orders"]
    )
    game.state.vessels["Dione"].stations[stations[2]].riot = "up"
    commands = read_commands(draw(game, "Dione Captain")["orders"])
    assert "disperse the riot on {station} with {unit}" in commands
    assert "disperse the riot on Promenade with Dione security 2" not in commands


def test_hand_with_a_loyalty_looks_like_any_other_until_it_is_opened():
    game = play_to("action")
    parts = {seat: draw(game, seat)["hand"] for seat in ("Lucas Captain", "Dione Captain")}
    lines = [re.findall(r"<summary>Your [^<]*</summary>", part) for part in parts.values()]
    assert lines == [["<summary>Your loyalty, for you alone</summary>"]] * 2
    assert "<p>Wolf agent</p>" in parts["Lucas Captain"]
    assert "data-announce" in parts["Lucas Captain"]
    assert "<p>You have no hidden loyalty (W3.13).</p>" in parts["Dione Captain"]
    assert "data-announce" not in parts["Dione Captain"]


def test_captain_who_is_away_and_who_commands_for_him_are_told_so():
    game = play_to("action")
    captain, officer = "Dione Captain", "Dione First Officer"
    assert "(W3.3)" not in draw(game, captain)["head"] + draw(game, officer)["head"]
    game.act(captain, "go to Lucas")
    assert "Dione First Officer commands Dione until you are back (W3.3)." in draw(game, captain)["head"]
    assert "You command Dione until Dione Captain is back (W3.3)." in draw(game, officer)["head"]
    assert "(W3.3)" not in draw(game, "Dione Chief Engineer")["head"]
    game.act(captain, "go to Dione")
    game.act(captain, "go to map")
    assert "(W3.3)" not in draw(game, captain)["head"]


def test_separated_vessel_is_told_why_it_helps_nobody_and_has_no_moves():
    game = play_to("action")
    dione = game.state.vessels["Dione"]
    dione.stations["Grand Theatre"].crew += dione.stations["Promenade"].crew
    assert "Your vessel (W13) Go to the map first (W13.9)" in read_words(draw(game, "Dione Captain")["map"])
    dione.point = "12345"
    parts = draw(game, "Dione Captain")
    assert "Use No other vessel is where yours is (W18.12)" in read_words(parts["panel"])
    assert "Play No other vessel is where yours is (W21.5)" in read_words(parts["hand"])
    assert "There is no vessel called" not in join_parts(parts)
    assert "W13.9" not in parts["map"]
    assert "It rejoins by a medium jump to the digits of the fleet's place (W18.12)." in read_words(parts["head"])


def test_every_lock_of_a_damage_card_is_told_in_a_sentence():
    cards = load_content().damage.values()
    locks = {word for card in cards for effect in card.ongoing if effect.verb == "lock" for word in effect.words}
    assert locks == LOCKS.keys()
    words = read_words(draw(play_to("action"), "Dione Captain")["panel"])
    assert "Shattered Canopies. It does not work. The vessel stays in its quadrant." in words


def test_prisoner_is_told_to_name_a_contact_and_then_who_it_is():
    game = make_game("start the event", "begin action", "put Lucas Captain in the brig")
    head = read_words(draw(game, "Lucas Captain")["head"])
    assert "but to the contact whom you name under Orders." in head
    assert "Action phase" not in head
    game.act("Lucas Captain", "name Dione Captain as contact")
    assert "but to Dione Captain. Talk freely" in read_words(draw(game, "Lucas Captain")["head"])
