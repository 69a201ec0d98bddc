"""The tag `url` says what Django's own would."""

import pytest
from django.template import Context, Template
from django.template.engine import Engine
from django.urls import NoReverseMatch
from django.utils.safestring import mark_safe

DJANGO = Engine(builtins=[])
TAGS = (
    "{% url 'tables:home' %}",
    "{% url 'tables:match' name %}",
    "{% url name_of_view name %}",
    "{% url 'tables:match' public_id=name %}",
    "{% url 'tables:match' name as found %}<{{ found }}>",
    "{% url 'tables:match' as found %}<{{ found }}>",
    "{% url 'tables:rule' number %}",
    "{% autoescape off %}{% url 'tables:match' name %}{% endautoescape %}",
)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("name", ["abc", mark_safe("abc"), "a'&b", 7, True, 1])
def test_address_is_that_of_django(tag, name):
    def said(template):
        try:
            return template.render(Context({"name": name, "name_of_view": "tables:match", "number": "13.4.2"}))
        except NoReverseMatch as reason:
            return str(reason)

    told = said(Template(tag))
    assert told
    assert [told, said(Template(tag))] == [said(DJANGO.from_string(tag))] * 2


def test_whoever_names_no_page_is_told():
    with pytest.raises(NoReverseMatch, match="nowhere"):
        Template("{% url 'nowhere' %}").render(Context())
