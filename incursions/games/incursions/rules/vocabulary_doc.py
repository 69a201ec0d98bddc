"""The generator of `docs/vocabulary.md` from the tables that effects are parsed with, and its prose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.vocabulary import (
    CONDITIONS,
    NEEDS,
    REMOVAL,
    SHIPS,
    SPARED,
    TARGET_GROUPS,
    TRIGGERS,
)
from incursions.games.incursions.rules.verbs.verb import MEANINGS, Verb
from incursions.games.incursions.rules.verbs.vocabulary import GROUPS

OPENING = """# The vocabulary of effects

Every captain, officer, card and tile does what its `effects` say. This page lists all that they can say, so that a new
piece needs a few lines of YAML and no code. It is made from the tables the game reads them with:
`script/manage vocabulary_doc` writes it. Numbers in brackets are rules of the [rulebook](rulebook/README.md).

When pieces are loaded each effect is checked. Whatever is wrong is named by file, title and place, with what was
expected: `attack.yaml, Long Lance, effects 2, options 1, dice: ...` is the dice of the first option of the second
effect.

## How an effect is written

`effects` is a list. An effect says when it comes (`on`), what it does (`do`) and what that verb asks for:

```yaml
{fire}
```

| Key | What it says |
|---|---|
| `on` | The trigger: when it comes. Effects within another one may leave it out; then it is that one's. |
| `do` | The verb: what it does. |
| `if` | Conditions, `{{name: value}}`. All must hold. `not X` is anything but X; a list is any of them. |
| `target` | Whom or what it strikes. |
| `within` | How far away, in hexes (0: the same): from a piece, a tile, or the target it is around; else your ship. |
| `until` | How long it goes on. |
| `optional` | `true`: its player may let it be. |
| `once` | `turn` or `game`: it serves once in each, even if the piece leaves play and comes back (13.19). |
| `needs` | Of an option: what there must be, or it cannot be chosen. A phrase ({needs}), or conditions as after `if`. |
| `spares` | Whom it leaves alone ({spares}). What a tile prints as `spares` holds for all its effects. |

Effects that come on the same trigger are carried out in the order of the list. Conditions are asked when the turn of
their effect comes, so that an effect may change what a later one finds. A number is a whole number; dice are a number
of dice (`dice: 2`) or a text (`dice: 2D6+2`); `per` makes an amount one for each of something, below 0 one less.

Most verbs are carried out when their trigger comes. Some change or permit something instead: they are looked up as
long as they are in force, which the list of verbs says. On `tabled` and `present` everything is in force as long as
the piece is there; on `scoring` and `damage` for the attack; on any other trigger such a verb begins to hold when
the trigger comes and ends with `until` (unsaid: with the attack or maneuver).

What follows an `espionage` in its list happens only when the target fails. In a `choose`, each option is an effect,
or a face `{{as: NAME, effects: [...]}}`. A face named like a play method is played by it, any other is used and
discarded unless it says `play_method`; a face `maneuver` is a maneuver of the own turn, a face `answer` is played
in answer. What a face says on other triggers holds or waits from the choice on.

A text takes its numbers from the effects: `{{1.dice}}` stands for the field `dice` of the first effect,
`{{1.options.2.power}}` for one within it, `{{removal.power}}` for a field of the piece. Effects that have a number
together are joined, `{{1.dice=2.dice}}`; `{{-1.by}}` is a negative number where the text says less;
`{{1.cards:words}}` is a number in words. Of a row of a table `{{1.table.4-6}}` is the totals,
`{{1.table.4-6:least}}` and `{{1.table.4-6:most}}` one of them. What the rules say without the piece is
`{{usual.diversion}}`, `{{usual.diversion_power}}`, `{{usual.evasion}}`, `{{usual.shield_points}}` or
`{{usual.kept}}`. A text names every number of the effects above 1 in this way.

Numbers stand in the fields that a piece prints as well as in its effects: pages show the fields, the game plays the
effects. Of the fields it reads these: `bonuses`, `espionage_evasion`, `attaches_to`, `answers`, `weapon` (the
weapons a card goes with), `target` and `tests` (at whom it is aimed), `removal`, and where an effect does not say
it itself `weapon` (as the weapon it is), `life_points`, `evasion`, `speed`, `mine`, `denizen`, `escape`,
`requirement` and `spares`. A card whose text is a printed bonus needs no effect. A piece without `effects` does
what its kind does: a wormhole is left by, a tile brings its `denizen`, catches by its `escape` or deals its
`damage_dice`, a card for a hex is placed as the mine, platform or outpost that its numbers make it, a shuttle is
placed and is armour. A card or face with the play method `Table in hex` that says effects must be placed by one of
them, on `played`.
"""

EXAMPLES: dict[str, str] = {
    "A command": """- title: Broad Daylight
  nature: Command
  type: Procedure
  rarity: Special
  play_method: Use and discard
  usage: any
  attaches_to: attack
  bonus: 8
  text: Attach to an attack maneuver, +{1.bonus} damage.
  effects:
    - {on: scoring, do: add_damage, bonus: 8}
""",
    "A defence with a consequence": """- title: Duck and Weave
  nature: Defence
  type: Procedure
  rarity: Special
  play_method: Use and discard
  usage: [Romulan]
  answers: attack
  text: Try to evade without the first power. If you evade, draw a card.
  effects:
    - {on: played, do: try_evasion}
    - {on: evaded, do: draw, cards: 1}
""",
    "A choice of the target (Dilemma)": """- title: Stand and Deliver
  nature: Tactical
  type: Dilemma
  rarity: Rare
  play_method: Use and discard
  usage: any
  target: player
  text: >-
    The target chooses. He discards {1.options.1.cards=1.options.1.needs.target_cards:words} cards, or his ship takes
    {1.options.2.dice}D6.
  effects:
    - on: played
      do: choose
      who: target
      target: another player
      options:
        - {do: discard, from: target hand, cards: 2, needs: {target_cards: 2}}
        - {do: deal, dice: 3, target: the target}
""",
    "A choice of the user (Multi), and espionage": """- title: Loose Wiring
  nature: Tactical
  type: Espionage
  rarity: Rare
  play_method: Multi
  usage: any
  target: player
  tests: systems
  faces: [{play_method: Use and discard}, {play_method: Table in front of target}]
  text: >-
    Choose one. The target loses {1.options.1.effects.2.power} power, or table this card and he cannot cloak until he
    repairs {1.options.2.removal.points} points.
  effects:
    - on: played
      do: choose
      who: you
      options:
        - as: Use and discard
          effects:
            - {do: espionage, tests: systems}
            - {do: lose_power, power: 1, target: the target}
        - as: Table in front of target
          effects:
            - {do: espionage, tests: systems}
            - {on: tabled, do: forbid, action: cloak, target: the target, until: removed}
          removal: {maneuver: repair, points: 4}
""",
    "A placed piece": """- title: Picket Gun
  nature: Tactical
  type: Equipment
  rarity: Common
  play_method: Table in hex
  usage: any
  life_points: 12
  weapon: {damage: 1D6+2, range: 1}
  text: A platform. It attacks other players' ships that stop or remain within {2.within} hex of it.
  effects:
    - {on: played, do: place, piece: platform}
    - {on: visited_or_remains, within: 1, do: attack, by: this piece, target: the visitor}
""",
    "Tiles": """- title: Ember Field
  hex_points: 3
  kind: normal
  affinity: {ship: Klingon}
  text: A Klingon ship turns up one power card. Another ship's hull takes {2.dice}D6.
  effects:
    - {on: event, if: {ship: Klingon}, do: turn_up, power: 1}
    - {on: event, if: {ship: not Klingon}, do: deal, dice: 1, pool: hull}
- title: Drifting Store
  hex_points: 2
  kind: normal
  affinity: none
  text: Roll {1.dice}D6. On {1.table.1-2} the ship takes {1.table.1-2.1.dice}D6, on {1.table.6} draw a card.
  effects:
    - on: event
      do: roll_table
      dice: 1
      table:
        1-2: [{do: deal, dice: 2}]
        3-5: nothing
        6: [{do: draw, cards: 1}]
- title: Narrow Gate
  hex_points: 5
  kind: wormhole
  affinity: none
  requirement: {power: 2}
  text: Spend {requirement.power} power, then roll {1.dice}D6 to leave.
  effects:
    - {on: event, do: leave_roll, dice: 2, missed: {do: transport, to: start hex}}
""",
}

READING = """## How texts are read

### People

- *You* are whoever uses the card, or set the tile off. *One* of something is of the user's choice, named on
  announcing; what a tile takes, and lost power, its victim picks. *Every other ship* leaves out yours, *every ship*
  does not.
- What is yours is what you control, assimilated pieces included. Cards go to the piles of who brought them (13.12). A
  tile's owner brought it; the house's tiles have none. In Tournament your hexpile is everybody's (4.5).
- An officer holds a position. The captain is meant only where he is named; his stand-in is the captain (3.8). What is
  said of a Borg captain is said of the player who has one (9.9), and of nobody who has no captain (9.19).
- You destroy what your attack, shuttle or placed piece takes the last points of (18.9).
- Aboard a shuttle in a hex *your ship* is the shuttle, and what is said of attacks is said of its own. What is said of
  you, of your cards and officers holds there too; of power, shields and systems that a shuttle lacks, nothing (17.7).
- No text is set off by what it does itself to an officer or in espionage.

### Attacks

- Damage that is added counts into the score (10.2). A *hit* is an attack that was not evaded, missed or cancelled,
  whatever is left of its damage. It damages the hull if a point came off there.
- Whether shields are at 0 is looked at on announcing; shields that do not function are (10.15).
- A separate weapon, and a card that is a weapon, rolls its own dice and no ship die. Weapon bonuses count, and each
  power adds 1D6 unless `power_dice` says otherwise.
- Each of the four ship weapons is a kind of weapon; of anything else its title is.
- To an attack made once more or out of turn nothing is added but what `may_add` allows; it comes when the first attack
  is over (11.10) unless its trigger says when. What the weapon needs is paid, and who cannot pay it cannot fire it.
- What *takes* damage without an attack loses shields first, and neither defence nor shield power nor armour answers;
  where an event deals it, a block of that event does (9.2). Cloaked ships of other players are left out but by Unique
  events (12.7). One roll serves all that one text strikes (9.20).
- Shields are raised as shield power raises them (7.3, 7.6). Reductions and halves come before points come off, in the
  order of 10.12.
- A tried evasion (`try_evasion`) is 11.1's, free to try; each power still adds 1. A card that repairs is the whole
  defence. Who takes an attack instead of you may try his own evasion, with the score as it stands (11.11).
- Attack and Defence cards for any time are played in windows, besides the one card of an attack or defence (11.12).
  Of one that goes on (`until`) what it says of attacks is asked of each attack while it lasts.

### Types of cards

- A *Calamity* or *Catastrophe* strikes like an event: blocks and cloaks help, nothing else. One that is tabled can be
  blocked when it comes, and is then discarded, or at one later strike (9.22).
- A *Dilemma* lets its target choose between two losses; what he cannot bear he cannot choose. Only a cancel helps.
- *Espionage* takes effect when its Espionage Evasion fails: the captain's (without one face up the best officer's),
  that of the member aimed at, or for systems the higher of captain's and best officer's (15.2, 15.12).
- Who becomes the user of another's card makes all its choices, whatever its usage limitation; who played it becomes
  its target. Where that leaves no legal target, nothing happens.

### Power, points, cards

- Lost power is face-up cards turning down, as many as there are (7.8). Turning up is of your own cards, as AUX turns
  them: running systems run on, cards out of play stay so (7.7).
- A cost is what must be spent. Changes add up and never go below 0; range, hexes and dice that are bought stay as
  dear.
- Points of hull or shields are of one of the two. Repair bonuses count for Repair as a maneuver or a defence alone.
- `shields` among bonuses raises the maximum; a tile's extra shields are points besides (2.10). `range` is torpedoes'.
- Equipment out of points is turned down, but goes to the pile if it is tabled until destroyed (16.7). Turned up by a
  text, it has all its points. A card is played when it is announced, cancelled or not.

### Hexes

- `entered` is exploring, stopping or being transported there; `event` is also remaining (9.3); `present` is
  neither, but being there (9.4).
- A move goes along explored hexes like a warp, without power and with nothing in tow; a piece never goes where it
  could not be placed (8.12, 17.12). With `no_event` nothing of 9.12 comes in the hex but mines; modifiers hold.
- Caught ships escape by rolling the number or less on 2D6; each roll counts against all that holds them (9.21).
- What a wormhole requires is paid, of free will, or must be so, when its event comes; else there is no roll and the
  ship stays (1.6). Basic and the roll-off ask for nothing (20.5, 21.8).
- A denizen's tile brings it once; its attack is 18.6's. Whom it spares it does not attack.
- A shuttle that serves as escape craft has its points as hull, no shields, its own evasion and weapon, Warp Drive
  of its speed and Repair of 3 (19.5, 19.9).
"""


_LISTS: dict[str, tuple[str, Mapping[str, str]]] = {
    "What is allowed": ("`allow`, after `action`.", words.PERMISSIONS),
    "What is forbidden": ("`forbid`, after `action`.", words.PROHIBITIONS),
    "What is modified": ("`modify`, after `of`.", words.MODIFIED),
    "Costs": ("`set_cost`, after `of`.", words.COSTS),
    "Counting": ("After `per`; where it says *each full so many*, as `full 10 hull points missing`.", words.COUNTED),
    "Kinds of maneuver": ("After `maneuver`, and `kind` of added ones.", words.ADDED | words.PERMITTED),
    "Kinds of card": ("After `filter` and in the condition `card`.", words.CARD_KINDS),
    "Places": ("Where cards and tiles are, after `from`, `to` and `at`.", words.PLACES),
    "Hexes": ("Where a ship is transported, after `to`.", words.HEXES),
    "Fates": ("What befalls officers and captains; the last two only in place of another.", words.NEW_FATES),
    "Placed pieces": ("`place`, after `piece`.", words.PIECES),
}


def vocabulary_page() -> str:
    """Return the text of docs/vocabulary.md."""
    opening = OPENING.format(
        fire=EXAMPLES["A command"].splitlines()[-1].strip(),
        needs=", ".join(f"`{phrase}`" for phrase in NEEDS),
        spares=SPARED.says,
    )
    examples = (f"{what}:\n\n```yaml\n{piece}```\n" for what, piece in EXAMPLES.items())
    return "\n".join([opening, *_render_verbs(), *_render_tables(), "## Examples\n", *examples, READING])


def _render_verbs() -> Iterator[str]:
    yield "## Verbs\n\nFields that several verbs have:\n"
    yield from _render_table("Field", "Meaning", MEANINGS.items())
    for group, verbs in GROUPS.items():
        yield f"### {group}\n"
        for verb in verbs:
            yield from _render_verb(verb)
        yield ""


def _render_verb(verb: Verb) -> Iterator[str]:
    needed = [name for names in verb.needs for name in names if len(names) == 1]
    passive = " *Looked up while in force.*" if verb.passive else ""
    yield f"- **`{verb.name}`** {verb.does} ({', '.join(verb.rules)}).{passive}"
    if verb.triggers is not None:
        yield f"  - only on {', '.join(f'`{name}`' for name in sorted(verb.triggers))}"
    if verb.strikes != (SHIPS,):
        yield f"  - strikes {' or '.join(verb.strikes)}"
    for names in verb.needs:
        if len(names) > 1:
            yield f"  - needs {' or '.join(f'`{name}`' for name in names)}"
    for name, kind in verb.fields.items():
        must = " (must be said)" if name in needed else ""
        yield f"  - `{name}`{must}: {kind.says}"


def _render_tables() -> Iterator[str]:
    yield "## Triggers\n\nAfter `on`. Those in the second table are of captains, officers and cards alone.\n"
    for on_tiles in (True, False):
        yield from _render_table(
            "Trigger", "When", (each[:2] for each in TRIGGERS.values() if each.on_tiles is on_tiles)
        )
    yield "## Conditions\n\nAfter `if`, as `{name: value}`.\n\n| Condition | Values | Holds when |\n|---|---|---|"
    for condition in CONDITIONS.values():
        yield f"| `{condition.name}` | {condition.value.says} | {condition.holds} |"
    yield "\n## Durations\n\nAfter `until`: it goes on until\n"
    yield from _render_table("Duration", "Ends when", words.DURATION_ROWS.items())
    yield (
        "## Targets\n\nAfter `target`. A verb strikes ships and players, unless its list says otherwise. `RACE` is any "
        "race. What is one of several is of the user's choice; from then on he is `the target`.\n"
    )
    for kind, rows in TARGET_GROUPS.items():
        yield from _render_table(kind[0].upper() + kind[1:], "Who or what", rows.items())
    yield f"## The way off the table\n\nA card before a target prints its `removal`: {REMOVAL.says} (13.4.5).\n"
    for title, (where, meanings) in _LISTS.items():
        yield f"## {title}\n\n{where}\n"
        yield from _render_table("Word", "Meaning", meanings.items())


def _render_table(first: str, second: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {first} | {second} |\n|---|---|"
    for name, text in rows:
        yield f"| `{name}` | {text} |"
    yield ""
