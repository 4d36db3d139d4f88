"""A browser without scripts, as far as the pages of a fight need one."""

from __future__ import annotations

import html
import re
from itertools import count
from typing import Any
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client

from tests.simulation.reading import PICTURE, Button, Page, inside

CONTROL = re.compile(r"<(?:input|select|textarea)\b[^>]*>")
TEMPLATE = re.compile(r"<template\b.*?</template>", re.DOTALL)
_keys = count(1)


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def words(marked_up: str) -> str:
    """What a person reads of it."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", marked_up)).split())


class Screen:
    """A person at a page: picks and types by what stands beside a field, and presses by what stands on a button."""

    def __init__(self, client: Client, url: str) -> None:
        self.client = client
        self.open(url)

    def open(self, url: str) -> None:
        """Open a page; a link may be relative."""
        self.show(self.client.get(urljoin(getattr(self, "url", ""), url), follow=True))

    def show(self, answer: HttpResponse) -> None:
        """What the browser shows after an answer."""
        assert answer.status_code in (200, 422), answer.status_code
        self.url = answer.request["PATH_INFO"]  # type: ignore[attr-defined]
        self.html = TEMPLATE.sub("", PICTURE.sub("", answer.content.decode()))
        self.page = Page(self.html)
        self.form = self.page.form()
        self.filled = self.form.as_it_stands()

    # What is read

    def part(self, name: str) -> str:
        """The words of the element with this id."""
        return words(inside(self.html, [name])[name])

    def row(self, name: str) -> str:
        """The words of the row of a combatant in the order."""
        rows = re.findall(r"<li\b.*?</li>", inside(self.html, ["f-order"])["f-order"], re.DOTALL)
        (found,) = (one for one in map(words, rows) if re.search(rf"\b{re.escape(name)}\b", one))
        return found

    # What is done

    def fill(self, **given: str) -> None:
        """Pick, tick or type in fields of these names: by the label of what is picked, or by what is typed."""
        for name, what in given.items():
            field = self.form.fields[name]
            if field.kind not in ("one", "many"):
                self.filled[name] = [what]
                continue
            # the faces of dice are drawn
            picked = what if what in field.options else self._labelled(name, what)
            self.filled[name] = [picked] if field.kind == "one" else [*self.filled.get(name, []), picked]

    def press(self, says: str) -> None:
        """Press the button whose words begin so."""
        button = self._found(says, self.page.pressable())
        assert not button.form or self.page.form(button.form) is self.form, f"{says} is of another form"
        sent: dict[str, Any] = {"key": f"press-{next(_keys)}-without-scripts", **self.filled}
        if button.said:
            sent[button.said[0]] = button.said[1]
        self.show(self.client.post(urljoin(self.url, button.address), sent, follow=True))

    def follow(self, says: str) -> None:
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
