"""The form of an entry: inputs of its kind and of the sheet on which it writes, its texts in one language at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from rules.core.equipment import GIVES, EntryKind
from rules.core.errors import RuleError
from rules.core.inputs import Flag, Input, Rows, Several, Text
from rules.core.system import AnySystem
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.inputs import BoundInput
from tapiz_site.speech import PageSpeaker

from .files.faults import Path
from .files.kinds import may_ask, sheet_of
from .files.languages import is_by_language, spoken

PREFIX = "gives-"
"""The prefix of inputs for a sheet, whose names may equal those of the entry's own inputs."""


def own_inputs(system: AnySystem, kind: EntryKind) -> tuple[Input, ...]:
    """The inputs of an entry's values for its form: a blank field is left out of the entry."""
    asked = may_ask(system, kind)
    own = {item.name for item in kind.inputs}
    return tuple(item if item.name in own else _unsaid(item) for item in asked)


def sheet_inputs(system: AnySystem, kind: EntryKind) -> tuple[Input, ...]:
    """The inputs of a sheet for the form: the whole sheet for a creature, or else those that the entry gives."""
    asked = sheet_of(system, kind)
    if kind.family != "creature":
        asked = tuple(_unsaid(item) for item in asked)
    return tuple(replace(item, name=f"{PREFIX}{item.name}") for item in asked)


def _unsaid(item: Input) -> Input:
    """The input without a default, so that it may stay blank."""
    match item:
        case Flag():
            return item
        case Several():
            return replace(item, required=False, default=None, minimum=0)
    return replace(item, required=False, default=None)


def read(system: AnySystem, kind: EntryKind, data: QueryDict) -> dict[str, Json]:
    """The unchecked values of a form: those of the kind, and `gives`."""
    values = {name: value for name, value in inputs.read(own_inputs(system, kind), data).items() if _said(value)}
    if kind.family == "rule":
        # Settings that are not ticked as changed are not part of the rule.
        own = {item.name for item in kind.inputs}
        chosen = set(data.getlist("sets"))
        asked = {item.name: item for item in may_ask(system, kind)}
        values = {name: value for name, value in values.items() if name in own or name in chosen}
        for name in chosen & set(asked):
            values.setdefault(name, False if isinstance(asked[name], Flag) else asked[name].default)
    if kind.gives:
        sheet = inputs.read(sheet_inputs(system, kind), data)
        given = {name.removeprefix(PREFIX): value for name, value in sheet.items() if _said(value)}
        # An unset tick is left out: an entry writes only what it brings.
        given = {name: value for name, value in given.items() if value is not False}
        if given:
            values[GIVES] = given
    return values


def _said(value: Json) -> bool:
    return value not in (None, "", [], {})


@dataclass
class EntryForm:
    """The fields of an entry bound for a page, and their faults."""

    own: list[BoundInput] = field(default_factory=list)
    given: list[BoundInput] = field(default_factory=list)
    settings: list[BoundInput] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[BoundInput]:
        """The fields with a fault, in the order of the page."""
        return inputs.faulty([*self.own, *self.settings, *self.given])


def bound(
    system: AnySystem,
    kind: EntryKind,
    values: Mapping[str, Json],
    faults: Mapping[Path, RuleError],
    words: PageSpeaker,
    language: str,
) -> EntryForm:
    """The form of an entry with these values, their texts in one language."""
    asked, sheet = own_inputs(system, kind), sheet_inputs(system, kind)
    said = spoken(values, may_ask(system, kind), sheet_of(system, kind), language)
    given = {f"{PREFIX}{name}": value for name, value in (said.get(GIVES) or {}).items()}
    errors: dict[str, RuleError] = {}
    others: list[str] = []
    known = {item.name for item in (*asked, *sheet)}
    for path, error in faults.items():
        name = _control(path)
        if name.partition("__")[0] in known:
            errors[name] = error
        else:
            others.append(words.error(error))
    own = {item.name for item in kind.inputs}
    return EntryForm(
        own=inputs.fields([item for item in asked if item.name in own], said, errors, words),
        settings=inputs.fields([item for item in asked if item.name not in own], said, errors, words),
        given=[
            replace(one, label=label)
            for one, label in _labelled(inputs.fields(sheet, given, errors, words), sheet, words)
        ],
        others=others,
    )


def _labelled(fields: list[BoundInput], asked: Sequence[Input], words: PageSpeaker) -> list[tuple[BoundInput, str]]:
    by_name = {item.name: replace(item, name=item.name.removeprefix(PREFIX)) for item in asked}
    return [(one, inputs.label_of(by_name[one.name], words)) for one in fields]


def _control(path: Path) -> str:
    """The name of the control of a path: `price`, `attacks__0__name`, `gives-size`."""
    steps = [str(step) for step in path]
    if steps[:1] == [GIVES]:
        steps = [f"{PREFIX}{steps[1]}", *steps[2:]] if len(steps) > 1 else steps
    return "__".join(steps)


def merged(
    system: AnySystem,
    kind: EntryKind,
    old: Mapping[str, Json],
    new: Mapping[str, Json],
    language: str,
    languages: Sequence[str],
) -> dict[str, Json]:
    """New values with texts in one language, and the other languages kept from the old values."""
    found = _merged(may_ask(system, kind), old, new, language, languages)
    if isinstance(new.get(GIVES), Mapping):
        found[GIVES] = _merged(sheet_of(system, kind), old.get(GIVES) or {}, new[GIVES], language, languages)
    return found


def _merged(
    asked: Sequence[Input], old: Mapping[str, Json], new: Mapping[str, Json], language: str, languages: Sequence[str]
) -> dict[str, Json]:
    found = dict(new)
    for item in asked:
        if item.name not in new:
            continue
        before, value = old.get(item.name), new[item.name]
        if isinstance(item, Text):
            found[item.name] = text_with(before, value, language, languages)
        elif isinstance(item, Rows) and isinstance(value, list):
            rows = before if isinstance(before, list) else []
            found[item.name] = [
                _merged(item.of, rows[number] if number < len(rows) else {}, row, language, languages)
                if isinstance(row, dict)
                else row
                for number, row in enumerate(value)
            ]
    return found


def text_with(old: Json, new: Json, language: str, languages: Sequence[str]) -> Json:
    """A text after an edit in one language; the others keep theirs, or get this one where they have none."""
    if not isinstance(new, str) or len(languages) < 2 or not new:
        return new
    before: dict[str, Any] = dict(old) if is_by_language(old) else dict.fromkeys(languages, old)
    if before.get(language) == new:
        return old
    return {one: new if one == language else before.get(one) or new for one in languages}
