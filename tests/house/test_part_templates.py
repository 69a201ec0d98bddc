"""Parts of pages are drawn again only if their context has changed."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from incursions.kit import markup
from incursions.kit.markup import PartTemplates


@pytest.fixture
def templates(tmp_path):
    (tmp_path / "greeting.html").write_text("<p>{{ count() }} {{ who }}</p>")
    drawn = Counter()

    def count():
        drawn["all"] += 1
        return drawn["all"]

    made = PartTemplates(tmp_path)
    made.environment.globals["count"] = count
    return made


def test_part_is_drawn_again_only_for_another_context_or_viewer(templates):
    first = templates.draw_changed("greeting", "Dione", {"who": "you"})
    assert first == "<p>1 you</p>"
    assert templates.draw_changed("greeting", "Dione", {"who": "you"}) is first
    assert templates.draw_changed("greeting", "Lucas", {"who": "you"}) == "<p>2 you</p>"
    assert templates.draw_changed("greeting", "Dione", {"who": "all"}) == "<p>3 all</p>"
    assert templates.draw_changed("greeting", "Dione", {"who": "you"}) == "<p>4 you</p>"


def test_kept_parts_are_limited(templates, monkeypatch):
    monkeypatch.setattr(markup, "MOST_DRAWN", 3)
    for viewer in range(10):
        templates.draw_changed("greeting", str(viewer), {"who": "you"})
    assert templates.draw_changed("greeting", "9", {"who": "you"}) == "<p>10 you</p>"
    assert templates.draw_changed("greeting", "0", {"who": "you"}) == "<p>11 you</p>"


def test_threads_that_come_at_once_compile_each_template_once(tmp_path):
    names = [f"part{number}" for number in range(5)]
    for name in names:
        (tmp_path / f"{name}.html").write_text("<p>{{ who }}</p>" * 50)
    templates, compiled = PartTemplates(tmp_path), Counter()
    compile_source = templates.environment.compile

    def count(source, name, *rest):
        compiled[name] += 1
        return compile_source(source, name, *rest)

    templates.environment.compile = count
    with ThreadPoolExecutor(8) as threads:
        parts = list(threads.map(lambda name: templates.draw(name, who="you"), names * 4))
    assert set(parts) == {"<p>you</p>" * 50}
    assert compiled == {f"{name}.html": 1 for name in names}
