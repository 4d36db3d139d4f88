"""What a system says of equipment and setting packs: kinds of entries, what gear does to a sheet, what it weighs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

from rules.core.errors import RuleError, UnknownValue
from rules.core.gear import Gear, Place, Thing, added
from rules.core.inputs import Input, Rows
from rules.core.types import Json

Values: TypeAlias = Mapping[str, Json]

Family: TypeAlias = Literal["item", "class", "species", "talent", "spell", "creature", "rule"]
"""What an entry is in every system: a thing to own, what a character is or can do, an opponent, an optional rule."""

GIVES = "gives"
"""Under this name an entry says what it writes to the sheet of the character who takes it: fields and values."""


def as_they_are(values: Values) -> Values:
    """For entries whose inputs say all that can be wrong with them."""
    return values


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry of a setting pack."""

    name: str
    """Also the name of its file; its words are `entry.<name>` and `entry.<name>.many`."""
    family: Family
    inputs: tuple[Input, ...] = ()
    """Its values, besides name and text, which every entry has."""
    load: Callable[[Values], Values] = as_they_are
    """Checks the whole, after each value was checked alone, and fills in what is absent; raises RuleError."""
    gives: str = ""
    """The kind of sheet on which it may write (class, species, talent, spell)."""
    places: tuple[Place, ...] = ()
    """Of items: where it counts for the rules, besides being packed."""
    uses: bool = False
    """Of items: rules may use it while it is packed (ammunition, a potion), so it goes into fights."""
    charges: str = ""
    """Of items: the input that says how many charges a fresh one has."""
    holds: str = ""
    """Of containers: the input that says how much it holds, by the measure `holds_measure`."""
    holds_measure: str = ""

    def fresh_charges(self, values: Values) -> int:
        """How many charges a fresh thing of this kind has."""
        found = values.get(self.charges)
        return found if isinstance(found, int) else 0


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin or note: its code (words `coin.<code>`) and its worth in the least one."""

    code: str
    worth: int


def same_sheet(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    """For a system on whose sheets gear changes nothing."""
    return sheet


FIRST_LANGUAGE = "es"
"""The language in which nameless things are named where the reader's language is not known."""


class Unpack(Protocol):
    """Takes the things off a sheet; `language`: the one in which nameless things are named."""

    def __call__(self, kind: str, sheet: Values, language: str = ..., /) -> tuple[Values, tuple[Thing, ...]]:
        """The sheet without its things, and the things."""
        ...


class Spoils(Protocol):
    """Says what a fallen combatant leaves; `language` as in `Unpack`."""

    def __call__(self, kind: str, sheet: Values, language: str = ..., /) -> tuple[Thing, ...]:
        """The things."""
        ...


def nothing_written(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Values, tuple[Thing, ...]]:
    """For a system whose sheets list no things."""
    return sheet, ()


def just_taken(gear: Gear, thing: Thing) -> Gear:
    """For a system whose rules count no hands."""
    return gear.put(replace(thing, place="hand"))


def anything(kind: str, sheet: Values, before: Gear, after: Gear, house: Values) -> None:
    """For a system whose rules let everybody carry whatever they like, at a cost or none."""


def all_known(house: Values, sheets: Iterable[Values]) -> frozenset[str]:
    """For a system in which everybody may know what things do."""
    return frozenset()


def nothing_left(kind: str, sheet: Values, language: str = FIRST_LANGUAGE) -> tuple[Thing, ...]:
    """For a system whose creatures have nothing that anybody would take."""
    return ()


def weightless(thing: Thing) -> Mapping[str, int]:
    """For a system that counts no load."""
    return {}


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a system says of equipment."""

    kinds: Mapping[str, EntryKind] = field(default_factory=dict)
    """The kinds of entries by name, in the order of the screens."""
    coins: tuple[Coin, ...] = ()
    """What is paid with, the least first; every system with coins has an entry kind `coin` with the value `coin`."""
    price: str = "price"
    """The input that holds the price of an item, in the least coin."""
    outfit: Callable[[str, Values, Gear, Values], Values] = same_sheet
    """The sheet as it counts with this gear: armour, weapons and weight are written over, which `body` and `values`
    then read; it may add fields that no input has."""
    unpack: Unpack = nothing_written
    """Of a sheet that lists things: the sheet without them, and the things, their ids by place ("1", "2" …)."""
    spoils: Spoils = nothing_left
    """What can be taken from a fallen combatant whose sheet keeps what it lists, such as a creature."""
    treasure: str = "treasure"
    """The input of a creature that says in words what else it has."""
    burden: Callable[[Thing], Mapping[str, int]] = weightless
    """What all of a thing weigh, by measures that may be added up."""
    may_carry: Callable[[str, Values, Gear, Gear, Values], None] = anything
    """Raises RuleError where a character with this loaded sheet would carry more than the rules ever allow; a change
    that makes nothing worse passes."""
    drawn: Callable[[Gear, Thing], Gear] = just_taken
    """The gear with this thing in hand, and put away whatever the hands can no longer hold beside it."""
    unknown: Callable[[Values, Iterable[Values]], frozenset[str]] = all_known
    """What a player with these loaded sheets has to find out in play under this carta: names of inputs after the kind
    of entry or sheet (`weapon.damage`, in rows `person.weapons.damage`). Game masters know everything."""

    def items(self) -> tuple[EntryKind, ...]:
        """The kinds of things to own."""
        return tuple(kind for kind in self.kinds.values() if kind.family == "item")

    def total(self, gear: Gear) -> dict[str, int]:
        """What all of this gear weighs."""
        return added((gear.rest, *(self.burden(one) for one in gear.things.values())))

    def matters(self, thing: Thing) -> bool:
        """Whether rules may use a thing where it is, so that it goes into fights as itself."""
        kind = self.kinds.get(thing.kind)
        return kind is not None and (kind.uses or bool(kind.charges) or thing.place in kind.places)


NO_EQUIPMENT = Equipment()


def known_of(inputs: Iterable[Input], of: str, unknown: Collection[str]) -> tuple[Input, ...]:
    """The inputs of a kind of entry or of sheet but for those that are `unknown`, also as parts of rows."""
    if not unknown:
        return tuple(inputs)
    found: list[Input] = []
    for item in inputs:
        name = f"{of}.{item.name}"
        if name in unknown:
            continue
        if isinstance(item, Rows):
            found.append(replace(item, of=tuple(part for part in item.of if f"{name}.{part.name}" not in unknown)))
        else:
            found.append(item)
    return tuple(found)


def faults_of(kind: EntryKind, values: Values, sheet: tuple[Input, ...] = ()) -> Iterator[RuleError]:
    """Everything that is wrong with the values of an entry; `sheet`: inputs of the sheet on which it may write."""
    found = False
    known = {item.name: item for item in kind.inputs}
    for name in sorted(set(values) - set(known) - ({GIVES} if kind.gives else set())):
        found = True
        yield UnknownValue("core.input.unknown", field=name)
    for item in kind.inputs:
        try:
            item.check(values.get(item.name))
        except RuleError as error:
            found = True
            yield error
    for fault in _faults_given(values.get(GIVES) or {}, sheet):
        found = True
        yield fault
    if not found:
        try:
            kind.load(checked(kind, values, sheet))
        except RuleError as error:
            yield error


def checked(kind: EntryKind, values: Values, sheet: tuple[Input, ...] = ()) -> dict[str, Json]:
    """The values of an entry in their normal form; raises the RuleError of the first at fault."""
    found = {item.name: item.check(values.get(item.name)) for item in kind.inputs}
    if kind.gives:
        given = values.get(GIVES) or {}
        for error in _faults_given(given, sheet):
            raise error
        inputs = {item.name: item for item in sheet}
        found[GIVES] = {name: inputs[name].check(given[name]) for name in sorted(given)}
    return dict(kind.load(found))


def _faults_given(given: Json, sheet: tuple[Input, ...]) -> Iterator[RuleError]:
    if not isinstance(given, Mapping):
        yield UnknownValue("core.input.form", field=GIVES)
        return
    inputs = {item.name: item for item in sheet}
    for name, value in given.items():
        if name not in inputs:
            yield UnknownValue("core.input.unknown", field=f"{GIVES}.{name}")
            continue
        try:
            inputs[name].check(value)
        except RuleError as error:
            yield type(error)(error.reason, field=f"{GIVES}.{error.field}", params=error.params)


def taken(sheet: Values, given: Values, inputs: tuple[Input, ...]) -> dict[str, Json]:
    """A sheet after its character took an entry: rows that are not there yet are added, all else is set."""
    lists = {item.name for item in inputs if isinstance(item, Rows)}
    after = dict(sheet)
    for name, value in given.items():
        old = after.get(name) or []
        after[name] = [*old, *(row for row in value if row not in old)] if name in lists else value
    return after
