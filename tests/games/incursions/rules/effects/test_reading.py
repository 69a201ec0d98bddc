"""Effects of pieces are read into plain data, and refused by their path and what was expected."""

import json

import pytest
import yaml

from incursions.games.incursions.rules.catalogue import CatalogueError, check_definition
from incursions.games.incursions.rules.piece_reading import plain, read_effects
from incursions.games.incursions.rules.printed.effect import (
    NO_EFFECTS,
    Condition,
    Option,
    Outcome,
    Per,
    Removal,
    Requirement,
    Roll,
    Spared,
)
from incursions.games.incursions.rules.printed.schema import EffectError


def read(text, **printed):
    return read_effects({"effects": yaml.safe_load(text), **printed})


def refused(text, **printed):
    with pytest.raises(EffectError) as refusal:
        read(text, **printed)
    return str(refusal.value)


def test_a_defence_with_a_consequence():
    tries, moves = read("""
    - {on: played, do: try_evasion, bonus: 1}
    - {on: evaded, do: move, target: your ship, hexes: 2, optional: true}
    """)
    assert (tries.number, tries.trigger, tries.verb, tries.fields) == (0, "played", "try_evasion", {"bonus": 1})
    assert (moves.number, moves.target, moves.fields, moves.optional) == (1, "your ship", {"hexes": 2}, True)


def test_a_dilemma_is_a_choice_of_the_target():
    choose, take, add = effects = read("""
    - on: attached
      do: choose
      who: target
      options:
        - {do: take, from: target hand, cards: 1, random: true, needs: target hand not empty}
        - {do: add_damage, dice: 2}
    """)
    holds_a_card = Condition("target_cards", 1)
    options = (Option(None, None, (1,), needs=(holds_a_card,)), Option(None, None, (2,)))
    assert choose.fields == {"who": "target", "options": options}
    assert take.conditions == (holds_a_card,)
    assert [effect.trigger for effect in (take, add)] == ["attached", "attached"]
    assert effects.top == (choose,)
    assert not add.passive, "it begins when it is chosen"


def test_a_multi_card_has_faces_with_their_own_way_off_the_table():
    effects = read("""
    - on: played
      do: choose
      who: you
      options:
        - as: Use and discard
          effects:
            - {do: espionage, tests: systems}
            - {do: turn_over, target: one tabled Equipment, to: down}
        - as: Table in front of target
          effects:
            - {do: espionage, tests: systems}
            - {on: tabled, do: forbid, action: attack, target: one ship weapon, until: removed}
          removal: {maneuver: repair, points: 6}
    """)
    at_once, tabled = effects[0].fields["options"]
    assert at_once == Option("Use and discard", "Use and discard", (1, 2))
    assert tabled == Option("Table in front of target", "Table in front of target", (3, 4), Removal("repair", points=6))
    assert (effects[4].until, effects[4].target, effects[4].passive) == ("removed", "one ship weapon", True)
    assert [effect.number for effect in effects] == [0, 1, 2, 3, 4]


def test_a_placed_piece_has_its_points_and_weapon():
    place, attack = effects = read("""
    - {on: played, do: place, piece: platform, life_points: 18, weapon: 2D6, range: 1}
    - {on: visited_or_remains, within: 1, do: attack, target: the visitor}
    """)
    assert place.fields == {"piece": "platform", "life_points": 18, "weapon": Roll(2), "range": 1}
    assert attack.fields == {"within": 1}
    assert effects.by_trigger == {"played": (place,), "visited_or_remains": (attack,)}


def test_a_tile_with_two_sides():
    turn_up, deal = read("""
    - {on: event, if: {ship: Klingon}, do: turn_up, power: 1}
    - {on: event, if: {ship: not Klingon}, do: deal, dice: 1, pool: hull}
    """)
    assert turn_up.conditions == (Condition("ship", "Klingon"),)
    assert deal.conditions == (Condition("ship", "Klingon", negated=True),)


def test_a_wormhole_says_what_it_requires_and_where_a_miss_leads():
    leave, back = read("""
    - {on: event, do: leave_roll, requirement: {power: 2}, dice: 2, missed: {do: transport, to: start hex}}
    """)
    assert leave.fields == {"requirement": Requirement(power=2), "dice": 2, "missed": (1,)}
    assert (back.verb, back.fields, back.top) == ("transport", {"to": "start hex"}, False)
    (stays,) = read("[{on: leave_missed, do: leave_roll, missed: nothing}]")
    assert stays.fields == {"missed": ()}
    assert stays.passive


def test_a_table_has_a_result_for_each_total():
    roll, *results = read("""
    - on: event
      do: roll_table
      table: {1: [{do: deal, dice: 2}], 2-3: nothing, 4-5: [{do: draw, cards: 1}], 6: [{do: turn_up, power: all}]}
    """)
    outcomes = (Outcome(1, 1, (1,)), Outcome(2, 3, ()), Outcome(4, 5, (2,)), Outcome(6, 6, (3,)))
    assert roll.fields == {"dice": 1, "table": outcomes}
    assert [effect.verb for effect in results] == ["deal", "draw", "turn_up"]


def test_numbers_are_dice_as_text_or_one_for_each_of_something():
    far, hurt, blast = read("""
    - {on: scoring, do: add_damage, dice: -1, per: hex of distance}
    - {on: scoring, do: add_damage, dice: 1, per: full 10 hull points missing}
    - {on: played, do: deal, dice: 2D6+2, target: another ship, within: 2}
    """)
    assert far.fields == {"dice": -1, "per": Per("hex of distance")}
    assert hurt.fields == {"dice": 1, "per": Per("hull points missing", 10)}
    assert blast.fields == {"dice": 2, "bonus": 2, "within": 2}


def test_what_a_tile_prints_serves_effects_that_do_not_say_it():
    denizen = {"life_points": 14, "weapon": "2D6", "range": 1, "speed": 0}
    printed = {"hex_points": 3, "denizen": denizen, "spares": "Romulan ships", "requirement": {"denizen": "destroyed"}}
    summon, leave = read("[{on: entered, do: summon, speed: 1}, {on: event, do: leave_roll, dice: 2}]", **printed)
    spared = Spared("ship", "Romulan")
    assert summon.fields == {"life_points": 14, "weapon": Roll(2), "range": 1, "speed": 1, "spares": spared}
    assert leave.fields == {"requirement": Requirement(denizen="destroyed"), "dice": 2, "spares": spared}
    (nobody,) = read("[{on: event, do: deal, dice: 1, spares: none}]", hex_points=3, spares="owner")
    assert nobody.fields == {"dice": 1}


def test_what_a_card_prints_serves_effects_that_do_not_say_it():
    weapon = {"damage": "1D6+4", "range": 1, "power_dice": 1}
    (fires,) = read("[{on: maneuver, do: attack, by: this card}]", weapon=weapon)
    assert fires.fields == {"by": "this card", "weapon": Roll(1, 4), "range": 1, "power_dice": 1}
    (again,) = read("[{on: after_attack, do: attack, by: your ship, weapon: torpedoes}]", weapon="torpedoes")
    assert again.fields == {"by": "your ship", "weapon": "torpedoes"}
    (mine,) = read("[{on: played, do: place, piece: mine}]", mine={"damage": "2D6+2", "speed": 1})
    assert mine.fields == {"piece": "mine", "damage": Roll(2, 2), "speed": 1}


def test_what_is_looked_up_and_what_is_carried_out():
    effects = read("""
    - {on: tabled, do: modify, of: evasion, by: 1}
    - {on: scoring, do: add_damage, dice: 1}
    - {on: attached, do: modify, of: evasion, by: 2, until: your next turn begins}
    - {on: damage, do: lose_power, power: 1, per: full 4 points of damage}
    - {on: tabled, do: look, at: target hand}
    - {on: present, do: catch, number: 7, until: here}
    """)
    assert [effect.passive for effect in effects] == [True, True, False, False, True, True]


def test_conditions_admit_words():
    (effect,) = read("[{on: any_time, if: {weapon: [torpedoes, mines], own_shields: above 0}, do: miss}]")
    weapon, shields = effect.conditions
    assert weapon.admits("mines")
    assert not weapon.admits("phasers")
    assert shields == Condition("own_shields", "above 0")
    assert shields.admits("above 0")
    assert not shields.admits("0")


def test_a_piece_without_effects_has_none():
    assert read_effects({"title": "Open Space"}) is NO_EFFECTS
    assert read_effects({"removal": {"used": True}}).removal == Removal(used=True)


WRONG = [
    ("draw", "effects: a list of effects was expected, not 'draw'"),
    ("[draw]", "effects 1: an effect such as"),
    ("[{on: played}]", "effects 1, do: the verb is missing"),
    ("[{do: draw, cards: 1}]", "effects 1, on: the trigger is missing"),
    ("[{on: played, do: drow, cards: 1}]", "effects 1, do: one of add_damage,"),
    ("[{on: played, do: drow, cards: 1}]", "not 'drow'; did you mean 'draw'?"),
    ("[{on: plaid, do: draw, cards: 1}]", "did you mean 'played'?"),
    ("[{on: played, do: place, piece: mine}]", "effects 1, damage: place needs damage"),
    ("[{on: played, do: place, piece: outpost}]", "effects 1, life_points: place needs life_points"),
    ("[{on: scoring, do: block_event}]", "effects 1, on: block_event comes on any_time,"),
    ("[{on: played, do: draw, cards: many}]", "effects 1, cards: a whole number from 1 to 99 was expected, not 'many'"),
    ("[{on: played, do: draw, cards: true}]", "not True"),
    ("[{on: played, do: draw}]", "effects 1, cards: draw needs cards"),
    ("[{on: scoring, do: add_damage}]", "effects 1, dice: add_damage needs dice or bonus"),
    ("[{on: scoring, do: add_damage, dice: 2d6}]", "effects 1, dice: 1D6 or 2D6+2 was expected, not '2d6'"),
    ("[{on: scoring, do: add_damage, points: 2}]", "effects 1, points: add_damage has no such field; there are dice,"),
    ("[{on: played, do: draw, cards: 1, optional: sure}]", "effects 1, optional: true or false was expected"),
    ("[{on: played, do: draw, cards: 1, once: round}]", "effects 1, once: one of turn, game was expected"),
    ("[{on: played, do: draw, cards: 1, until: forever}]", "effects 1, until: one of this attack,"),
    ("[{on: played, do: deal, dice: 1, target: every Borg}]", "did you mean 'every Borg ship'?"),
    ("[{on: played, do: deal, dice: 1, target: 7}]", "effects 1, target: one of you, your ship,"),
    ("[{on: played, do: draw, cards: 1, if: Klingon}]", "effects 1, if: conditions such as {ship: Klingon}"),
    ("[{on: played, do: draw, cards: 1, if: {shp: Klingon}}]", "effects 1, if: one of ship, captain,"),
    ("[{on: played, do: draw, cards: 1, if: {ship: Kzin}}]", "effects 1, if, ship: one of Federation, Klingon"),
    ("[{on: played, do: draw, cards: 1, if: {cards: some}}]", "effects 1, if, cards: a whole number"),
    ("[{on: played, do: draw, cards: 1, needs: luck}]", "effects 1, needs: one of your hand not empty,"),
    ("[{on: scoring, do: add_damage, dice: 1, per: dozen}]", "effects 1, per: one of power, hex of distance"),
    ("[{on: event, do: leave_roll, requirement: {gold: 2}}]", "effects 1, requirement: there is no 'gold'"),
    ("[{on: event, do: deal, dice: 1, spares: everybody}]", "effects 1, spares: one of none, owner,"),
    ("[{on: attached, do: choose, who: you, options: [{do: miss}]}]", "effects 1, options: a list of two or more"),
    ("[{on: x, do: draw, cards: 1}]", "effects 1, on: one of played,"),
    (
        "[{on: played, do: miss}, {on: played, do: choose, who: you, options: [{do: deal, dice: no}, {do: miss}]}]",
        "effects 2, options 1, dice: a number of dice",
    ),
    (
        "[{on: played, do: choose, who: you, options: [{as: a, effects: [{do: mis}]}, {do: miss}]}]",
        "effects 1, options 1, effects 1, do: one of",
    ),
    (
        "[{on: played, do: choose, who: you, options: [{as: a}, {do: miss}]}]",
        "effects 1, options 1: an effect, or a face with its effects, was expected",
    ),
    (
        "[{on: played, do: choose, who: you, options: [{as: a, effects: [], removal: {power: 2}}, {do: miss}]}]",
        "effects 1, options 1, removal: {maneuver: repair, points: 6}, {maneuver: tactical, power: 2} or",
    ),
    ("[{on: event, do: roll_table, table: {1-3: nothing}}]", "effects 1, table: each total from 1 to 6 was expected"),
    ("[{on: event, do: roll_table, dice: 2, table: {2-12: nothing, 7: nothing}}]", "each total from 2 to 12"),
    ("[{on: event, do: roll_table, table: {low: nothing}}]", "a total such as 4 or 1-3 was expected, not 'low'"),
    ("[{on: event, do: roll_table, table: {1-999999999: nothing}}]", "a total of at most 219 was expected"),
    ("[{on: played, do: deal, dice: 999999999D6}]", "effects 1, dice: at most 20D6+99 was expected"),
    ("[{on: event, do: roll_table, table: nothing}]", "effects 1, table: totals such as 1-3"),
    ("[{on: event, do: roll_table, table: {1-6: [{do: mist}]}}]", "effects 1, table 1-6 1, do: one of"),
    ("[{on: played, do: deal, dice: 1, target: one officer}]", "effects 1, target: deal strikes you, your ship,"),
    ("[{on: played, do: cancel, target: the roll}]", "effects 1, target: cancel strikes what was announced, not"),
    ("[{on: played, do: turn_over, to: up, target: you}]", "effects 1, target: turn_over strikes one officer, one"),
    ("[{on: played, do: redirect, to: the roll}]", "effects 1, to: one of another player, another ship,"),
    ("[{on: played, do: discard, cards: 1, from: your deck}]", "effects 1, from: one of your hand, target hand,"),
    ("[{on: played, do: return_card, to: your hexpile}]", "effects 1, to: one of your hand, target hand, your deck"),
    ("[{on: maneuver, do: attack, weapon: phasers}]", "effects 1, weapon: the dice of the weapon, such as 2D6+2"),
    ("[{on: maneuver, do: attack, by: your ship}]", "effects 1, by: on maneuver this card or this piece attacks"),
    ("[{on: rolled, do: leave_roll, dice: 2}]", "effects 1, on: leave_roll comes on attached,"),
    ("[{on: rolled, do: deal, dice: 1}]", "effects 1, on: deal may bring a roll itself, and cannot come on rolled"),
    (
        "[{on: tabled, if: {own_shields: above 0}, do: bypass_shields, points: all}]",
        "effects 1, if: shields that are passed are at 0: that cannot hang on own_shields",
    ),
    ("[{on: played, do: attack, by: this card}]", "effects 1, weapon: the dice of the weapon"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_refused_by_its_place(text, message):
    assert message in refused(text)


def test_a_tile_has_no_triggers_of_cards():
    assert "effects 1, on: one of scoring," in refused("[{on: played, do: draw, cards: 1}]", hex_points=2)


def test_what_a_piece_prints_is_refused_where_it_stands():
    message = refused("[{on: event, do: summon}]", hex_points=2, denizen={"life_points": 9, "weapon": "9"})
    assert message == "denizen, weapon: 1D6 or 2D6+2 was expected, not '9'"


def test_a_denizen_has_points_and_a_weapon():
    assert refused("[{on: event, do: summon}]", hex_points=2) == "effects 1, life_points: summon needs life_points"
    message = refused("[{on: event, do: summon, life_points: 4}]", hex_points=2)
    assert message == "effects 1, weapon: summon needs weapon"
    assert refused("[]", removal={"maneuver": "repair"}).startswith("removal: {maneuver: repair, points: 6}")


FIRE = {
    "title": "Fire",
    "nature": "Command",
    "rarity": "Special",
    "play_method": "Use and discard",
    "usage": "any",
    "attaches_to": "attack",
}


def test_the_catalogue_names_file_title_and_place():
    with pytest.raises(CatalogueError) as refusal:
        check_definition(FIRE | {"effects": [{"on": "scoring", "do": "add_damage", "bonus": "ten"}]}, "commands.yaml")
    assert str(refusal.value).startswith("commands.yaml, Fire, effects 1, bonus: a whole number")
    assert refusal.value.field == "effects 1, bonus"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"attaches_to": "lunch"}, "attaches_to: one of attack, warp,"),
        ({"answers": ["torpedoes", "soup"]}, "answers: one of attack, event,"),
        ({"answers": []}, "answers: some of attack, event,"),
        ({"weapon": {"range": 1}}, "weapon, damage: this field is missing"),
        ({"weapon": {"damage": "1D6", "reach": 1}}, "weapon: there is no 'reach'; there are damage, range,"),
        ({"mine": {"damage": 3}}, "mine, damage: 1D6 or 2D6+2 was expected, not 3"),
        ({"damage_dice": -1}, "damage_dice: a whole number from 0 to 20"),
        ({"repair": "5d6"}, "repair: 1D6 or 2D6+2 was expected"),
        ({"table": "luck"}, "table: totals with their results were expected"),
        ({"faces": [{"play_method": "Table"}]}, "faces: a list of two or more faces was expected"),
        ({"faces": [{"play_method": "Table"}, {}]}, "faces 2, play_method: this field is missing"),
        ({"faces": [{"play_method": "Table", "cards": 0}] * 2}, "faces 1, cards: a whole number from 1 to 99"),
        ({"removal": {"used": False}}, "removal: {maneuver: repair, points: 6},"),
        ({"effects": "draw"}, "effects: a list of effects was expected, not 'draw'"),
        ({"weapon": "2D6"}, "weapon: {damage: 2D6} was expected of a weapon of its own, not '2D6'"),
    ],
)
def test_what_a_card_prints_is_checked(fields, message):
    with pytest.raises(CatalogueError) as refusal:
        check_definition(FIRE | fields, "commands.yaml")
    assert f"commands.yaml, Fire, {message}" in str(refusal.value)


def test_a_checked_piece_is_the_same_out_of_json():
    said = yaml.safe_load("""
    - {on: event, do: roll_table, table: {1: nothing, 2-6: [{on: entered, do: draw, cards: 1}]}}
    """)
    tile = {"title": "Wreck", "hex_points": 1, "kind": "normal", "affinity": "none", "text": "Roll.", "effects": said}
    checked = check_definition(tile, "hexes.yaml")
    assert checked == json.loads(json.dumps(checked))
    assert checked["effects"][0]["on"] == "event"
    assert read_effects(checked) == read_effects(tile)
    assert plain([{True: 1}, "x"]) == [{"on": 1}, "x"]
