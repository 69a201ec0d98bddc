import pytest

from incursions.kit.refusals import DomainError
from tournaments.live.chat.rules import LONGEST, LONGEST_SENT, PHRASES, clean_message

HEBREW, ARABIC = "שלום", "مَرْحَبًا"
FAMILY = "\U0001f468‍\U0001f469‍\U0001f467"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("hello", "hello"),
        ("  two   words\t ", "two words"),
        ("e\u0301", "é"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        (HEBREW, HEBREW),
        (ARABIC, "مَرْحَبًا"),
        (FAMILY, FAMILY),
        ("1️⃣", "1️⃣"),
        ("!", "!"),
        ("\u202eevil", "\u202eevil"),  # shown in an element of its own, it turns round nothing else
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_clean_message_keeps_what_can_be_read(sent, kept):
    assert clean_message(sent) == kept


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("", "no visible text"),
        (" \t ", "no visible text"),
        ("\u200b\u200d\ufeff", "no visible text"),
        ("\u3164\u2800", "no visible text"),
        ("\u202e", "no visible text"),
        ("\u0301", "no visible text"),
        ("two\nlines", "one line"),
        ("two\u2028lines", "one line"),
        ("nul\x00", "U+0000"),
        ("bell\x07", "U+0007"),
        ("escape\x1b[31m", "U+001B"),
        ("c1\x85", "U+0085"),
        ("half\ud800", "U+D800"),
        ("own\ue000", "U+E000"),
        ("none\uffff", "U+FFFF"),
        ("none\ufdd0", "U+FDD0"),
        ("z" + "\u0335" * 5, "accents"),
        ("x" * (LONGEST + 1), f"{LONGEST} characters; this one has {LONGEST + 1}"),
        ("x" * (LONGEST_SENT + 1), str(LONGEST)),
    ],
)
def test_clean_message_refuses_what_nobody_can_read(sent, why):
    with pytest.raises(DomainError, match=why.replace("+", r"\+")):
        clean_message(sent)


def test_phrases_can_all_be_said():
    assert [clean_message(phrase) for phrase in PHRASES.values()] == list(PHRASES.values())
