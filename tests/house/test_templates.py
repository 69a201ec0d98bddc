"""script/templates: long lines of templates are wrapped where nothing that is shown changes."""

import pytest

from support.templates import LONGEST, wrap_template

LONG = "word " * 20 + "end"
"""Words of more than half a line."""


def is_wrapped(source):
    return all(len(line) <= LONGEST for line in wrap_template(source).split("\n"))


@pytest.mark.parametrize(
    "source", ["", "<p>One</p>\n", "{% if a %}<b>x</b>{% endif %}", f"<p>{LONG}</p>\n  <p>{LONG}</p>"]
)
def test_short_lines_stay(source):
    assert wrap_template(source) == source


def test_blocks_are_broken_apart_from_the_outside_in():
    row = (
        '<tr class="me"><td>{{ one }}</td><td>{% if two %}<a href="x">{{ two }}</a>{% else %}none{% endif %}</td></tr>'
    )
    table = f"<table>{{% for one, two in rows %}}{row}{{% endfor %}}</table><p>{LONG}</p>"
    assert wrap_template(table).split("\n") == [
        "<table>",
        f"  {{% for one, two in rows %}}{row}{{% endfor %}}",
        "</table>",
        f"<p>{LONG}</p>",
    ]


def test_nothing_is_broken_between_inline_elements():
    source = f"<p><b>{LONG}</b><i>{LONG}</i></p>"
    assert "</b\n" not in wrap_template(source)
    assert "</b><i>" in wrap_template(source)
    assert is_wrapped(source)


def test_drawing_is_broken_between_its_shapes():
    shapes = [f'<path class="edge" d="M{number} 0L0 {number}"/>' for number in range(9)]
    source = f"<svg><g>{''.join(shapes)}</g></svg>"
    assert [line.strip() for line in wrap_template(source).split("\n")] == ["<svg>", "<g>", *shapes, "</g>", "</svg>"]


@pytest.mark.parametrize(
    "shown", ['{% include "time.html" %}', "{{ name }}", "{% icon 'star' %}", "{% block more %}{% endblock %}"]
)
def test_what_shows_something_is_not_parted_from_words_beside_it(shown):
    source = f"<p>{LONG}{shown}{LONG} {LONG}</p>"
    assert f"end{shown}word" in wrap_template(source)


def test_start_tag_is_broken_between_attributes_and_not_in_them():
    source = f'<a title="{LONG}" href="{{% url "x" 1 %}}"{{% if on %}} class="{LONG}"{{% endif %}}>x</a>'
    assert wrap_template(source).split("\n") == [
        f'<a title="{LONG}" href="{{% url "x" 1 %}}"{{% if on %}}',
        f'  class="{LONG}"{{% endif %}}>x</a>',
    ]


def test_tag_is_broken_before_its_end_where_there_is_no_space():
    source = "".join(f"<b>{{{{ number_{number} }}}}</b>" for number in range(30))
    assert is_wrapped(source)
    assert wrap_template(source).replace("\n  >", ">").replace("\n", "") == source


@pytest.mark.parametrize("name", ["pre", "textarea", "script"])
def test_text_in_which_space_counts_stays(name):
    text = f"{LONG}  {LONG}\n\n   {LONG}"
    source = f'<div><{name} class="a">{text}</{name}></div>'
    assert f">{text}</{name}" in wrap_template(source)


def test_comment_stays():
    comment = f"{{% comment %}}{LONG} <p> {LONG}{{% endcomment %}}"
    assert wrap_template(f"{comment}<p>x</p>").startswith(f"{comment}")


def test_wrapped_template_is_wrapped_to_itself():
    item = f"<li><a href='{{{{ a }}}}'>{LONG}</a> {LONG}, {{{{ a }}}}</li>"
    source = f"<ul>{{% for a in b %}}{item}{{% empty %}}<li>-</li>{{% endfor %}}</ul>"
    once = wrap_template(source)
    assert wrap_template(once) == once != source
