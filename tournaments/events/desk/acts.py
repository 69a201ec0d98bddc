"""The acts of the desk: the actions of the staff, one row each.

A row has the word of the act, its service and the values that the service takes. The desk's forms and the API's
endpoints with their schema are made from it; the service checks the ability and writes the log. To add an act, write
its row here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from incursions.accounts.models import User
from incursions.kit.api.requests import Schema, a_text, whole
from incursions.kit.refusals import make_malformed_error
from incursions.kit.words import format_count
from tournaments.events.desk.act_fields import (
    MOST_NUMBER,
    NUMBER,
    Act,
    Endpoint,
    Field,
    Form,
    NumberInput,
    RequestFields,
    list_field,
    number_field,
    text_field,
)
from tournaments.events.desk.desk_page import Desk
from tournaments.events.entries import (
    add_player,
    check_in,
    disqualify,
    drop,
    enter_for,
    note_deck_check,
    penalise,
    reinstate,
)
from tournaments.events.enums import PenaltyKind
from tournaments.events.locked_tournament import Ability, LockedTournament, service
from tournaments.events.models import Round
from tournaments.events.pairing import LARGEST_POD
from tournaments.events.patches import award_fair_play
from tournaments.events.plans import appoint, cancel_tournament, dismiss, open_tournament
from tournaments.events.progress import end_build_phase, start_tournament
from tournaments.events.rehearsals import FEWEST_BOTS, MOST_BOTS, rehearse_like
from tournaments.events.results import rule_result
from tournaments.events.rounds import (
    break_table,
    feature_table,
    give_bye,
    pair_round,
    pair_table,
    publish_round,
    swap,
    undo_round,
)
from tournaments.events.tables import extend_table, pause_tournament, resume_tournament
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.game_kinds import game_kinds, loadouts_of
from tournaments.matches.staff.acting import MOST_MINUTES

MOST_BOTS_AT_ONCE = 64


def _swap(public_id: str, user: User, players: list[int], *, seen: int | None = None) -> Round:
    if len(players) != 2:
        raise make_malformed_error("Choose two players to change places.")
    return swap(public_id, user, *players, seen=seen)


def _read_bye_player(said: RequestFields) -> int:
    players = said.numbers("player")
    if len(players) != 1:
        raise make_malformed_error("Choose one player who is to have a bye.")
    return players[0]


def _read_places(said: RequestFields) -> list[int]:
    places = said.numbers("place")
    if not places:
        raise make_malformed_error("Give each player a place.")
    return places


def _read_title(said: RequestFields) -> str:
    title = said.text("starter")
    if not any(_is_known(game, title) for game in game_kinds()):
        raise make_malformed_error("There is no such starter deck.")
    return title


def _is_known(game: str, title: str) -> bool:
    """Return True if a game has a loadout of this title that anybody may choose."""
    loadouts = loadouts_of(game)
    try:
        loadouts.check_known([loadouts.find_by_title(title)])
    except ValueError:
        return False
    return True


def _read_bot(said: RequestFields) -> str:
    bot = said.text("bot")
    if not bot:
        raise make_malformed_error("Say which bot.")
    return bot


@service(Ability.ADMIT)
def _enter_bots(locked: LockedTournament, count: int, bot: str, *, title: str) -> str:
    """Enter bots of one kind, each with the loadout of this title ("" for none), and say so. Raises malformed."""
    if not 1 <= count <= MOST_BOTS_AT_ONCE:
        raise make_malformed_error(f"Enter 1 to {MOST_BOTS_AT_ONCE} bots at once.")
    for _ in range(count):
        add_player(locked, bot=bot, title=title)
    return f"{format_count(count, 'bot')} entered"


def _rehearse(public_id: str, user: User, count: int) -> str:
    """Start a rehearsal of the tournament with so many bots, and say where it is found."""
    rehearsal = rehearse_like(public_id, user, count)
    return f"“{rehearsal.name}” has begun: find it among your tournaments"


def find_account(name: str) -> User:
    """Return the account of that name. Raises malformed."""
    found = User.objects.filter(username=name, is_active=True).first() if name and "\x00" not in name else None
    if found is None or found.is_guest:
        raise make_malformed_error(
            "There is no account of that name. Names are written exactly as on the player’s page."
        )
    return found


PLAYER = number_field("player", "number")
TABLE = number_field("table")
REASON = text_field("reason", a_text(LONGEST_REASON, "It goes into the log"), "reason")
MINUTES = number_field("minutes", asked=NumberInput("minutes", "Minutes", 1, MOST_MINUTES, 5), most=MOST_MINUTES)
COUNT = number_field("count", asked=NumberInput("count", "Bots", FEWEST_BOTS, MOST_BOTS, 8))
PLAYERS = list_field("players", "player", NUMBER)
PLACE: Schema = {"type": "integer", "minimum": 1, "maximum": LARGEST_POD}
PLACES = list_field(
    "places", "place", PLACE, "Of the players in the order of their seats; equal places are shared"
)._replace(from_form=_read_places)
LEFT = list_field(
    "left",
    "left",
    {"type": "integer", "minimum": 0, "maximum": max(kind.results.most_points for kind in game_kinds().values())},
    "What each has left, such as hull and shields",
    "left",
)
KIND = text_field("kind", {"type": "string", "enum": PenaltyKind.values})
ACCOUNT = Field(lambda said: find_account(said.text("name")))
TITLE_OF_LOADOUT = Field(_read_title, keyword="title")
AS_PLAYERS_READ = "Reason (shown to the players)"

ROWS = (
    Act(
        "announce",
        open_tournament,
        endpoint=Endpoint("open/", "open", "Announce it: from now on players enter"),
    ),
    Act("cancel", cancel_tournament, (REASON,), Endpoint("cancel/", "cancel", "Cancel it")),
    Act("start", start_tournament, endpoint=Endpoint("start/", "start", "Start it now")),
    Act(
        "end building",
        end_build_phase,
        endpoint=Endpoint("end-building/", "end_building", "End the time for building decks now"),
    ),
    Act("pair", pair_round),
    Act(
        "publish",
        publish_round,
        endpoint=Endpoint(
            "rounds/publish/",
            "publish",
            "Publish the draft",
            "Everybody sees it, and it begins after the tournament's delay.",
            "round",
        ),
    ),
    Act(
        "undo",
        undo_round,
        (REASON,),
        Endpoint(
            "rounds/undo/",
            "undo",
            "Undo the last round",
            "It does not count, and its matches end. It can then be paired again.",
        ),
    ),
    Act(
        "swap",
        _swap,
        (
            Field(
                lambda said: said.numbers("player"),
                lambda body: [whole(body.get(key), key, least=1, most=MOST_NUMBER) for key in ("one", "other")],
                {"one": NUMBER, "other": NUMBER},
            ),
        ),
        Endpoint("rounds/swap/", "swap", "Swap two players", answer="round"),
    ),
    Act(
        "pair players",
        pair_table,
        (PLAYERS,),
        Endpoint(
            "rounds/tables/",
            "pair_table",
            "Pair players who are not paired",
            "In the current round the table opens at once.",
            "round",
            201,
        ),
    ),
    Act(
        "bye",
        give_bye,
        (number_field("player")._replace(from_form=_read_bye_player),),
        Endpoint("rounds/bye/", "bye", "Give a bye to somebody who is not paired", answer="round"),
    ),
    Act(
        "extend",
        extend_table,
        (TABLE, MINUTES, REASON),
        Endpoint(
            "rounds/extend/",
            "extend",
            "Give a table more time",
            "A table of the current round: its match ends that many minutes later.",
            "round",
        ),
        Form("table", "Give more time", "Give the time", "can_have_time"),
    ),
    Act(
        "rule",
        rule_result,
        (number_field("round", "number"), number_field("table", "table"), PLACES, LEFT, REASON),
        Endpoint(
            "rounds/<ordinal:number>/tables/<ordinal:table>/result/",
            "rule",
            "Rule on the result of a table",
            "A match under way ends with it.",
            "round",
        ),
        Form("table", "Rule the result", "Rule", "can_be_ruled", template="events/desk/rule_form.html"),
    ),
    Act(
        "feature",
        feature_table,
        (TABLE, Field(lambda said: said.flag("is_featured"), keyword="is_featured")),
        form=Form("table", "Feature it", "Feature this table", "is_last", template="events/desk/feature_form.html"),
    ),
    Act(
        "break",
        break_table,
        (TABLE, REASON),
        Endpoint("rounds/break/", "break", "Break a table", answer="round"),
        Form(
            "table",
            "Break the table",
            "Break table {table}",
            "can_pair",
            "Its players can be paired again; what was played there does not count.",
        ),
    ),
    Act(
        "pause",
        pause_tournament,
        (REASON,),
        Endpoint("pause/", "pause", "Pause the tournament"),
        Form("desk", "Pause everything", "Pause all clocks", "can_pause", reason_label=AS_PLAYERS_READ),
        needs=Ability.PAIR,
        whatever_was_seen=True,
    ),
    Act(
        "resume",
        resume_tournament,
        endpoint=Endpoint("resume/", "resume", "Resume the tournament"),
        whatever_was_seen=True,
        needs=Ability.PAIR,
    ),
    Act(
        "rehearse",
        _rehearse,
        (COUNT,),
        needs=Ability.CONFIGURE,
        form=Form(
            "desk",
            "Rehearse it",
            "Rehearse",
            note="Bots play it by this plan with times of seconds. It is in no list.",
        ),
        whatever_was_seen=True,
    ),
    Act(
        "enter user",
        enter_for,
        (ACCOUNT._replace(keyword="user"), TITLE_OF_LOADOUT),
        whatever_was_seen=True,
    ),
    Act(
        "enter bots",
        _enter_bots,
        (number_field("count"), Field(_read_bot), TITLE_OF_LOADOUT),
        whatever_was_seen=True,
    ),
    Act(
        "enter name",
        enter_for,
        (Field(lambda said: said.text("name"), keyword="called"),),
        whatever_was_seen=True,
    ),
    Act(
        "check in",
        check_in,
        (PLAYER,),
        Endpoint(
            "players/<ordinal:number>/check-in/",
            "player_check_in",
            "Check a player in",
            "The staff may do so at any time before the start.",
            "player",
        ),
        Form("player", "Here?", "Check in", "can_check_in", is_main=True),
    ),
    Act(
        "penalty",
        penalise,
        (PLAYER, KIND, REASON),
        Endpoint(
            "players/<ordinal:number>/penalties/",
            "penalise",
            "Give a player a penalty",
            "A game loss strikes the seat of the match under way, a disqualification the player.",
            "penalty",
            201,
        ),
        Form("player", "Give a penalty", "Give the penalty", "is_active", template="events/desk/penalty_form.html"),
    ),
    Act(
        "drop",
        drop,
        (PLAYER, REASON),
        Endpoint("players/<ordinal:number>/drop/", "player_drop", "Drop a player", answer="player"),
        Form("player", "Drop", "Drop {name}", "can_drop"),
    ),
    Act(
        "reinstate",
        reinstate,
        (PLAYER, REASON),
        Endpoint("players/<ordinal:number>/reinstate/", "player_reinstate", "Reinstate a player", answer="player"),
        Form("player", "Let play again", "Reinstate {name}", "can_come_back"),
    ),
    Act(
        "disqualify",
        disqualify,
        (PLAYER, REASON),
        Endpoint("players/<ordinal:number>/disqualify/", "player_disqualify", "Disqualify a player", answer="player"),
        Form("player", "Disqualify", "Disqualify {name}", "can_be_struck"),
    ),
    Act(
        "fair play",
        award_fair_play,
        (PLAYER, REASON),
        form=Form(
            "player",
            "Fair play",
            "Award it",
            "can_be_awarded",
            "A patch for the player’s page, of the staff’s choice.",
            "Reason (public)",
        ),
    ),
    Act(
        "deck checked",
        note_deck_check,
        (PLAYER,),
        Endpoint(
            "players/<ordinal:number>/deck-check/",
            "deck_check",
            "Note a deck check",
            "For those of the staff who may see decks.",
            "player",
        ),
    ),
    Act("appoint", appoint, (ACCOUNT, Field(lambda said: said.text("role")))),
    Act("dismiss", dismiss, (ACCOUNT,)),
)
ACTS = {act.word: act for act in ROWS}


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """A form of an act as a page shows it: its texts, the values that the page knows, and its inputs."""

    act: Act
    form: Form
    button: str
    known: dict[str, object]
    inputs: list[tuple[NumberInput, Any]]
    asks_why: bool


def list_offered_forms(desk: Desk, page: Any, known: dict[str, object], name: str = "") -> list[OfferedForm]:
    """Return the forms of a page that the viewer may use now. `known` are values of the page, by name."""
    return [
        OfferedForm(
            act,
            act.form,
            act.form.button.format(**known, name=name),
            known,
            [
                (each.input, desk.typed.get(each.input.name) if desk.typed.get("do") == act.word else each.input.usual)
                for each in act.fields
                if each.input
            ],
            REASON in act.fields,
        )
        for act in ACTS.values()
        if act.form
        and act.form.page == page.name
        and act.is_for(desk.actor)
        and (not act.form.condition or getattr(page, act.form.condition))
    ]


def perform(public_id: str, user: User, said: RequestFields) -> str:
    """Perform the act of a form. Return a sentence about it if its log line does not say all.

    Raises `DomainError`.
    """
    act = ACTS.get(said.text("do"))
    if act is None:
        raise make_malformed_error(f"do is one of: {', '.join(ACTS)}.")
    values = [field.from_form(said) for field in act.fields]
    done = act.perform(public_id, user, values, **{} if act.whatever_was_seen else {"seen": said.seen_version})
    return done if isinstance(done, str) else ""
