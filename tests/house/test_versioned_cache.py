"""The cache of newest versions: what it finds, what it refuses to replace, and what goes first."""

from incursions.kit.caches import VersionedCache


def test_value_is_found_at_its_version_alone_or_at_any() -> None:
    cache: VersionedCache[str] = VersionedCache(2)
    cache.keep("match", 3, "three")
    assert [cache.find("match", version) for version in (2, 3, 4, None)] == [None, "three", None, "three"]
    assert cache.find("another") is None


def test_newer_value_stays() -> None:
    cache: VersionedCache[str] = VersionedCache(2)
    cache.keep("match", 3, "three")
    cache.keep("match", 2, "two")
    assert cache.find("match") == "three"
    cache.keep("match", 3, "three again")
    cache.keep("match", 4, "four")
    assert (cache.find("match", 3), cache.find("match", 4)) == (None, "four")


def test_least_recently_found_value_goes_first() -> None:
    cache: VersionedCache[int] = VersionedCache(2)
    for number, key in enumerate("ab"):
        cache.keep(key, 1, number)
    cache.find("a")
    cache.keep("c", 1, 2)
    assert [cache.find(key) for key in "abc"] == [0, None, 2]
    cache.clear()
    assert cache.find("a") is None
