"""The words for decks, for pages of every game."""

from incursions.games.loadouts import LoadoutWords

DECK_WORDS = LoadoutWords(
    "deck",
    ready="starter deck",
    own_words=(
        "A deck of your own is played as it stands now. Nobody else learns its name; its pieces lie open when the "
        "match is over."
    ),
    gave_way="Your own deck was no longer legal when the match began: pieces have changed since you chose it.",
)
