"""Every text of the interface has its English: complete, with the same gaps for values, compiled."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils import translation

from scripts import messages
from tapiz_site.lines import joined

ROOT = Path(__file__).resolve().parents[2]
AGAIN = "make messages, then translate what it names"

NOT_LANGUAGE = {"Tapiz", "Español", "English"}
"""What stands in templates as it is in every language."""


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(messages.CATALOGUE))


@pytest.fixture(scope="module")
def found() -> set[object]:
    return set(messages.gather())


def test_it_holds_every_text_and_no_other(catalogue: polib.POFile, found: set[object]) -> None:
    kept = {messages.key_of(entry) for entry in catalogue}
    assert found - kept == set(), AGAIN
    assert kept - found == set(), AGAIN


def test_nothing_lacks_its_translation(catalogue: polib.POFile) -> None:
    assert messages.untranslated(catalogue) == [], AGAIN
    assert [entry.msgid for entry in catalogue if entry.fuzzy or entry.obsolete] == []


def test_english_has_one_apostrophe(catalogue: polib.POFile) -> None:
    texts = [said for entry in catalogue for said in (entry.msgstr, *entry.msgstr_plural.values())]
    kept = (path for folder in ("words", "help") for path in ROOT.glob(f"rules/**/{folder}/en*/**/*.toml"))
    for path in (*kept, *ROOT.glob("rules/**/words/en.toml")):
        lines = path.read_text(encoding="utf-8").splitlines()
        texts += [line for line in lines if not line.startswith("#")]
    assert [text for text in texts if "'" in text] == []


def test_translations_leave_open_what_the_texts_do(catalogue: polib.POFile) -> None:
    wrong = []
    for entry in catalogue:
        said = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        wrong += [text for text in said if messages.placeholders(text) != messages.placeholders(entry.msgid)]
    assert wrong == []


def test_translations_begin_and_end_like_the_texts(catalogue: polib.POFile) -> None:
    """A colon, full stop or blank that is lost shows on the page."""
    ends = ".:…! \n"
    wrong = [
        entry.msgid
        for entry in catalogue
        if not entry.msgid_plural
        and entry.msgid != "%(place)s.º"
        and (entry.msgid[-1] in ends or entry.msgstr[-1] in ends)
        and entry.msgid[-1] != entry.msgstr[-1]
    ]
    assert wrong == []


def test_what_is_compiled_is_what_is_written(catalogue: polib.POFile) -> None:
    compiled = polib.mofile(str(messages.CATALOGUE.with_suffix(".mo")))
    assert _said(compiled) == _said(catalogue), "make messages"


def _said(entries: polib.POFile | polib.MOFile) -> dict[object, object]:
    return {messages.key_of(entry): entry.msgstr or dict(entry.msgstr_plural) for entry in entries}


def test_spanish_says_the_texts_as_they_stand(found: set[object]) -> None:
    """No catalogue of a library turns a text of ours into something else."""
    with translation.override("es"):
        turned = [text.one for text in found if translation.gettext(text.one) != text.one]  # type: ignore[attr-defined]
    assert turned == []


@pytest.mark.django_db
def test_english_is_served() -> None:
    client = Client(headers={"accept-language": "en"})
    page = client.get("/entrar/").content.decode()
    assert '<html lang="en"' in page
    assert "Log in" in page
    assert "Contraseña" not in page


# The gathering itself


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('_("uno")', [("uno", "", "")]),
        ('translation.gettext_lazy("u" "no")', [("uno", "", "")]),
        ('ngettext("uno", "dos", count)', [("uno", "dos", "")]),
        ('pgettext("aquí", "uno")', [("uno", "", "aquí")]),
        ('print("uno")', []),
    ],
)
def test_texts_of_python(source: str, texts: list[tuple[str, str, str]]) -> None:
    assert list(messages.texts_of_python(source)) == [messages.Translatable(*text) for text in texts]


@pytest.mark.parametrize("source", ['_(f"uno {two}")', '_("uno" + two)', "_(one)", 'ngettext("uno", many, 2)'])
def test_texts_that_no_catalogue_can_hold_are_refused(source: str) -> None:
    with pytest.raises(messages.NotPlain):
        list(messages.texts_of_python(source))


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('<b title="{% translate "uno" %}">{% trans \'d"os\' as name %}', [("uno", "", ""), ('d"os', "", "")]),
        ('{{ title|default:_("uno") }}', [("uno", "", "")]),
        ("{% blocktranslate with who=row.name %}{{ who }}, uno{% endblocktranslate %}", [("%(who)s, uno", "", "")]),
        (
            "{% blocktranslate count n=many %}uno{% plural %}{{ n }} dos{% endblocktranslate %}",
            [("uno", "%(n)s dos", "")],
        ),
        ('{% translate "uno" context "aquí" %}', [("uno", "", "aquí")]),
        ("uno", []),
    ],
)
def test_texts_of_templates(source: str, texts: list[tuple[str, str, str]]) -> None:
    source = "{% load i18n %}" + source
    assert list(messages.texts_of_template(source)) == [messages.Translatable(*text) for text in texts]


# What nobody has marked for translation


class Bare(HTMLParser):
    """Collects what a page says by itself: its text, and the attributes that are read out."""

    SPOKEN = {"aria-label", "alt", "title", "placeholder", "data-on", "data-off"}

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in self.SPOKEN and value]


def bare_words(source: str) -> list[str]:
    """The words of a template that stand outside every tag of translation."""
    kept: list[str] = []
    inside = False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            name, *rest = token.contents.split()
            begins = name in ("blocktranslate", "blocktrans", "comment") or rest == ["body_class"]
            inside = (inside or begins) and not name.startswith("end")
        elif token.token_type == TokenType.TEXT and not inside:
            kept.append(token.contents)
            continue
        # A gap, so that the markup around it stays whole.
        kept.append("0")
    parser = Bare()
    parser.feed("".join(kept))
    words = " ".join(parser.said).replace("0", " ").split()
    return [word for word in words if _is_language(word) and word not in NOT_LANGUAGE]


def _is_language(word: str) -> bool:
    """More than one letter and no digit, as in the example of a code."""
    return sum(letter.isalpha() for letter in word) > 1 and not any(letter.isdigit() for letter in word)


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_templates_say_nothing_in_one_language_only(path: Path) -> None:
    assert bare_words(joined(path.read_text(encoding="utf-8"))) == []


def test_bare_words_are_found() -> None:
    marked = '{% translate "dos" %}{{ tres }}{% blocktranslate %}cuatro{% endblocktranslate %}'
    assert bare_words(f'<p class="uno" title="cinco">{marked} seis</p>') == ["cinco", "seis"]
