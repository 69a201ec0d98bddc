"""The words of a piece of HTML."""

from html.parser import HTMLParser


class Text(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.words = ""
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.words += data


def words(html: str) -> str:
    return Text(html).words
