"""The history of a sheet: each change with its author and time, written in the transaction of the edit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules.core.inputs import Input
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.accounts.models import User
from tapiz_site.speech import PageSpeaker

from .models import Character, CharacterChange, CharacterState

NOTHING = "–"
"""How an empty field is written."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that differs between two states."""

    field: str
    old: Json
    new: Json
    about: bool = False
    """Whether it belongs to the character and not to its sheet."""


def differences(old: Mapping[str, Json], new: Mapping[str, Json], *, about: bool = False) -> list[Difference]:
    """The fields in which two sheets differ, in the order of the new one."""
    names = [*new, *(name for name in old if name not in new)]
    return [Difference(name, old.get(name), new.get(name), about) for name in names if old.get(name) != new.get(name)]


def write(
    character: Character, by: User | None, changed: Collection[Difference], *, restored: int | None = None
) -> CharacterState:
    """Keep the character's present state with the changes that led to it."""
    state = CharacterState.objects.create(
        character=character,
        revision=character.revision,
        by=by,
        name=character.name,
        sheet=character.sheet,
        sheet_version=character.sheet_version,
        shared=character.shared,
        restored=restored,
    )
    CharacterChange.objects.bulk_create(
        CharacterChange(state=state, field=one.field, about=one.about, old=one.old, new=one.new) for one in changed
    )
    return state


def before_last(character: Character) -> int:
    """The revision that undoes the last edit; 0 where going back would change nothing.

    Going back restores neither the players of a character nor the things that left its sheet.
    """
    last = CharacterChange.objects.filter(state__character=character, state__revision=character.revision)
    kept = last.exclude(about=True, field="players")
    return character.revision - 1 if kept.exists() else 0


def states_of(character: Character) -> QuerySet[CharacterState]:
    """All kept states of a character without their sheets, the newest first."""
    states = character.states.select_related("by").prefetch_related("changes").defer("sheet")
    return states.order_by("-revision")


# Reading


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A changed field in words; a list shows what was added and removed."""

    label: str
    old: str = ""
    new: str = ""
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit as the page shows it."""

    revision: int
    at: datetime
    by: str
    first: bool
    present: bool
    restored: int | None
    lines: tuple[ChangeLine, ...] = field(default=())


def edits(
    states: Sequence[CharacterState],
    sheet_inputs: Sequence[Input],
    words: PageSpeaker,
    names: Mapping[int, str],
    *,
    hidden: Collection[str] = (),
    newest: int | None = None,
    to_the_first: bool = True,
) -> list[Edit]:
    """The states as edits in words, the newest first.

    `names`: the names of people by id. `hidden`: fields of the sheet whose changes are left out. `newest`: the present
    revision, where the states do not begin with it. `to_the_first`: whether they go back to the character's beginning.
    """
    present = newest if newest is not None else states[0].revision if states else 0
    by_name = {item.name: item for item in sheet_inputs}
    return [
        Edit(
            revision=state.revision,
            at=state.at,
            by=state.by.shown_name if state.by else _("alguien que ya no está"),
            first=to_the_first and place == len(states) - 1 and not state.changes.all(),
            present=state.revision == present,
            restored=state.restored,
            lines=tuple(
                _line(change, by_name, words, names)
                for change in state.changes.all()
                if change.about or change.field not in hidden
            ),
        )
        for place, state in enumerate(states)
    ]


def lines(changed: Collection[Difference], sheet_inputs: Sequence[Input], words: PageSpeaker) -> tuple[ChangeLine, ...]:
    """The differences between two sheets in words, for a preview."""
    by_name = {item.name: item for item in sheet_inputs}
    return tuple(_line(one, by_name, words, {}) for one in changed)


def _line(
    change: CharacterChange | Difference, by_name: Mapping[str, Input], words: PageSpeaker, names: Mapping[int, str]
) -> ChangeLine:
    if change.about:
        return _about(change, names)
    item = by_name.get(change.field)
    if item is None:
        return ChangeLine(change.field, str(change.old), str(change.new))
    before, after = (_said(item, value, words) for value in (change.old, change.new))
    label = inputs.label_of(item, words)
    if isinstance(change.old or change.new, list):
        gone = tuple(line for line in before if line not in after and line != NOTHING)
        come = tuple(line for line in after if line not in before and line != NOTHING)
        return ChangeLine(label, gone=gone, come=come, is_list=True)
    return ChangeLine(label, " ".join(before), " ".join(after))


def _said(item: Input, value: Json, words: PageSpeaker) -> tuple[str, ...]:
    (shown,) = inputs.shown([item], {item.name: value}, words, blanks=True)
    if shown.table:
        return tuple(" · ".join(cell for cell in row if cell != "–") for row in shown.table)
    return shown.lines or (shown.text or NOTHING,)


def _about(change: CharacterChange | Difference, names: Mapping[int, str]) -> ChangeLine:
    if change.field == "players":
        before, after = (
            tuple(names.get(pk, _("alguien que ya no está")) for pk in value or [])
            for value in (change.old, change.new)
        )
        return ChangeLine(_("Quién juega"), ", ".join(before) or "–", ", ".join(after) or "–")
    if change.field == "shared":
        yes, no = _("sí"), _("no")
        return ChangeLine(_("A la vista de la mesa"), yes if change.old else no, yes if change.new else no)
    return ChangeLine(_("Nombre"), str(change.old or "–"), str(change.new))
