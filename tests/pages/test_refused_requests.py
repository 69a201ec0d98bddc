"""What no view sees, because nothing as large is read, is refused on a page that looks like the others."""

from tests.markup import read_page


def test_form_larger_than_any_is_refused_in_words(client, db):
    page = client.post("/theme", "theme=" + "x" * 5_000_000, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 400
    text = read_page(page)
    assert "Nothing was changed." in text
    assert "Incursions" in text
