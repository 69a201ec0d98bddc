"""Notes as HTML: what Markdown is for, and nothing that does harm."""

import re

import pytest

from cards.deck_pages.deck_page import RELATION, html_of
from cards.decks.contents import LONGEST_NOTES


@pytest.mark.parametrize(
    ("notes", "html"),
    [
        ("", ""),
        ("Win *soon*, **always**, ~~never~~.", "<p>Win <em>soon</em>, <strong>always</strong>, <s>never</s>.</p>"),
        ("# Plan", "<h3>Plan</h3>"),
        ("##### Small\n\nSmaller\n===", "<h6>Small</h6>\n<h3>Smaller</h3>"),
        ("* one\n* two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("3. three", '<ol start="3">\n<li>three</li>\n</ol>'),
        ("`4 Fire`", "<p><code>4 Fire</code></p>"),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        (
            '[Rules](https://example.org/ "all of them")',
            f'<p><a href="https://example.org/" title="all of them" rel="{RELATION}">Rules</a></p>',
        ),
        ("1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>"),
    ],
)
def test_markdown(notes, html):
    assert html_of(notes).strip() == html


def test_tables():
    html = html_of("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert "<th>b</th>" in html
    assert "<td>2</td>" in html
    assert "style" not in html


HARMFUL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&#58;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "![x](https://example.org/spy.png)",
    "[x]: javascript:alert(1)\n\n[x]",
    '[x](https://example.org/" onclick="alert(1))',
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<iframe src=//example.org></iframe>",
    "<style>*{display:none}</style>",
    "`<script>`</code><script>alert(1)</script>",
    "```<script>\n<script>alert(1)</script>\n```",
]


@pytest.mark.parametrize("notes", HARMFUL)
def test_nothing_does_harm(notes):
    tags = re.findall(r"<[^>]*>", html_of(notes))
    allowed = r"</?(p|a|h3|code|pre|em)>|<a href=\"https://example\.org/[^\"]*\" rel=\"[a-z ]*\">"
    assert [tag for tag in tags if not re.fullmatch(allowed, tag)] == []


@pytest.mark.parametrize("sign", ["[", "*a", "> ", "`", "![", "<a ", "- ", "[a](", "|a\n", "# ", "&", "\\", "~~"])
def test_notes_full_of_one_sign_are_answered(sign):
    assert isinstance(html_of(sign * (LONGEST_NOTES // len(sign))), str)


@pytest.mark.parametrize(
    ("notes", "html"),
    [
        ("[[Phasers]]", f'<p><a href="/cards/phasers/" rel="{RELATION}">Phasers</a></p>'),
        ("2 [[ruktor]]s", f'<p>2 <a href="/cards/ruktor/" rel="{RELATION}">Ruk\'tor</a>s</p>'),
        ("[[Never Printed]]", "<p>[[Never Printed]]</p>"),
        ("[[<b>Phasers</b>]]", "<p>[[&lt;b&gt;Phasers&lt;/b&gt;]]</p>"),
        ("`[[Phasers]]`", "<p><code>[[Phasers]]</code></p>"),
        (
            "[[Phasers]](https://example.org)",
            f'<p><a href="/cards/phasers/" rel="{RELATION}">Phasers</a>(https://example.org)</p>',
        ),
        ("[[Phasers", "<p>[[Phasers</p>"),
    ],
)
@pytest.mark.django_db
def test_titles_in_brackets_lead_to_their_pieces(notes, html):
    assert html_of(notes).strip() == html


@pytest.mark.django_db
def test_brackets_without_end_cost_no_time_to_speak_of():
    assert html_of("[[" * (LONGEST_NOTES // 2)).count("[") == LONGEST_NOTES


@pytest.mark.parametrize("link", ["[](b)", "[[Fire]]"])
@pytest.mark.django_db
def test_notes_of_nothing_but_links_are_shown_as_typed(link):
    notes = link * (LONGEST_NOTES // len(link))
    assert html_of(notes) == f"<pre>{notes}</pre>"
