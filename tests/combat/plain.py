"""A browser without scripts, as far as the pages of a fight need one."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

from tests.simulation.reading import PICTURE, Button, Form, inside
from tests.walking import Sheet, Walker

CONTROL = re.compile(r"<(?:input|select|textarea)\b[^>]*>")
TEMPLATE = re.compile(r"<template\b.*?</template>", re.DOTALL)


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def words(marked_up: str) -> str:
    """What a person reads of it."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", marked_up)).split())


class Screen(Walker):
    """A person at the pages of a fight: picks by what stands beside a field, presses by how a button begins."""

    def __init__(self, client: Client, url: str) -> None:
        super().__init__(client=client)
        self.open(url)

    def _reads(self, response: Any) -> None:
        super()._reads(response)
        self.at = Sheet(self.at.url, TEMPLATE.sub("", PICTURE.sub("", self.at.html)))

    @property
    def form(self) -> Form:
        """The one form of a fight's page."""
        return self.at.read.form()

    # What is read

    def part(self, name: str) -> str:
        """The words of the element with this id."""
        return words(inside(self.html, [name])[name])

    def row(self, name: str) -> str:
        """The words of the row of a combatant in the order."""
        rows = re.findall(r"<li\b.*?</li>", inside(self.html, ["f-order"])["f-order"], re.DOTALL)
        (found,) = (one for one in map(words, rows) if re.search(rf"\b{re.escape(name)}\b", one))
        return found

    def picked(self, name: str) -> list[str]:
        """What a field says now."""
        return self.filled.get(name, self.form.as_it_stands().get(name, []))

    # What is done

    def fill(self, **given: str) -> None:
        """Pick, tick or type in fields of these names: by the label of what is picked, or by what is typed."""
        for name, what in given.items():
            field = self.form.fields[name]
            if field.kind not in ("one", "many"):
                self.choose(name, what)
                continue
            # the faces of dice are drawn
            value = what if what in field.options else self._labelled(name, what)
            self.choose(name, *(self.picked(name) if field.kind == "many" else ()), value)

    def press(self, says: str) -> None:
        """Press the button whose words begin so."""
        button = self._found(says, self.at.read.pressable())
        assert not button.form or self.at.read.form(button.form) is self.form, f"{says} is of another form"
        self._tap(button)

    def visit(self, says: str) -> None:
        """Follow the link whose words begin so."""
        links = re.findall(r'<a\b[^>]* href="([^"]*)"[^>]*>(.*?)</a>', self.html, re.DOTALL)
        found = [address for address, inner in links if words(inner).startswith(says)]
        assert found, f"no link says {says}"
        self.open(html.unescape(found[0]))

    def _found(self, says: str, buttons: list[Button]) -> Button:
        found = [one for one in buttons if " ".join(one.words.split()).startswith(says)]
        assert found, f"no button says {says}: {[one.words for one in buttons]}"
        return found[0]

    def _labelled(self, name: str, says: str) -> str:
        """The value of a field's option whose label begins so."""
        ids = {given.get("id", ""): given for given in map(_attributes, CONTROL.findall(self.html))}
        for opening, inner in re.findall(r"<label\b([^>]*)>(.*?)</label>", self.html, re.DOTALL):
            own = CONTROL.search(inner)
            given = _attributes(own[0]) if own else ids.get(_attributes(opening).get("for", ""), {})
            if given.get("name") == name and words(inner).startswith(says):
                return given.get("value", "on")
        raise AssertionError(f"nothing of {name} says {says}")
