"""Read, write, edit and load files of the catalogue."""

import io
from pathlib import Path

import yaml
from django.conf import settings
from django.core.management import call_command

FIXTURES = settings.ROOT / "fixtures"


def listed(file: Path) -> list[dict]:
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def write(file: Path, pieces: list[dict]) -> None:
    file.write_text(yaml.dump(pieces, Dumper=yaml.CSafeDumper, allow_unicode=True), encoding="utf-8")


def edit(file: Path, title: str, /, **fields: object) -> None:
    """Change fields of one piece; None takes a field away."""
    pieces = listed(file)
    piece = next(each for each in pieces if each["title"] == title)
    piece |= fields
    for name in [name for name, value in fields.items() if value is None]:
        del piece[name]
    write(file, pieces)


def load(folder: Path = FIXTURES, **options: object) -> list[str]:
    """Run load_catalogue; return the lines of its output, then those of standard error."""
    out, errors = io.StringIO(), io.StringIO()
    call_command("load_catalogue", folder, stdout=out, stderr=errors, **options)
    return [*out.getvalue().splitlines(), *errors.getvalue().splitlines()]


def form_of(page) -> dict:
    """Return the initial values of a page's form."""
    form = page.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    management = [field for inline in page.context["inline_admin_formsets"] for field in inline.formset.management_form]
    values |= {field.html_name: field.value() for field in management}
    return {name: "" if value is None else value for name, value in values.items()}
