"""The rulebooks of all games as pages: numbers as links, sections, rules with their examples, and search.

A book is found by the letter of its numbers. Each is read when it is first asked for, and a page goes without examples
that cannot be read. This room knows no game but by its value on the shelf (`settings.GAMES`, `settings.MEGAGAMES`).
"""
