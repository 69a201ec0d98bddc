"""Rows of days."""

from tournaments.days.models import Day


def reload_day(day: Day) -> Day:
    """Return the row with what it holds in the database now."""
    day.refresh_from_db()
    return day
