"""The content of a printed sheet, computed numbers and written fields, in words for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from equipment.ledger.frozen import AnyPossession, gear_of
from rules.core.errors import RuleError
from rules.core.inputs import Choice, Input, Rows, Several, Text
from rules.core.overrides import FIELD as OVERRIDES
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.inputs import ShownValue
from tapiz_site.pictures.looks import Likeness
from tapiz_site.speech import PageSpeaker, speaker, system_name

from .. import gear, history, knowing, policy, sheets, values
from ..models import Character
from ..purses import Held
from ..values import USUAL, Value
from .options import Options
from .spaces import Spaces, spaced
from .spaces import empty as empty_spaces
from .texts import rows, shortened
from .things import PrintedThing, printed

LONG_NAME = 48
HEADING_NAME = 72
"""How many letters of a name the heading holds, in two lines; a longer one stands whole among the notes."""

SHORT_NAME = 48
BRIEF = 240
"""How many letters of a text stand among the notes; a longer one has a table of its own."""

LETTERS_A_LINE = 58
"""How many letters a line of the notes holds."""

MOST_BESIDE = 16
"""How many rows a list has at most that stands beside another one."""

WRITTEN_ANEW = (USUAL, "arm.")
"""What the codes of those numbers begin with whose names are a pencil's too: frequent rolls and attacks."""

IN_FORCE = ("status", "condition", "effect", "state", "timer", "out")
"""What the codes of that part of a character's condition begin with which comes and goes."""
CHANGED_LETTERS = 160
MOST_CHANGES = 200

Groups = Mapping[str, Sequence[Value]]
Named = Mapping[str, Mapping[str, Value]]


@dataclass(frozen=True, slots=True)
class LongText:
    """A long text in rows; each row says whether it begins a paragraph."""

    name: str
    label: str
    private: bool = False
    rows: Sequence[tuple[tuple[str, ...], bool]] = ()

    @property
    def written(self) -> str:
        """The text in one line."""
        return " ".join(line for lines, _begins in self.rows for line in lines)

    @property
    def letters(self) -> int:
        """How long it is."""
        return len(self.written)


@dataclass(frozen=True, slots=True)
class ByHand:
    """A value set by hand: the number that counts, the number of the rules, and the reason."""

    label: str
    number: str
    automatic: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A changed field."""

    at: datetime
    by: str
    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Gift:
    """Something chosen from the rules: its name, and what it does."""

    name: str
    does: str


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet for paper."""

    name: str
    kind: str
    table: Table
    system: str
    rules_version: int
    printed: date
    templates: tuple[str, ...]
    blank: bool = False
    """Whether it has no numbers, which a pencil will fill in."""
    character: Character | None = None
    """Whose portrait or emblem stands on it."""
    players: tuple[str, ...] = ()
    values: Groups = field(default_factory=dict)
    """The numbers by the first part of their code."""
    named: Named = field(default_factory=dict)
    """The numbers by both parts of their code."""
    now: Groups = field(default_factory=dict)
    """The character's condition by the first part of its codes."""
    now_named: Named = field(default_factory=dict)
    """The character's condition by both parts of its codes."""
    written: Mapping[str, ShownValue] = field(default_factory=dict)
    """The entered fields by the name of their input, without long texts and lists."""
    lists: Mapping[str, ShownValue] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    """The names of all entered fields of its kind, also of those with nothing to show."""
    gifts: Mapping[str, Sequence[Gift]] = field(default_factory=dict)
    """What was chosen from the options of an input that say what they do, by the name of the input."""
    inventory: tuple[PrintedThing, ...] = ()
    spaces: Spaces | None = None
    """The same in numbered spaces, where the system counts them."""
    owns: bool = False
    """Whether its kind can have possessions."""
    texts: tuple[LongText, ...] = ()
    by_hand: tuple[ByHand, ...] = ()
    changes: tuple[ChangedField, ...] = ()
    changes_left_out: int = 0
    carta: tuple[ShownValue, ...] = ()
    house: Mapping[str, Json] = field(default_factory=dict)
    """The settings of the table."""
    at_zero: tuple[str, ...] = ()
    """What becomes of the character when its points run out, at this table: a sentence for each pool."""
    record: Any = None
    """The record of a machine, as its system draws it (`records`)."""
    speaker: PageSpeaker | None = None
    """Who says the words of a record."""
    likeness: Likeness | None = None
    """The portrait or emblem of a record; none on an empty one."""

    @property
    def long_name(self) -> bool:
        """Whether the name needs smaller letters."""
        return len(self.name) > LONG_NAME

    @property
    def heading(self) -> str:
        """The name as the heading holds it."""
        return shortened(self.name, HEADING_NAME)

    @property
    def whole_name(self) -> str:
        """The name for the notes, where the heading does not hold it."""
        return self.name if self.heading != self.name else ""

    @property
    def in_force(self) -> tuple[str, ...]:
        """What the last fight left in force."""
        told = (value for group in IN_FORCE for value in self.now.get(group, ()))
        return tuple(value.text if value.number in value.text else f"{value.text} {value.signed}" for value in told)

    @property
    def brief(self) -> tuple[LongText, ...]:
        """The texts that stand among the notes."""
        return tuple(text for text in self.texts if text.letters <= BRIEF)

    @property
    def long_texts(self) -> tuple[LongText, ...]:
        """The texts that have tables of their own."""
        return tuple(text for text in self.texts if text not in self.brief)

    @property
    def noted(self) -> int:
        """How many lines the notes take."""
        said = [self.whole_name, " · ".join(self.in_force), *(f"{one.label} {one.written}" for one in self.brief)]
        return sum(-(-len(text) // LETTERS_A_LINE) for text in said if text)

    @property
    def crowded(self) -> bool:
        """Whether its lists are too long to stand beside each other."""
        counts = [len(self.inventory), *(len(one.table) for one in self.lists.values())]
        counts += [len(gifts) for gifts in self.gifts.values()]
        counts += [len(self.spaces.free), len(self.spaces.beyond), len(self.spaces.loose)] if self.spaces else []
        return max(counts, default=0) > MOST_BESIDE or self.noted > MOST_BESIDE

    @property
    def classes(self) -> str:
        """The style classes of its page."""
        return " ".join(f"paper--{name}" for name in ("blank", "crowded") if getattr(self, name))

    @property
    def short_name(self) -> str:
        """The name as it stands at the foot of every page."""
        return shortened(self.name, SHORT_NAME)

    @property
    def site(self) -> str:
        """The name that the site shows."""
        return str(settings.SITE_NAME)


def filled(
    character: Character,
    options: Options,
    purses: Mapping[UUID, Held] | None = None,
    things: Sequence[AnyPossession] | None = None,
) -> PrintedSheet:
    """The sheet of a character as this reader may read it.

    `purses`: see `condition_of`. `things`: the character's gear, if the caller has read it.
    """
    table = character.table
    kind = sheets.kind_of(table, character.kind)
    sheet = sheets.sheet_of(character)
    words = speaker(table.system)
    whole = policy.sees_all(character)
    things = gear.things_of(character) if things is None else things
    carried = printed(table, things, words, notes=whole and options.notes)
    frozen = gear_of(get_system(table.system).equipment, things)
    runs = character.role == Role.GAME_MASTER
    numbers = values.values_in(character, sheet, game_master=runs, controls=whole, gear=frozen)
    by_rules = {**sheet, OVERRIDES: []} if sheet.get(OVERRIDES) else None
    plain = values.values_in(character, by_rules, game_master=runs, controls=whole, gear=frozen) if by_rules else ()
    named = _named(numbers)
    capacity = named.get("value", {}).get("capacity")
    condition = values.condition_of(character, game_master=runs, controls=whole, gear=frozen, purses=purses)
    hidden = frozenset() if whole and options.notes else kind.private
    known = _open(knowing.known_inputs(character), hidden)
    shown = inputs.shown(known, gear.counted(character, sheet, frozen), words)
    changed, left_out = _changes(character, words, hidden) if whole and options.changes else ((), 0)
    return replace(
        _outline(table, kind, words),
        name=character.name,
        character=character,
        players=tuple(user.shown_name for user in character.players.all()),
        values=_groups(numbers),
        named=named,
        now=_groups(condition),
        now_named=_named(condition),
        written={one.name: one for one in shown},
        lists=_lists(kind, shown),
        labels={item.name: inputs.label_of(item, words) for item in known},
        gifts=_gifts(known, sheet, words),
        inventory=tuple(carried.values()),
        spaces=spaced(table, things, carried, capacity.amount if capacity else None),
        owns=bool(get_system(table.system).equipment.items()),
        texts=_texts(kind, sheet, words, hidden),
        by_hand=_by_hand(numbers, plain),
        changes=changed,
        changes_left_out=left_out,
    )


def blank(table: Table, kind: SheetKind) -> PrintedSheet:
    """An empty sheet of this kind: the words of all fields, and room for a pencil."""
    words = speaker(table.system)
    try:
        numbers = tuple(one for one in _labels(table, kind, words) if not one.code.startswith(WRITTEN_ANEW))
    except RuleError:
        numbers = ()
    return replace(
        _outline(table, kind, words),
        blank=True,
        labels={item.name: inputs.label_of(item, words) for item in kind.inputs},
        values=_groups(numbers),
        named=_named(numbers),
        spaces=empty_spaces(table) if any(one.code == "value.capacity" for one in numbers) else None,
        written={
            item.name: ShownValue(type(item).__name__.lower(), item.name, inputs.label_of(item, words))
            for item in kind.inputs
        },
        lists={
            item.name: ShownValue(
                "rows",
                item.name,
                inputs.label_of(item, words),
                columns=tuple(inputs.label_of(part, words) for part in item.of),
            )
            for item in kind.inputs
            if isinstance(item, Rows) and item.name != OVERRIDES
        },
    )


def _outline(table: Table, kind: SheetKind, words: PageSpeaker) -> PrintedSheet:
    """The parts that all sheets of this kind share, named after the kind."""
    system, house = get_system(table.system), house_of(table)
    called = words.first_word(f"kind.{kind.name}", default=kind.name)
    return PrintedSheet(
        name=called,
        kind=called,
        table=table,
        system=system_name(table.system),
        rules_version=system.rules_version,
        printed=timezone.localdate(),
        templates=(f"systems/{table.system}/print/sheet.html", "characters/print/_sheet.html"),
        carta=_carta(table, words),
        house=house,
        at_zero=tuple(words.text(told) for told in system.paper.at_zero(kind.name, house)),
    )


def _carta(table: Table, words: PageSpeaker) -> tuple[inputs.ShownValue, ...]:
    """The settings of the table that differ from their defaults."""
    house = house_of(table)
    chosen = [item for item in get_system(table.system).settings if house[item.name] != item.default]
    return tuple(inputs.shown(chosen, house, words, blanks=True))


def _labels(table: Table, kind: SheetKind, words: PageSpeaker) -> tuple[Value, ...]:
    # The numbers of a sheet of defaults: only their words are printed.
    facts = get_system(table.system).values(kind.name, kind.load({}), house_of(table))
    return values.said(facts, words)


def _open(known: Iterable[Input], hidden: frozenset[str]) -> list[Input]:
    return [item for item in known if item.name not in hidden and not _is_long(item) and item.name != OVERRIDES]


def _is_long(item: Input) -> bool:
    return isinstance(item, Text) and item.multiline


def _lists(kind: SheetKind, shown: Iterable[ShownValue]) -> dict[str, ShownValue]:
    names = {item.name for item in kind.inputs if isinstance(item, Rows)}
    return {one.name: one for one in shown if one.name in names}


def _gifts(known: Iterable[Input], sheet: Mapping[str, Json], words: PageSpeaker) -> dict[str, tuple[Gift, ...]]:
    found = {}
    for item in known:
        if not isinstance(item, Choice | Several):
            continue
        value = sheet.get(item.name)
        taken = value if isinstance(value, list) else [value]
        chosen = [option for option in item.options if option.value in taken and option.notes]
        found[item.name] = tuple(
            Gift(words.text(option.label), " · ".join(map(words.text, option.notes))) for option in chosen
        )
    return {name: gifts for name, gifts in found.items() if gifts}


def _texts(
    kind: SheetKind, sheet: Mapping[str, Json], words: PageSpeaker, hidden: frozenset[str]
) -> tuple[LongText, ...]:
    found = []
    for item in kind.inputs:
        if not _is_long(item) or item.name in hidden:
            continue
        if cut := rows(str(sheet.get(item.name) or "")):
            found.append(LongText(item.name, inputs.label_of(item, words), item.name in kind.private, cut))
    return tuple(found)


def _groups(said: Iterable[Value]) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for value in said:
        found.setdefault(value.code.partition(".")[0], []).append(value)
    return found


def _named(said: Iterable[Value]) -> dict[str, dict[str, Value]]:
    found: dict[str, dict[str, Value]] = {}
    for value in said:
        group, _dot, name = value.code.partition(".")
        found.setdefault(group, {}).setdefault(name, value)
    return found


def _by_hand(numbers: Iterable[Value], plain: Iterable[Value]) -> tuple[ByHand, ...]:
    automatic = {value.code: value.number for value in plain}
    return tuple(
        ByHand(value.text, value.number, automatic.get(value.code, ""), value.by_hand)
        for value in numbers
        if value.by_hand
    )


def _changes(character: Character, words: PageSpeaker, hidden: frozenset[str]) -> tuple[tuple[ChangedField, ...], int]:
    """The changes, the newest first, and the count of older ones without room; `hidden`: fields left out."""
    people = User.objects.filter(memberships__table=character.table)
    names = {user.pk: user.shown_name for user in people}
    edits = history.edits(
        list(history.states_of(character)), knowing.known_inputs(character), words, names, hidden=hidden
    )
    found = [
        ChangedField(edit.at, edit.by, line.label, _brief(line.old, line.gone), _brief(line.new, line.come))
        for edit in edits
        for line in edit.lines
    ]
    return tuple(found[:MOST_CHANGES]), max(0, len(found) - MOST_CHANGES)


def _brief(text: str, lines: tuple[str, ...]) -> str:
    return shortened("; ".join(lines) or text or _("nada"), CHANGED_LETTERS)
