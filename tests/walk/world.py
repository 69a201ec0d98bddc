"""Makes the rows that addresses lead to, with secrets in a private deck that nobody else may come to know."""

from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser, Group
from django.db.models import Model

from cards.catalogue import current_pieces, current_starters, slug_of
from cards.decks.abilities import Visibility
from cards.decks.changes import create_deck, delete_deck, keep_version, save_draft, share_deck
from cards.decks.contents import content_of, data_of
from cards.decks.judging import judge
from cards.decks.models import Deck
from cards.fleets.changes import change_fleet, create_fleet
from cards.models import Piece, PieceChange
from incursions.accounts.models import User
from incursions.accounts.tokens import make_token
from incursions.accounts.viewers import create_guest
from incursions.games.talon.battle_setups import read_catalogue
from tests.tournaments.laid_matches import NOON, later, reach
from tests.tournaments.matches.ended import ended_match
from tests.tournaments.tables.own_decks import chosen
from tournaments.days.models import Day
from tournaments.days.seats import make_day
from tournaments.events.entries import enter
from tournaments.events.enums import Kind
from tournaments.events.plans import Plan, create_tournament, open_tournament
from tournaments.events.progress import start_tournament
from tournaments.events.series import create_series
from tournaments.live.models import Outage
from tournaments.live.reports import file_report
from tournaments.matches.life import TableRules, create_match
from tournaments.players.models import Patch, PatchKind
from tournaments.players.recording import record_match
from tournaments.runs.flights import start_flight
from tournaments.runs.models import BalanceReport

PEOPLE = ("stranger", "guest", "other", "owner", "staff")
OTHERS = ("stranger", "guest", "other")  # for whom somebody else's private deck is not there
DECKS = ("deck", "unlisted", "public", "deleted")
NAME, TAG, NOTE, VERSION = "Zephyrquill", "mumblecrust", "xyloglyph", "quibberwock"
NO_DECK = "2" * 20  # an address as decks have them, of none


@dataclass
class World:
    """People by what they are to the decks, the decks, and the words that stand in braces in the table."""

    people: dict[str, Any]
    decks: dict[str, Deck]
    words: dict[str, str] = field(default_factory=dict)


def make_world() -> World:
    """Create a world with the same contents for each test, but for random names."""
    people = _people()
    decks = _decks(people["owner"])
    fleets = _fleets(people["owner"])
    flight = {"flight": start_flight(decks["deck"], by=people["owner"]).public_id}
    words = _deck_words(decks) | _other_words(people, decks["deck"]) | fleets | flight | _days(people["owner"])
    return World(people, decks, words)


def _days(owner: User) -> dict[str, str]:
    """Make a day of the owner's; `free_seat` is the place of a seat that nobody has."""
    day: Day = make_day(owner, "wolves", "Autumn in the Fleet", 26)
    control, seat = day.seats.first(), day.seats.filter(is_filled=True).exclude(team="Control").first()
    assert control
    assert seat
    return {"day": day.public_id, "day_code": day.code, "control_key": control.key, "free_seat": str(seat.place)}


def _people() -> dict[str, Any]:
    everything = {"is_staff": True, "is_superuser": True}
    return {
        "stranger": AnonymousUser(),
        "guest": create_guest(),
        "other": User.objects.create_user("tobias", password="secret word"),
        "owner": User.objects.create_user("maren", email="maren@incursions.example", password="secret word"),
        "staff": User.objects.create_user("quartermaster", password="secret word", **everything),
    }


def _decks(owner: User) -> dict[str, Deck]:
    """Create a private deck whose every word is secret, one shared in each way, and a deleted one."""
    starter = data_of(next(iter(current_starters().values())).content)
    secret = starter_and(secret_piece())
    private = create_deck(owner=owner, name=NAME, content=starter, tags=[TAG], notes=f"A {NOTE} lies in wait.")
    keep_version(private, by=owner, number=private.number, name=VERSION)
    save_draft(private, secret, by=owner, number=private.number)
    private.refresh_from_db()
    keep_version(private, by=owner, number=private.number)
    made = {"deck": Deck.objects.get(pk=private.pk)}
    for name, visibility in (("unlisted", "unlisted"), ("public", "public"), ("deleted", "public")):
        deck = create_deck(owner=owner, name=f"{name} deck".capitalize(), content=starter, tags=["shared"])
        made[name] = share_deck(deck, Visibility(visibility), by=owner, number=deck.number)
    made["deleted"] = delete_deck(made["deleted"], by=owner)
    return made


def _fleets(owner: User) -> dict[str, str]:
    """Create a private fleet and one that everybody with its link sees; both have the number 2."""
    addresses = {}
    for word, visibility in (("fleet", "private"), ("shared_fleet", "unlisted")):
        row = create_fleet(
            owner=owner, name=word.capitalize(), fleet=next(iter(read_catalogue().fleets.values())).fleet
        )
        addresses[word] = change_fleet(row, by=owner, number=row.number, visibility=visibility).public_id
    return addresses


def secret_piece() -> str:
    """Return a card that no starter has and with which the first starter is legal (rules 3)."""
    used = {title for starter in current_starters().values() for title in starter.cards}
    unused = (title for title in current_pieces().cards if title not in used)
    return next(title for title in unused if judge(content_of(starter_and(title))).is_legal)


def starter_and(title: str) -> dict[str, Any]:
    """Return the content of the first starter, with one more card."""
    starter = data_of(next(iter(current_starters().values())).content)
    return starter | {"deck": starter["deck"] | {title: 1}}


def _deck_words(decks: dict[str, Deck]) -> dict[str, str]:
    addresses = {name: deck.public_id for name, deck in decks.items()}
    numbers = {("number" if name == "deck" else f"{name}_number"): str(deck.number) for name, deck in decks.items()}
    secrets = {"name": NAME, "tag": TAG, "note": NOTE, "piece": slug_of(secret_piece())}
    return addresses | numbers | secrets


def _other_words(people: dict[str, Any], deck: Deck) -> dict[str, str]:
    """Create matches with the private deck, a report, and a row for each model that the admin has a page for."""
    own, full = chosen(deck, people["owner"]), {"mode": "full"}
    match = create_match(host=people["owner"], rules=TableRules(bots=("captain",), **full), loadout=own, seed=bytes(32))
    open_table = create_match(host=people["owner"], rules=TableRules(**full), loadout=own, seed=bytes(32))
    over = ended_match([people["owner"], people["other"], "ensign"], [[0], [2], [1]], mode="full", deck=deck)
    record_match(over.public_id)
    starters = list(current_starters())[:2]
    report = BalanceReport.objects.start(by=people["staff"], titles=starters, seats=[2], games=4, seed=1)
    Group.objects.create(name="Helpers")
    make_token(people["owner"], "A program")
    Authenticator.objects.create(user=User.objects.create_user("careful"), type="totp", data={"secret": "A" * 32})
    EmailAddress.objects.create(user=people["owner"], email=people["owner"].email)
    changed = Piece.objects.order_by("pk")[0]
    PieceChange.objects.create(piece=changed, title=changed.title, after=changed.definition, by=people["staff"])
    reach(match, 1, now=match.created_at)
    addresses = {
        "match": match.public_id,
        "open": open_table.public_id,
        "over": over.public_id,
        "guest_name": people["guest"].username,
        "report": report.public_id,
        "filed": file_report(match.room, people["owner"], "The dice look odd.").public_id,
    }
    addresses |= _tournaments(people, deck)
    Outage.objects.create(of=Outage.Of.WEB, began_at=NOON, ended_at=later(seconds=9), given_back_ms=9000, matches=1)
    return addresses | {f"{model._meta.model_name}_pk": str(_row_of(model)) for model in admin.site._registry}


def _tournaments(people: dict[str, Any], deck: Deck) -> dict[str, str]:
    """One of the owner's that players can enter, with the private deck in it, one being prepared, a sealed one."""
    owner, plan = people["owner"], Plan(name="Lantern Night", check_in_s=0)
    announced = create_tournament(owner, plan, seed=bytes(32))
    open_tournament(announced.public_id, owner)
    entry = enter(announced.public_id, owner, loadout=chosen(deck, owner, "tournament"))
    patch = Patch.objects.create(entry=entry, user=owner, kind=PatchKind.FAIR_PLAY, title="Fair play", at=NOON)
    draft = create_tournament(owner, Plan(name="Not yet announced"), seed=bytes(32))
    sealed = create_tournament(owner, Plan(name="Sealed Night", kind=Kind.SEALED, check_in_s=0), seed=bytes(32))
    open_tournament(sealed.public_id, owner)
    for player in (owner, people["other"]):
        enter(sealed.public_id, player)
    start_tournament(sealed.public_id, owner)
    rows = {"tournament": announced, "draft": draft, "sealed": sealed, "patch": patch}
    rows["series"] = create_series(owner, "Lantern Nights", 2)
    return {name: row.public_id for name, row in rows.items()}


def _row_of(model: type[Model]) -> object:
    rows = model._default_manager.order_by("pk")
    return rows.values_list("pk", flat=True).first() or 0
