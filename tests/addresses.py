"""Addresses at a table, by the name of the page, whatever app it belongs to."""

from django.urls import NoReverseMatch, reverse


def address_at_table(name: str, *arguments: object) -> str:
    """Return the address of the page of that name. Raises NoReverseMatch if no app has one."""
    for app in ("tables", "matches", "live"):
        try:
            return reverse(f"{app}:{name}", args=arguments)
        except NoReverseMatch:
            continue
    raise NoReverseMatch(name)
