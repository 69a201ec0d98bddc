"""The words with which Talon introduces itself."""

from incursions.games.presentations import PicturedMoment, Presentation
from incursions.games.talon.records import FLEET

PRESENTATION = Presentation(
    headline="A duel of squadrons on an open plane",
    summary=(
        "Terran and Talon warships fight on an open plane of hexes, for two players or two teams. Turn your best "
        "shields to the enemy, and fire when your guns bear."
    ),
    length="A duel takes about 20 minutes, a battle of squadrons about an hour.",
    story=(
        (
            "Your ships have mass: the faster one goes, the longer it must go straight before it may turn. Each has"
            " four shields, and guns that bear on some sides only."
        ),
        (
            "A round has six impulses. In each of them, a ship may get an action point from its power, or must move"
            " a hex by its speed. You choose how much of a ship's reactor goes into guns and how much into speed."
        ),
        (
            "Nothing is hidden. Four battles are ready to play, from two cruisers in open space to a convoy under "
            "attack. In Skirmish you meet with a fleet of your own choice."
        ),
    ),
    first_match_title="Talon in a minute",
    first_match=(
        "You command one side. The other side has ships of its own shape and colour.",
        (
            "A round has six impulses, A to F. The band above the chart shows which of your ships move, and which "
            "get an action point."
        ),
        "Spend the action points: charge guns, reinforce a shield, or turn earlier.",
        "Move the ships that must move. You may turn when the turn wait is over.",
        (
            "Fire. The odds stand beside each shot. Damage goes through the shield on the side that was hit, then "
            "into the hull."
        ),
    ),
    credit=(
        (
            "Talon is a board game designed by Jim Krohn and published by GMT Games. The name and the ideas of the "
            "rules are theirs."
        ),
        (
            "The words of these pages, the rules as told here and all pictures are ours. This site is made by "
            "players. It is not affiliated with the publisher or endorsed by them."
        ),
    ),
    pictured=PicturedMoment(FLEET, 90),
)
