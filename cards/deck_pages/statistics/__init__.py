"""The pages of a deck in numbers: charts with their tables, odds, sample hands. `deck_statistics` does the counting."""
