"""Queries that cannot be read: which place is underlined, what is said, what was meant. Nothing is found then."""

import pytest

from incursions.games.incursions.search import QueryError


def fault(index, text) -> QueryError:
    with pytest.raises(QueryError) as raised:
        index.search(text)
    return raised.value


@pytest.mark.parametrize(
    ("text", "code", "underlined", "corrected"),
    [
        ("n:attack rarty<=rare", "field.unknown", "rarty", "n:attack rarity<=rare"),
        ("zzzzzz:1", "field.unknown", "zzzzzz", None),
        ("srt:hull", "field.unknown", "srt", "sort:hull"),
        ("rarity >= rare", "field.missing", "rarity >= ", "rarity>=rare"),
        (">=3", "field.missing", ">=3", None),
        ("rarity>= rare", "value.missing", "rarity>= ", "rarity>=rare"),
        ("nature:", "value.missing", "nature:", None),
        ('nature:""', "value.missing", 'nature:""', None),
        ("nature:atack", "value.unknown", "atack", "nature:Attack"),
        ("nature:defennse", "value.unknown", "defennse", "nature:Defence"),
        ("rarity:ultrarareish", "value.unknown", "ultrarareish", 'rarity:"Ultra Rare"'),
        ("nature:zzz", "value.unknown", "zzz", None),
        ("nature:z*", "value.unknown", "z*", None),
        ("n:c", "value.ambiguous", "c", "n:Command"),
        ("rarity>=r*", "value.no_order", "r*", None),
        ("hull>=many", "value.no_number", "many", None),
        ("hull>=title", "value.no_number", "title", None),
        ("hull>=2D6", "value.no_number", "2D6", None),
        ("hull>=99999999999", "value.no_number", "99999999999", None),
        ("damage>=D6", "value.no_number", "D6", None),
        ("text:'", "value.empty", "'", None),
        ("a ’’", "value.empty", "’’", "a "),
        ("title>=b", "operator.no_order", ">=", "title:b"),
        ("nature<attack", "operator.no_order", "<", "nature:attack"),
        ("is>unique", "operator.no_order", ">", "is:unique"),
        ("rarity=>rare", "operator.unknown", "=>", "rarity>=rare"),
        ("rarity:>=rare", "operator.unknown", ":>=", "rarity>=rare"),
        ("rarity<>rare", "operator.unknown", "<>", "rarity!=rare"),
        ("hull===3", "operator.unknown", "===", None),
        ('crew "red alert', "quote.not_closed", '"red alert', 'crew "red alert"'),
        ('text:"red alert', "quote.not_closed", '"red alert', 'text:"red alert"'),
        ("a (b (c", "bracket.not_closed", "(c", "a (b (c))"),
        ("a (", "bracket.not_closed", "(", "a "),
        ("a) b", "bracket.not_open", ")", "a b"),
        (")", "bracket.not_open", ")", ""),
        ("a ()", "bracket.empty", "()", "a "),
        ("a or", "term.missing", "or", 'a "or"'),
        ("or a", "term.missing", "or", '"or" a'),
        ("(a or)", "term.missing", "or", '(a "or")'),
        ("a and or b", "term.missing", "or", 'a and "or" b'),
        ("a --b", "minus.twice", "-", "a -b"),
        ("- b", "minus.alone", "-", " b"),
        ("a -", "minus.alone", "-", "a "),
        ("a (b sort:hull)", "directive.inside", "sort:hull", None),
        ("-sort:hull", "directive.inside", "-sort:hull", "sort:-hull"),
        ("a or sort:hull", "directive.inside", "sort:hull", None),
        ("a sort:hull or b", "directive.inside", "sort:hull", None),
        ("sort>hull", "directive.operator", ">", "sort:hull"),
        ("view:list view:text", "directive.twice", "view:text", "view:list "),
        ("sort:-rarty", "sort.unknown", "-rarty", "sort:-rarity"),
        ("sort:is", "sort.unknown", "is", None),
        ("sort:", "sort.unknown", "sort:", None),
        ("view:picture", "view.unknown", "picture", "view:pictures"),
        ("sort:hull a sort:-hull", "directive.twice", "sort:-hull", "sort:hull a "),
        # What people type who know other searches, or take one field for another.
        ("t:attack", "value.unknown", "t:attack", "nature:Attack"),
        ("type!=klingon", "value.unknown", "type!=klingon", "race!=Klingon"),
        ("is:rare", "value.unknown", "is:rare", "rarity:Rare"),
        ("-kind:officer", "value.unknown", "kind:officer", "-nature:Crew"),
        ("race:any", "value.unknown", "race:any", "usage:any"),
        ("not:unique", "field.unknown", "not", "-is:unique"),
        ("-not:unique", "field.unknown", "not", None),
        ("o:shield", "field.unknown", "o", "text:shield"),
        ("e:base", "field.unknown", "e", None),
        ("order:hull", "field.unknown", "order", "sort:hull"),
        ("view:images", "view.unknown", "images", "view:pictures"),
        ("-hull:20-30", "value.no_number", "hull:20-30", "-(hull>=20 hull<=30)"),
        ("hull:30+", "value.no_number", "hull:30+", "hull>=30"),
        ("hull:*", "value.no_number", "hull:*", "has:hull"),
        ("points:1,2", "value.no_number", "points:1,2", "(points:1 or points:2)"),
        ("points:1,x", "value.no_number", "1,x", None),
        ("damage:d6+1", "value.no_number", "damage:d6+1", "damage:1D6+1"),
        ("rarity≥rare a", "operator.unknown", "≥", "rarity>=rare a"),
        ("kind≠ship", "operator.unknown", "≠", "kind!=ship"),
        ("30<hull", "field.behind", "30<hull", "hull>30"),
        ("20<=hull<30", "field.behind", "20<=hull<30", "(hull>=20 hull<30)"),
        ("3<zebra", "field.unknown", "3", None),
        ("n:attack|defence a", "value.unknown", "n:attack|defence", "(nature:Attack or nature:Defence) a"),
        ("a || b", "words.sign", "||", "a or b"),
        ("red & alert", "words.sign", "&", "red and alert"),
        ("red|blue", "words.sign", "red|blue", "(red or blue)"),
    ],
)
def test_a_fault_is_underlined_and_corrected_where_something_is_near(index, text, code, underlined, corrected):
    error = fault(index, text)
    assert error.code == code
    assert text[error.place.start : error.place.end] == underlined
    assert error.message.endswith(".")
    assert error.corrected == corrected
    if corrected:
        assert index.parse(corrected)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("natre:attack", "nature:attack"),
        ("natre:atack typ:equipmnt", "nature:Attack type:Equipment"),
        ("(((((", ""),
        ("(a (b", "(a (b))"),
        ("natre:attack points<=abc", "nature:attack points<=abc"),  # the second fault nobody can mend
        ("points<=abc", None),
    ],
)
def test_what_was_meant_has_every_fault_mended_that_can_be(index, text, meant):
    assert index.suggest_query(fault(index, text)) == meant


def test_a_wrong_term_finds_nothing_however_much_is_right_beside_it(index):
    assert fault(index, "kind:ship or foo:1").code == "field.unknown"


def test_the_message_of_an_unknown_word_names_those_that_there_are(index):
    message = fault(index, "nature:zzz").message
    assert message == "nature cannot be “zzz”; it can be Command, Attack, Defence, Tactical, Crew."


def test_a_long_word_is_cut_short_in_a_message(index):
    assert len(fault(index, f"nature:{'z' * 900}").message) < 200
