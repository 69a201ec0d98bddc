"""The dice stream: fair, kept apart by strand, repeatable, and checked against plain hashing."""

import hashlib
from collections import Counter

import pytest

from incursions.engine.dice import Dice, FixedDice, OutOfDiceError, commitment

SEED = bytes(range(32))


def test_commitment_is_the_sha256_of_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_roll_can_be_checked_by_hand_from_the_published_seed():
    dice = Dice(SEED)
    dice.roll("attack", 2)
    block = hashlib.blake2b(b"attack/0/1/0", key=SEED).digest()
    expected = [byte % 6 + 1 for byte in block if byte < 252][:3]
    assert dice.roll("attack", 3) == expected


def test_roll_throws_more_dice_than_one_block_holds():
    thrown = Dice(SEED).roll("attack", 500)
    assert len(thrown) == 500
    assert set(thrown) == {1, 2, 3, 4, 5, 6}


def test_faces_are_equally_likely():
    counts = Counter(Dice(SEED).roll("attack", 60_000))
    assert all(9_600 < counts[face] < 10_400 for face in range(1, 7))


def test_strands_do_not_shift_one_another():
    one, other = Dice(SEED), Dice(SEED)
    other.roll("pile", 5)
    assert one.roll("attack", 4) == other.roll("attack", 4)


def test_a_new_epoch_throws_other_dice():
    one, other = Dice(SEED), Dice(SEED, epoch=7)
    assert one.roll("attack", 10) != other.roll("attack", 10)


def test_below_reaches_every_number_and_no_other():
    dice = Dice(SEED)
    assert {dice.draw_below("pile", 5) for _ in range(200)} == {0, 1, 2, 3, 4}


def test_shuffle_keeps_the_pieces_and_brings_all_orders():
    dice = Dice(SEED)
    orders = set()
    for _ in range(200):
        pile = [1, 2, 3]
        dice.shuffle("pile", pile)
        orders.add(tuple(pile))
    assert len(orders) == 6


def test_copy_goes_on_alike_and_apart():
    dice = Dice(SEED)
    dice.roll("attack", 1)
    twin = dice.copy()
    assert twin.roll("attack", 6) == dice.roll("attack", 6)
    twin.roll("attack", 1)
    assert twin.to_data() != dice.to_data()


def test_data_round_trip_goes_on_alike():
    dice = Dice(SEED, epoch=3)
    dice.roll("attack", 2)
    again = Dice.from_data(dice.to_data())
    assert again.roll("attack", 8) == dice.roll("attack", 8)


def test_a_seed_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        Dice(b"short")


def test_fixed_dice_come_in_the_order_laid_out_whatever_their_purpose():
    dice = FixedDice([4, 5, 6])
    assert dice.roll("attack", 2) == [4, 5]
    assert dice.copy().left == [6]
    assert Dice.from_data(dice.to_data()).roll("pile", 1) == [6]
    with pytest.raises(OutOfDiceError, match="found 1 dice"):
        dice.roll("evasion", 2)
