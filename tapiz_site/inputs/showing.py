"""Shows the values of declared inputs in words, without a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.core.inputs import Allocation, Choice, Combatants, Deal, Input, Number, Option, Rows, Several
from rules.core.types import Json
from rules.core.words import number as said_number
from tapiz_site.speech import PageSpeaker

from .binding import label_of


@dataclass(frozen=True, slots=True)
class ShownValue:
    """An input's value in words: one line, or the rows of a list."""

    kind: str
    name: str
    label: str
    text: str = ""
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()

    @property
    def said(self) -> str:
        """The value in one line."""
        return ", ".join(self.lines) or self.text


def shown(
    inputs: Sequence[Input], values: Mapping[str, Json], speaker: PageSpeaker, *, blanks: bool = False
) -> list[ShownValue]:
    """The values of inputs in words, without blank ones unless `blanks` are wanted."""
    found: list[ShownValue] = []
    for item in inputs:
        value = values.get(item.name)
        if value in (None, "", [], False) and not blanks:
            continue
        label = label_of(item, speaker)
        base: dict[str, Any] = {"kind": type(item).__name__.lower(), "name": item.name, "label": label}
        if isinstance(item, Rows) and isinstance(value, list):
            table = tuple(tuple(_said(part, row.get(part.name), speaker) for part in item.of) for row in value)
            columns = tuple(label_of(part, speaker) for part in item.of)
            found.append(ShownValue(**base, columns=columns, table=table))
        elif isinstance(item, Deal):
            dealt = zip(item.places, item.dealt(value).values(), strict=True)
            found.append(
                ShownValue(**base, lines=tuple(f"{speaker.text(one.label)} {number}" for one, number in dealt))
            )
        elif isinstance(item, Allocation) and isinstance(value, Mapping):
            shares = ((_option(item.options, one, speaker), share) for one, share in value.items())
            lines = tuple(f"{one}: {_option(item.shares, share, speaker)}" for one, share in shares)
            found.append(ShownValue(**base, lines=lines))
        elif isinstance(value, list):
            found.append(ShownValue(**base, lines=tuple(_said(item, one, speaker) for one in value)))
        else:
            found.append(ShownValue(**base, text=_said(item, value, speaker)))
    return found


def _option(options: Sequence[Option], value: Json, speaker: PageSpeaker) -> str:
    """The words of the option of this value; the value itself where it is not among them."""
    return next((speaker.text(option.label) for option in options if option.value == value), str(value))


def _said(item: Input, value: Json, speaker: PageSpeaker) -> str:
    if value is False:
        return _("no")
    if value in (None, "", []):
        return "–"
    if value is True:
        return _("sí")
    if isinstance(value, int):
        return said_number(value, sign=isinstance(item, Number) and item.signed)
    if isinstance(item, Several) and item.words and isinstance(value, list):
        name, words = value
        return f"{_said(item, name, speaker)}: {words}" if words else _said(item, name, speaker)
    if isinstance(value, list):
        return ", ".join(_said(item, one, speaker) for one in value)
    options: Sequence[Option] = item.options if isinstance(item, Choice | Several | Combatants) else ()
    return _option(options, value, speaker)
