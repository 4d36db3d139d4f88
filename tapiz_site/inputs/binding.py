"""Binds declared inputs to values and faults, as templates draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.health import SEEN
from rules.core.inputs import Allocation, Choice, Combatants, Deal, Flag, Input, Number, Option, Rows, Several, Text
from rules.core.types import Id, Json
from rules.core.words import number as said_number
from tapiz_site.speech import PageSpeaker

from .reading import control_name

SPARE_ROWS = 2
LONG_CHOICE = 12
SEGMENTS = 3
DYES = 5
_LAYOUTS = {"five": "five", "six": "six", "grid": "grid-2", "palette": "grid-2", "column": "picks--col"}
NO_MARKS: Mapping[Id, str] = {}


@dataclass(frozen=True, slots=True)
class BoundFigure:
    """A number of an option for a template."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class BoundOption:
    """An option for a template."""

    value: str
    id: str
    label: str
    icon: str = ""
    mark: str = ""
    """What is drawn before it, as HTML, such as a portrait."""
    notes: tuple[str, ...] = ()
    fares: bool = False
    """Whether the first note is the word for how a combatant fares, which pages renew while the form stays."""
    numbers: tuple[str, ...] = ()
    figures: tuple[BoundFigure, ...] = ()
    """Its numbers with their labels."""
    gains: tuple[BoundFigure, ...] = ()
    """Those that stand beside its name."""
    dye: int = 0
    """Which of the five dyes its emblem has."""
    chosen: bool = False
    aside: bool = False
    """Whether it is folded away behind the others."""
    place: str = ""
    words: str = ""
    reason: str = ""
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoundInput:
    """An input with its words, its value and its fault, ready for its template."""

    kind: str
    name: str
    """The name of the control."""
    id: str
    """The id of the control."""
    label: str
    form_id: str
    templates: tuple[str, ...]
    """The templates that may draw it; the first that exists does."""
    required: bool
    seldom: bool = False
    """Whether it is folded away."""
    may_be_blank: bool = False
    layout: str = ""
    value: Any = None
    """The text to show in the control."""
    error: str = ""
    options: tuple[BoundOption, ...] = ()
    several: bool = False
    as_assumed: bool = False
    """Whether what is chosen is what holds where nothing is said."""
    follows: bool = False
    """Whether what is chosen is what a form proposes that does not say it, now and whenever it is asked for again."""
    ordered: bool = False
    words: bool = False
    order: str = ""
    in_row: bool = False
    minimum: int | None = None
    maximum: int | None = None
    multiline: bool = False
    note: str = ""
    rows: tuple[tuple[BoundInput, ...], ...] = ()
    spare: tuple[BoundInput, ...] = ()
    shares: tuple[BoundOption, ...] = ()

    @property
    def error_id(self) -> str:
        """The id of the message beside the field."""
        return f"{self.id}-error"

    @property
    def group_class(self) -> str:
        """The class of the box that holds the options."""
        return _LAYOUTS.get(self.layout, "picks")

    @property
    def as_list(self) -> bool:
        """Whether a choice is a drop-down list: in rows, and where it has too many options to lay out."""
        if self.layout in ("tiles", "palette"):
            return False
        return self.in_row or self.layout == "select" or len(self.in_sight) > LONG_CHOICE

    @property
    def in_sight(self) -> tuple[BoundOption, ...]:
        """The options that are offered at once."""
        return tuple(option for option in self.options if not option.aside)

    @property
    def aside(self) -> tuple[BoundOption, ...]:
        """The options behind a fold."""
        return tuple(option for option in self.options if option.aside)

    @property
    def as_segments(self) -> bool:
        """Whether a choice is one bar of a few short words; more stand as tiles, which have room to grow."""
        return self.layout == "segments" and not self.may_be_blank and len(self.options) <= SEGMENTS

    @property
    def count(self) -> int:
        """How many of the options are chosen."""
        return sum(option.chosen for option in self.options)

    @property
    def any_chosen(self) -> bool:
        """Whether one of the options is chosen."""
        return any(option.chosen for option in self.options)

    @property
    def lacks(self) -> bool:
        """Whether something must be said in it and is not yet."""
        if self.several:
            return bool(self.minimum) and not self.any_chosen
        if not self.required or self.kind not in ("choice", "combatants", "text"):
            # the keypad of numbers says so itself
            return False
        return not self.any_chosen if self.options else self.value in (None, "")

    @property
    def touched(self) -> bool:
        """Whether it has a fault or differs from its first option."""
        if faulty([self]):
            return True
        if self.rows:
            parts = (
                (part.value, first.value) for row in self.rows for part, first in zip(row, self.spare, strict=True)
            )
            return any(value and value != first for value, first in parts)
        if self.several or self.kind == "allocation":
            return self.any_chosen and not self.as_assumed
        return any(option.chosen for option in self.options[1:]) if self.options else bool(self.value)

    @property
    def ordinal(self) -> str:
        """The name of the control of a place in the order, with `0` for its number."""
        return place(0)

    @property
    def box(self) -> str:
        """The key of the box around a field: small numbers that are laid out together share one."""
        together = self.kind == "number" and self.layout not in ("", "points")
        return f"{self.kind}-{self.layout}" if together else self.id

    @property
    def first_id(self) -> str:
        """The id of the control that a link to this field leads to."""
        if self.options and not (self.kind == "choice" and self.as_list):
            return next((option.id for option in self.options if not option.reason), self.id)
        return self.rows[0][0].first_id if self.rows and self.rows[0] else self.id


def fields(
    inputs: Sequence[Input],
    values: Mapping[str, Json],
    errors: Mapping[str, RuleError],
    speaker: PageSpeaker,
    form_id: str = "command",
    marks: Mapping[Id, str] = NO_MARKS,
) -> list[BoundInput]:
    """The inputs bound to values and faults; an absent value shows the default.

    marks: what is drawn before each combatant, as HTML.
    """
    named = {control_name(item): errors[item.name] for item in inputs if item.name in errors}
    binder = _Binder({**errors, **named}, speaker, form_id, marks)
    return [
        binder.bind(item, control_name(item), values.get(item.name, item.default))
        for item in inputs
        if not _nothing_to_choose(item)
    ]


def _nothing_to_choose(item: Input) -> bool:
    """Whether an optional list has no options, and so is not shown."""
    return isinstance(item, Several | Combatants) and not item.options and not (item.required and item.default is None)


def faulty(bound: Sequence[BoundInput]) -> list[BoundInput]:
    """The fields with a fault, including those inside rows, in the order of the form."""
    found: list[BoundInput] = []
    for item in bound:
        if item.error:
            found.append(item)
        for row in item.rows:
            found.extend(faulty(row))
    return found


class _Binder:
    def __init__(
        self, errors: Mapping[str, RuleError], speaker: PageSpeaker, form_id: str, marks: Mapping[Id, str]
    ) -> None:
        self.errors = errors
        self.speaker = speaker
        self.form_id = form_id
        self.marks = marks

    def bind(self, item: Input, name: str, value: Json, *, in_row: bool = False) -> BoundInput:
        kind = type(item).__name__.lower()
        own = (f"systems/{self.speaker.slug}/inputs/{item.name}.html",) if not in_row else ()
        laid_out = (f"inputs/{item.layout}.html",) if item.layout in ("tiles", "points") else ()
        error = self.errors.get(name)
        common: dict[str, Any] = {
            "kind": kind,
            "name": name,
            "id": f"{self.form_id}-{name}",
            "label": label_of(item, self.speaker),
            "form_id": self.form_id,
            "templates": (*own, *laid_out, f"inputs/{kind}.html"),
            "required": item.required,
            "seldom": item.seldom,
            # Left blank, combatants are none; any other input with a default takes it, so blank is not offered.
            "may_be_blank": not item.required and (isinstance(item, Combatants) or item.default in (None, "")),
            "layout": item.layout,
            "error": self.speaker.error(error) if error else "",
            "in_row": in_row,
        }
        return BoundInput(**common, **self._own(item, name, value))

    def _own(self, item: Input, name: str, value: Json) -> dict[str, Any]:
        match item:
            case Combatants(several=False):
                return {"options": _folded(self._options(name, item.options, [value], marks=self.marks), item.likely)}
            case Choice():
                return {"options": self._options(name, item.options, [value])}
            case Several():
                return self._several(item, name, value)
            case Combatants():
                chosen = value if isinstance(value, list) else []
                options = self._options(name, item.options, chosen, marks=self.marks)
                return {"options": _folded(options, item.likely), "several": True}
            case Number():
                note = self.speaker.text(item.note) if item.note else ""
                return {"value": _typed(value), "minimum": item.minimum, "maximum": item.maximum, "note": note}
            case Text():
                return {"value": value or "", "maximum": item.length, "multiline": item.multiline}
            case Flag():
                return {"value": bool(value), "note": self.speaker.text(item.note) if item.note else ""}
            case Rows():
                return self._rows(item, name, value)
            case Deal():
                return self._deal(item, name, value)
            case Allocation():
                given = value if isinstance(value, dict) else {}
                return {
                    "options": self._options(name, item.options, list(given), {k: str(v) for k, v in given.items()}),
                    "shares": self._options(f"{name}-share", item.shares, []),
                }
        raise TypeError(f"There is no form for {type(item).__name__}.")

    def _several(self, item: Several, name: str, value: Json) -> dict[str, Any]:
        chosen: dict[str, str] = {}
        for one in value if isinstance(value, list) else []:
            identity, words = (one[0], one[1]) if isinstance(one, list) and len(one) == 2 else (one, "")
            chosen[str(identity)] = str(words)
        return {
            "options": self._options(name, item.options, list(chosen), chosen),
            "several": True,
            "as_assumed": item.assumed and list(chosen) == (item.default or []),
            "ordered": item.ordered,
            "words": item.words,
            "order": ",".join(chosen),
            "minimum": item.minimum,
        }

    def _deal(self, item: Deal, name: str, value: Json) -> dict[str, Any]:
        held = value.get("held") if isinstance(value, Mapping) else ""
        places = self._options(name, item.places, [held])
        numbers = [said_number(number) for number in item.dealt(value).values()]
        return {
            "options": tuple(
                replace(place, numbers=(number, *place.numbers)) for place, number in zip(places, numbers, strict=True)
            ),
            "order": ",".join(map(str, item.order(value))),
            "value": held or "",
        }

    def _rows(self, item: Rows, name: str, value: Json) -> dict[str, Any]:
        given = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
        blank = max(0, min(SPARE_ROWS, item.maximum - len(given)))
        shown: list[Mapping[str, Json]] = [*given, *({} for _spare in range(blank))]
        return {
            "rows": tuple(self._row(item, name, str(number), row) for number, row in enumerate(shown)),
            # The pattern of one more row, for the script that adds it.
            "spare": self._row(item, name, "0000", {}),
            "maximum": item.maximum,
        }

    def _row(self, item: Rows, name: str, number: str, row: Mapping[str, Json]) -> tuple[BoundInput, ...]:
        return tuple(
            self.bind(part, f"{name}__{number}__{part.name}", row.get(part.name, part.default), in_row=True)
            for part in item.of
        )

    def _options(
        self,
        name: str,
        options: Sequence[Option],
        chosen: list[Json],
        words: Mapping[str, str] | None = None,
        marks: Mapping[Id, str] = NO_MARKS,
    ) -> tuple[BoundOption, ...]:
        return tuple(
            BoundOption(
                value=option.value,
                id=f"{self.form_id}-{name}-{number}",
                label=self.speaker.text(option.label),
                icon=option.icon,
                mark=marks.get(option.value, ""),
                notes=tuple(self.speaker.text(note) for note in option.notes if note.value is None),
                fares=bool(option.notes) and option.notes[0].code.startswith(SEEN),
                numbers=tuple(self.speaker.text(note) for note in option.notes if note.value is not None),
                figures=self._figures(option, labelled=True),
                gains=self._figures(option, labelled=False),
                dye=number % DYES,
                chosen=option.value in chosen,
                place=place(chosen.index(option.value) + 1) if option.value in chosen else "",
                words=(words or {}).get(option.value, ""),
                reason=self.speaker.text(option.reason) if option.reason else "",
                extra=option.extra,
            )
            for number, option in enumerate(options)
        )

    def _figures(self, option: Option, *, labelled: bool) -> tuple[BoundFigure, ...]:
        return tuple(
            BoundFigure(self.speaker.text(one.says), self.speaker.word(one.label) if one.label else "")
            for one in option.figures
            if bool(one.label) == labelled
        )


def _folded(options: tuple[BoundOption, ...], likely: Sequence[Id] | None) -> tuple[BoundOption, ...]:
    """Options of which all but the likely ones, and what is chosen, are folded away."""
    if not likely:
        return options
    return tuple(one if one.value in likely or one.chosen else replace(one, aside=True) for one in options)


def place(number: int) -> str:
    """A place in an order, beside a chosen option."""
    return _("%(place)s.º") % {"place": number}


def label_of(item: Input, speaker: PageSpeaker) -> str:
    """The words for an input: its label, or else those of `input.<name>`."""
    if item.label:
        return speaker.text(Fact(item.label))
    return speaker.first_word(f"input.{item.name}", f"sheet.{item.name}", default=item.name.capitalize())


def _typed(value: Json) -> str:
    if value is None:
        return ""
    return said_number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)
