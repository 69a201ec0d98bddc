"""Searching the catalogue: a query language over everything that pieces print. Knows no Django."""

from incursions.games.incursions.search.fields import FIELDS, Field
from incursions.games.incursions.search.index import Answer, SearchIndex
from incursions.games.incursions.search.query import Query, QueryError
from incursions.games.incursions.search.typed import Completion, TypedQuery, complete
from incursions.games.incursions.search.wording import explain_query

__all__ = [
    "FIELDS",
    "Answer",
    "Completion",
    "Field",
    "Query",
    "QueryError",
    "SearchIndex",
    "TypedQuery",
    "complete",
    "explain_query",
]
