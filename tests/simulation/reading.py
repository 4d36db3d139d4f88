"""What a person finds on a page: forms with their fields, buttons and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import TypeAlias

from tests.fuzz.requests import IDS, NUMBERS, TEXTS

PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
TAG = re.compile(r"<(\w+)[^>]*>")
COMMAND = "command"
"""The id of the one form of a fight's page."""
OUR_FIELDS = frozenset({"key", "csrfmiddlewaretoken"})

Filled: TypeAlias = dict[str, list[str]]
"""A form as it is sent."""


@dataclass
class Field:
    """A control of a form: a text, or one or several of its options."""

    name: str
    kind: str
    """text, one (radio buttons or a list), many (checkboxes), hidden or file."""
    value: str = ""
    options: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    lowest: int | None = None
    highest: int | None = None


@dataclass
class Button:
    """A button or link: what stands on it, and where it sends its form or leads."""

    words: str = ""
    form: str = ""
    address: str = ""
    said: tuple[str, str] | None = None
    link: bool = False
    main: bool = False
    disabled: bool = False
    lacks: bool = False
    """Whether its form must still say something; it can be pressed, and then the form is asked for."""


@dataclass
class Form:
    """A form with its fields; `address` is that of its plain buttons."""

    address: str = ""
    method: str = "get"
    fields: dict[str, Field] = field(default_factory=dict)

    def as_it_stands(self) -> Filled:
        """What is sent when nothing is filled in."""
        found: Filled = {}
        for one in self.fields.values():
            values = one.chosen if one.kind in ("one", "many") else [] if one.kind == "file" else [one.value]
            if values:
                found[one.name] = list(values)
        return found

    def at_random(self, chance: Random, *, much: float = 0.4) -> Filled:
        """Filled in as a person may: what can be chosen, numbers within their limits."""
        found = self.as_it_stands()
        for one in self.fields.values():
            if one.kind in ("hidden", "file") or chance.random() > much:
                continue
            if one.kind == "one":
                found[one.name] = [chance.choice(one.options)] if one.options else []
            elif one.kind == "many":
                found[one.name] = [option for option in one.options if chance.random() < 0.4]
            elif one.lowest is not None and one.highest is not None:
                found[one.name] = [str(chance.randint(one.lowest, min(one.highest, one.lowest + 40)))]
            elif "num" in one.kind:
                found[one.name] = [str(chance.randint(0, 9))]
            else:
                found[one.name] = [chance.choice(("", "Tres pasos atrás", "con la zurda"))]
        return {name: values for name, values in found.items() if values}

    def with_junk(self, chance: Random) -> Filled:
        """Half filled in, and some of it with what no field takes."""
        found = self.at_random(chance)
        for name in list(found):
            if chance.random() < 0.3:
                junk = chance.choice(chance.choice((NUMBERS, TEXTS, IDS)))
                found[name] = [junk.encode(errors="replace").decode()]
            elif chance.random() < 0.2:
                del found[name]
        return found


class Page(HTMLParser):
    """A page, or part of one, as far as it can be filled in and pressed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.buttons: list[Button] = []
        self._form = ""
        self._select: Field | None = None
        self._area: Field | None = None
        self._on: Button | None = None
        # pictures are most of the tags, and nobody presses them
        self.feed(PICTURE.sub("", html))

    @property
    def main(self) -> Button | None:
        """The button of the next step."""
        return next((one for one in self.buttons if one.main), None)

    def form(self, name: str = COMMAND) -> Form:
        """The form of this id."""
        return self.forms.setdefault(name, Form(method="post"))

    def pressable(self, wanted: Callable[[Button], bool] = lambda _one: True) -> list[Button]:
        """The buttons that send a form and can be pressed."""
        return [one for one in self.buttons if not one.link and not one.disabled and one.address and wanted(one)]

    def links(self, part: str) -> list[Button]:
        """The links whose address contains this."""
        return [one for one in self.buttons if one.link and part in one.address]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what a control would send, and what a button does."""
        given = {name: value or "" for name, value in attrs}
        css = given.get("class", "").split()
        if tag == "form":
            self._form = given.get("id") or f"form-{len(self.forms)}"
            # it may come after fields that name it
            form = self.form(self._form)
            form.address, form.method = given.get("action", ""), given.get("method", "get").lower()
        elif tag == "a" and (address := given.get("hx-get") or given.get("href")):
            self._on = Button(address=address, link=True, main="btn--next" in css)
            self.buttons.append(self._on)
        elif tag == "button" and given.get("type") != "button":
            form = given.get("form", self._form)
            address = given.get("formaction") or self.form(form).address
            said = (given["name"], given.get("value", "")) if given.get("name") else None
            self._on = Button("", form, address, said, False, "btn--next" in css, "disabled" in given)
            self._on.lacks = given.get("aria-disabled") == "true"
            self.buttons.append(self._on)
        elif tag == "button" and "btn--next" in css:
            self._on = Button(main=True, disabled=True)
            self.buttons.append(self._on)
        elif tag in ("input", "select", "textarea") and given.get("name") and "disabled" not in given:
            self._control(tag, given, css)
        elif tag == "option" and self._select is not None and "disabled" not in given:
            self._select.options.append(given.get("value", ""))
            if "selected" in given:
                self._select.chosen = [given.get("value", "")]

    def _control(self, tag: str, given: dict[str, str], css: list[str]) -> None:
        form, name, kind = self.form(given.get("form", self._form)), given["name"], given.get("type", "text")
        value = given.get("value", "")
        if tag == "select":
            self._select = form.fields[name] = Field(name, "one")
        elif kind in ("radio", "checkbox"):
            value = given.get("value", "on")
            many = kind == "checkbox"
            one = form.fields.setdefault(name, Field(name, "many" if many else "one"))
            one.options.append(value)
            if "checked" in given:
                one.chosen = [*one.chosen, value] if many else [value]
        elif kind in ("hidden", "file"):
            if name not in OUR_FIELDS:
                form.fields[name] = Field(name, kind, value)
        elif kind not in ("submit", "image", "button"):
            numeric = "num" in css or kind == "number"
            one = form.fields[name] = Field(name, "num" if numeric else "text", value)
            lowest, highest = (given.get(f"data-{end}", given.get(end[:3], "")) for end in ("minimum", "maximum"))
            one.lowest, one.highest = _number(lowest), _number(highest)
            if tag == "textarea":
                self._area = one

    def handle_endtag(self, tag: str) -> None:
        """A button, a list or a form ends."""
        if tag in ("a", "button"):
            self._on = None
        elif tag == "select" and self._select is not None:
            if not self._select.chosen:
                self._select.chosen = self._select.options[:1]
            self._select = None
        elif tag == "textarea":
            self._area = None
        elif tag == "form":
            self._form = ""

    def handle_data(self, data: str) -> None:
        """The words of a button, or what a large field holds."""
        if self._on is not None:
            self._on.words = f"{self._on.words} {data.strip()}".strip()
        elif self._area is not None:
            self._area.value += data


def _number(said: str) -> int | None:
    return int(said) if re.fullmatch(r"-?\d+", said) else None


def inside(html: str, ids: Iterable[str]) -> dict[str, str]:
    """What these elements of a page hold, by id; those that it has not are left out."""
    found = {}
    for name in ids:
        place = html.find(f' id="{name}"')
        begin = TAG.match(html, html.rfind("<", 0, place)) if place >= 0 else None
        if begin is None:
            continue
        depth = 1
        for one in re.compile(rf"<(/?){begin[1]}\b[^>]*>").finditer(html, begin.end()):
            depth += -1 if one[1] else 1
            if depth == 0:
                found[name] = html[begin.end() : one.start()]
                break
    return found


def words_of(html: str) -> str:
    """The words of a refusal on a page."""
    found = re.findall(r'role="alert"[^>]*>(.*?)</(?:p|div|section)>', html, re.DOTALL)
    return " | ".join(re.sub(r"<[^>]+>|\s+", " ", one).strip() for one in found if "reintentar" not in one)


def plain(html: str) -> str:
    """The words of the main part of a page."""
    _before, _main, main = html.partition("<main")
    return re.sub(r"<[^>]+>|\s+", " ", PICTURE.sub("", main)).strip()
