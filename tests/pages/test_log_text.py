"""The log in words: every kind of event has its sentence, with dice, sum and rule."""

from incursions.games.incursions.table.log import ShipsLog, name_ships
from tests.markup import read_words
from tests.pages.games import log_of, new_game, positions

SILENT = {"started", "turn_ended", "left"}


def writer(own=None):
    return log_of(
        [{"seat": 0, "title": "Sol", "css": "federation"}, {"seat": 1, "title": "Ruk'tor", "css": "klingon"}], own
    )


def said(kind, **facts):
    return read_words(writer().writer.tell(kind, facts))


def test_log_every_event_of_played_games_has_a_sentence():
    kinds = set()
    for seats, seed in ((2, b"\1" * 32), (3, b"\2" * 32), (6, b"\3" * 32)):
        *_, game = positions(seats, seed, most=10_000)
        fresh = new_game(seats, seed)
        log = log_of(name_ships(fresh.view(None))).writer
        events = list(fresh.events) + [event for entry in game.log for event in fresh.act(entry.seat, entry.text)]
        for event in events:
            data = event.to_data()
            kinds.add(data["kind"])
            if data["kind"] not in SILENT | {"turn_began"}:
                assert log.tell(**data), data
    assert {"explored", "warped", "scored", "evasion_rolled", "damaged", "repaired", "wormhole_rolled"} <= kinds


def test_log_attack_reads_as_cause_dice_sum():
    line = said("attack_announced", seat=0, target=1, weapon="torpedoes", power=1, range=1)
    line += " " + said("scored", seat=0, target=1, weapon="torpedoes", dice=[5, 2], bonus=2, score=9)
    assert line == "Sol fires torpedoes at Ruk'tor, 1 power and 1 for range. Score: 52 + 2 is 9. 10.5"


def test_log_attack_says_what_attacks_and_with_which_card():
    attack = {"seat": 0, "target": 1, "weapon": "phasers", "power": 0, "range": 0}
    assert said("attack_announced", **attack, card="Steady Aim") == "Sol fires phasers at Ruk'tor, with Steady Aim."
    assert said("attack_announced", **attack | {"by": "Raiders in 1,0"}) == "Raiders in hex 1,0 attacks Ruk'tor."
    assert said("attack_announced", **attack | {"title": "Mine"}) == "Sol sets off Mine at Ruk'tor."


def test_log_names_a_hex_by_its_tile_and_the_coordinates_on_the_chart():
    log = writer().writer
    moved = {"seat": 0, "path": [[0, 0], [1, 0]], "power": 0}
    assert read_words(log.write("moved", moved).html) == "Sol moves to hex 1,0."
    explored = {"seat": 0, "direction": "south-east", "at": [1, 0], "title": "Nova", "origin": [0, 0]}
    assert read_words(log.write("explored", explored).html) == "Sol explores south-east: Nova (1,0)."
    assert read_words(log.write("moved", moved).html) == "Sol moves to Nova (1,0)."
    assert (
        read_words(log.write("transported", {"seat": 1, "at": [1, 0]}).html) == "Ruk'tor is transported to Nova (1,0)."
    )
    assert read_words(log.write("events_avoided", {"seat": 1, "at": [1, 0]}).html) == (
        "Ruk'tor takes no event in Nova (1,0)."
    )


def test_log_knows_the_tiles_that_earlier_events_laid():
    *_, game = positions(2, b"\1" * 32, most=30)
    view = game.view(None)
    tile = view["map"][-1]
    said = ShipsLog(name_ships(view), None, view).write("transported", {"seat": 0, "at": tile["at"]}).html
    assert f"{tile['title']} ({tile['at'][0]},{tile['at'][1]})" in read_words(said)


def test_log_evasion_says_what_was_needed():
    assert (
        said("evasion_rolled", seat=1, dice=[6, 4], score=5, power=2, evaded=False)
        == "Ruk'tor evades, 2 power: 64 = 10, needs 5 or less. Not evaded. 11.2"
    )


def test_log_espionage_names_who_rolls_and_what_befalls_him():
    rolled = {"dice": [3, 4], "score": 6, "evaded": False}
    assert (
        said("espionage_rolled", seat=1, title="Elira", **rolled)
        == "Elira of Ruk'tor rolls Espionage Evasion: 34 = 7, needs 6 or less. It succeeds. 15.2"
    )
    assert said("turned_over", seat=1, title="Elira", down=True) == "Elira of Ruk'tor is turned face down. 13.8"
    assert said("turned_over", seat=1, title="Elira", down=False) == "Elira of Ruk'tor is turned face up. 13.8"
    assert said("displaced", seat=1, title="Elira", to="deck") == "Elira of Ruk'tor goes into its owner’s deck. 14.3"
    assert said("displaced", seat=1, title="Elira", to="hex", at=[1, 0]) == (
        "Elira of Ruk'tor goes out of the ship, to hex 1,0. 14.3"
    )
    assert said("recovered", seat=0, title="Elira", to="hand") == "Sol recovers Elira, to its player’s hand. 14.4"


def test_log_espionage_of_a_tile_is_nobodys():
    assert said("espionage_missed", seat=None, target=0) == "The espionage on Sol does nothing. 15.4"


def test_log_damage_names_what_moved():
    assert (
        said("damaged", seat=1, shields=[3, 0], hull=[9, 4], score=8, absorbed=0)
        == "Ruk'tor: shields 3 → 0, hull 9 → 4."
    )
    assert said("damaged", seat=1, shields=[3, 3], hull=[9, 9], score=5, absorbed=5).endswith("the added shields hold.")


def test_log_time_tells_the_ranking():
    assert said("time", ranking=[[1, 3, 44], [0, None, 60]]) == (
        "Time. Nearest to a wormhole wins: Ruk'tor 3 hexes away, 44 points; Sol no wormhole charted, 60 points. 21.4"
    )


def test_log_forfeit_differs_from_conceding():
    assert said("conceded", seat=0, forfeit=False) == "Sol concedes. 19.4"
    assert said("conceded", seat=0, forfeit=True) == "Sol was away or let its turns pass, and so has conceded. 19.4"


def test_log_lines_begin_a_heading_with_each_turn():
    events = [
        {"kind": "declined", "facts": {"seat": 0}},
        {"kind": "turn_began", "facts": {"seat": 1, "round": 2}},
        {"kind": "powered_up", "facts": {"seat": 1, "power": 4}},
    ]
    lines = list(writer(own=1).lines(9, events))
    assert [(line.number, read_words(line.html), line.is_heading) for line in lines] == [
        (9, "Sol declines a maneuver.", False),
        (None, "Round 2 · your turn", True),
        (None, "Ruk'tor powers up: 4 ready.", False),
    ]
    assert (
        lines[0]
        .item("/replay", is_new=True)
        .startswith('<li class="is-new" data-about="seat-0"><a href="/replay/9">9</a>')
    )


def test_log_escapes_titles():
    assert "<i>&lt;b&gt;</i>" in writer().writer.tell(
        "explored", {"seat": 0, "direction": "north", "at": [0, -1], "title": "<b>", "origin": [0, 0]}
    )


def test_log_names_each_ship_as_it_was_called_then():
    ships = [{"seat": 0, "title": "Skiff", "left": "Sol", "race": "Federation"}]
    events = [
        {"kind": "destroyed", "facts": {"seat": 0}},
        {"kind": "escaped", "facts": {"seat": 0, "title": "Skiff", "hull": 4, "power": 1}},
        {"kind": "declined", "facts": {"seat": 0}},
        {"kind": "destroyed", "facts": {"seat": 0}},
        {"kind": "eliminated", "facts": {"seat": 0}},
    ]
    log = log_of(name_ships({"ships": ships}, events))
    (line,) = log.lines(1, events)
    assert read_words(line.html) == (
        "Sol is destroyed. 10.7 The crew of Sol escapes in Skiff: hull 4, 1 power. 19.2 Skiff declines a maneuver. "
        "Skiff is destroyed. 10.7 Sol is out of the game. 19.3"
    )


def test_log_of_what_came_after_an_escape_names_the_craft():
    ships = [{"seat": 0, "title": "Skiff", "left": "Sol", "race": "Federation"}]
    events = [{"kind": "declined", "facts": {"seat": 0}}]
    (line,) = log_of(name_ships({"ships": ships}, events)).lines(1, events)
    assert read_words(line.html) == "Skiff declines a maneuver."


def test_log_own_piles_are_called_its_own():
    assert said("looked", seat=0, target=0, at="your deck", count=2) == "Sol looks at its own deck: 2 seen."
    assert said("looked", seat=0, target=1, at="target hand", count=2) == "Sol looks at the hand of Ruk'tor: 2 seen."
    assert said("arranged", seat=0, target=0, at="your hexpile", to="any order") == (
        "Sol puts what it saw back into its own hexpile, in any order."
    )
    taken = {"count": 1, "titles": ["Fire"]}
    assert said("took", seat=0, target=0, **taken, **{"from": "your discard pile"}) == (
        "Sol takes 1 card from its own discard pile: Fire."
    )
    assert said("took", seat=0, target=None, count=1, **{"from": "cards looked at"}) == (
        "Sol takes 1 card from the cards looked at."
    )


def test_log_says_where_in_a_deck_a_card_went():
    assert said("put_back", seat=0, owner=0, where="bottom") == "Sol puts a card on the bottom of its own deck."
    assert said("put_back", seat=0, owner=1, where="top") == "Sol puts a card on top of the deck of Ruk'tor."
    assert said("put_back", seat=0, owner=1, where="shuffled") == "Sol shuffles a card into the deck of Ruk'tor."


def test_log_names_a_piece_and_the_hex_of_its_title_once():
    log = writer().writer
    log.write("explored", {"seat": 0, "direction": "north", "at": [0, -1], "title": "Raiders", "origin": [0, 0]})
    said = log.write("piece_destroyed", {"title": "Raiders", "at": [0, -1]}).html
    assert said.startswith("<i>Raiders</i> (0,-1) is destroyed.")
