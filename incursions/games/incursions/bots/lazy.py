"""A property that is found when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as found_lazily
else:

    class found_lazily:  # noqa: N801  # reads like `property`
        """A `functools.cached_property` without its lock, for objects that only one thread uses.

        A bot finds five to ten values with it at every question; the lock took 2 % of an admiral's time.
        """

        def __init__(self, find: Any) -> None:
            self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

        def __get__(self, thing: Any, owner: type) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self._name] = self._find(thing)
            return found


__all__ = ["found_lazily"]
