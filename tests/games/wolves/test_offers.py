"""What a seat may do now: every offer is legal, nothing is offered to those who may not, and nothing leaks."""

from random import Random

import pytest

from incursions.engine import IllegalAction
from incursions.engine.dice import SEED_BYTES
from incursions.games.wolves.rules.fillings import FREE
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import read_order
from incursions.games.wolves.rules.trials import Trials
from tests.games.wolves.days import load_content, start_day

SEATS = ("Dione Captain", "Dione First Officer", "Dione Chief Engineer", "Aegis XO", "Lucas Captain")


@pytest.fixture
def game() -> Game:
    """A day in its first Action phase."""
    return start_day("start the event", "begin action", seed=b"offers".ljust(SEED_BYTES))


def list_complete(game: Game, seat: str) -> list[str]:
    texts = []
    for offer in game.offers(seat):
        texts += [offer.text] if offer.is_complete else []
        texts += [filling.text for filling in offer.fillings if filling.is_complete and filling.word]
    return texts


@pytest.mark.parametrize("seat", SEATS)
def test_every_offered_text_is_accepted(game, seat):
    texts = list_complete(game, seat)
    assert texts
    assert [(text, game.why_not(seat, text)) for text in texts if game.why_not(seat, text)] == []


def test_a_text_is_completed_blank_by_blank(game):
    (offer,) = game.offers("Dione First Officer", "move ")
    assert (offer.command, offer.chapter) == ("move_crew", "W9")
    text = offer.fillings[0].text
    assert text.endswith(" from ")
    (offer,) = game.offers("Dione First Officer", text)
    text = offer.fillings[0].text
    (offer,) = game.offers("Dione First Officer", text)
    assert offer.fillings[0].is_complete
    assert game.why_not("Dione First Officer", offer.fillings[0].text) is None


def test_prisoner_is_offered_nothing_of_his_panel(game):
    game.act("Control", "put Dione First Officer in the brig")
    commands = {offer.command for offer in game.offers("Dione First Officer")}
    assert commands <= {"name_contact", "propose", "talk", "note", "look", "decline", "withdraw", "ask_for_motion"}


def test_in_an_attack_crew_holds_and_stations_wait(game):
    game.act("Control", "declare an attack")
    commands = {offer.command for offer in game.offers("Dione First Officer")}
    assert not commands & {"use_station", "move_crew", "load", "fly", "unload", "supply", "repair", "disperse", "go"}


def test_refusals_name_rule_and_reason(game):
    game.act("Control", "declare an attack")
    refusals = game.refusals("Dione Chief Engineer")
    assert ("use Bridge", "W15.4") in [tuple(refusal[:2]) for refusal in refusals]


def test_offers_do_not_depend_on_what_the_seat_may_not_know(game):
    twin = game.copy()
    lucas = twin.state.vessels["Lucas"]
    lucas.hold = dict.fromkeys(lucas.hold, 0)
    lucas.digits, lucas.morale = "12345", 1
    twin.state.hands["Lucas Captain"] = []
    for station in lucas.stations.values():
        station.crew = [counter._replace(is_wounded=True) for counter in station.crew]
    for each in (game, twin):  # all the cards of the day, so that each kind of target is looked at
        each.state.hands["Dione Captain"] = list(load_content().cards)
    twin.state.loyalties["Lucas Captain"] = "a secret"
    assert game.view("Dione Captain") == twin.view("Dione Captain")
    assert game.offers("Dione Captain") == twin.offers("Dione Captain")
    for title in load_content().cards:
        beginning = f"play {title} on "
        assert game.offers("Dione Captain", beginning) == twin.offers("Dione Captain", beginning)


def test_questions_have_options_that_those_asked_may_give(game):
    game.act("Dione Captain", "write to Lucas Captain: hello")
    game.act("Dione Captain", "propose: a toast")
    assert {question.id for question in game.questions} == {"note 1", "proposal 1"}
    for question in game.questions:
        assert all(game.why_not(seat, text) is None for seat in question.seats for text in question.options)


@pytest.mark.parametrize("fuel", [0, 3])
def test_what_is_proposed_to_load_does_not_tell_the_hold_of_a_vessel_that_is_not_read(game, fuel):
    game.act("Aegis XO", "fly Aegis One to Endeavour")
    game.vessel("Endeavour").hold["fuel"] = fuel
    for station in game.vessel("Endeavour").stations.values():
        station.crew = station.crew[:fuel]
    offered = next(offer for offer in game.offers("Aegis Logs") if offer.command == "load")
    assert any(filling.word == "1 fuel" for filling in offered.fillings)
    (load_fuel,) = (offer for offer in game.offers("Aegis Logs", "load 1 fuel into ") if offer.command == "load")
    assert [filling.word for filling in load_fuel.fillings] == ["Aegis Two"]
    game.vessel("Aegis").hold["fuel"] = 0
    offered = next(offer for offer in game.offers("Aegis Logs") if offer.command == "load")
    assert not any("fuel" in filling.word for filling in offered.fillings)


def draw_command(game, seat, chance):
    """Return a command that the seat is offered, with each blank filled at random."""
    text, is_complete = "", False
    while not is_complete:
        offer = chance.choice(game.offers(seat, text))
        if offer.is_complete and (not offer.fillings or chance.random() < 0.5):
            return offer.text
        filling = chance.choice(offer.fillings)
        text, is_complete = filling.text, filling.is_complete
        if not filling.word:
            return fill_form(filling, chance)
    return text


def fill_form(filling, chance):
    """Return the whole command of a filling that holds any text."""
    text = filling.form
    for name, words in filling.blanks:
        text = text.replace(f"{{{name}}}", chance.choice(words or (FREE["text" if name == "words" else name],)))
    return text


def test_drawn_commands_are_legal_over_a_long_play(game):
    chance = Random(7)
    for number in range(60):
        seat = SEATS[number % len(SEATS)]
        text = draw_command(game, seat, chance)
        command = read_order(game, seat, text).command
        if number % 6 == 0:
            assert command in {offer.command for offer in game.offers(seat)}
        game.act(seat, text)


def test_judging_a_text_leaves_the_copy_as_it_was(game):
    before = game.state.to_data()
    trial = Trials(game, "Dione First Officer")
    assert trial.find_refusal("use Storage Hold") is not None
    assert trial._twin.state.to_data() == before == game.state.to_data()


def test_copy_has_hands_of_its_own(game):
    twin = game.copy()
    twin.state.hands["Dione Captain"].append("a card")
    assert "a card" not in game.state.hands["Dione Captain"]


def test_unknown_command_is_refused_with_those_that_begin_like_it(game):
    with pytest.raises(IllegalAction, match=r'Write "move the vessel to quadrant \{n\}" or "move \{crew\}'):
        game.act("Dione Captain", "move the vessel somewhere")
    with pytest.raises(IllegalAction, match=r"There is no command like 'dance'$"):
        game.act("Dione Captain", "dance")
    with pytest.raises(IllegalAction, match=r'Write "add \{n\} minutes", where n has at most four digits$'):
        game.act("Control", "add 99999 minutes")
    with pytest.raises(IllegalAction, match=r'"\[secretly \]set \{what\} of'):
        game.act("Control", "set fuel of Dione to 7")
