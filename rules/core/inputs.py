"""The closed kinds of input from which every form of the app is built.

Actions declare what they need and requests what they ask with the same kinds; a form is made of them, and an
answer is checked against them before any rule sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import category

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Fact
from rules.core.quick import quick
from rules.core.types import Id, Json


@quick
@dataclass(frozen=True, slots=True)
class Figure:
    """A number that an option would bring."""

    says: Fact
    """The number in words: `1d8`, `+4`, `3 lb`."""
    label: str = ""
    """A code of the words for what it is the number of; without one it stands beside the option's name."""


@quick
@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    value: str
    label: Fact
    notes: tuple[Fact, ...] = ()
    """What stands beside it."""
    icon: str = ""
    reason: Fact | None = None
    """Why it cannot be taken: an option with a reason is shown but refused."""
    extra: Mapping[str, Json] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    """What it would bring in numbers, where options are laid out as tiles (the layout `tiles`)."""
    free: bool = False
    """Players choose it by themselves even where the decision is the game master's."""


def options_of(prefix: str, values: Iterable[str], *, line: str = "") -> tuple[Option, ...]:
    """Options whose names are the words `<prefix>.<value>`.

    `line`: beside each stands what it does, the words `<line>.<value>`, which paper prints too.
    """
    return tuple(
        Option(value, Fact(f"{prefix}.{value}"), notes=(Fact(f"{line}.{value}"),) if line else ()) for value in values
    )


@dataclass(frozen=True, slots=True)
class Input:
    """What every kind of input has."""

    name: str
    label: str = ""
    """A code of the words."""
    required: bool = True
    default: Json = None
    layout: str = ""
    """A hint for templates ("five", "six", "grid", "palette" for however many; in creation "tiles", "points")."""
    fresh: bool = False
    """It starts with its default each time, whatever the same combatant chose last."""
    seldom: bool = False
    """It is rarely changed, so forms fold it away."""
    game_master_decides: bool = False
    """A player's value that is not the default is a proposal (`rules.core.hand`)."""
    needs_word: bool = False
    """Of what the game master decides: even the default is a proposal."""
    decided_in: tuple[str, ...] = ()
    """The rows that leave the decision to the game master."""

    def check(self, value: Json) -> Json:
        """Return the value in its normal form.

        Raises Missing, UnknownValue or OutOfRange with this input's name as field.
        """
        raise NotImplementedError

    def absent(self, value: Json) -> bool:
        """Whether nothing was given; raises Missing when something must be."""
        if value is None or value == "" or value == []:
            if self.required:
                raise Missing("core.input.missing", field=self.name)
            return True
        return False


def seldom(*inputs: Input) -> tuple[Input, ...]:
    """The same inputs, marked as rarely changed."""
    return tuple(replace(one, seldom=True) for one in inputs)


def game_master_decides(*inputs: Input, rules: tuple[str, ...] = (), always: bool = False) -> tuple[Input, ...]:
    """The same inputs as decisions of the game master, by these rows: a player's value for them is a proposal.

    always: even the default needs the game master's word.
    """
    return tuple(replace(one, game_master_decides=True, needs_word=always, decided_in=rules) for one in inputs)


@quick
@dataclass(frozen=True, slots=True)
class Choice(Input):
    """One of several options."""

    options: tuple[Option, ...] = ()

    def check(self, value: Json) -> str | None:
        if self.absent(value):
            return self.default if isinstance(self.default, str) else None
        return _taken(self.name, value, self.options)


@quick
@dataclass(frozen=True, slots=True)
class Several(Input):
    """Any number of the options, in the order given."""

    options: tuple[Option, ...] = ()
    minimum: int = 0
    words: bool = False
    """Each may carry a few words, such as how a trait helps."""
    ordered: bool = True
    """The order tells something, so it is shown and can be chosen."""
    assumed: bool = False
    """Where nothing is said the default holds: that none of them is meant has to be said with an empty list."""

    def check(self, value: Json) -> list[Json]:
        if value is None and self.assumed:
            value = self.default
        if value is None:
            if self.minimum:
                raise Missing("core.input.missing", field=self.name)
            return []
        if not isinstance(value, list):
            raise UnknownValue("core.input.form", field=self.name)
        chosen: list[Json] = []
        seen: set[str] = set()
        for item in value:
            name, words = _with_words(item) if self.words else (item, "")
            name = _taken(self.name, name, self.options)
            if name in seen:
                raise UnknownValue("core.input.twice", field=self.name)
            seen.add(name)
            chosen.append([name, words] if self.words else name)
        if len(chosen) < self.minimum:
            raise Missing("core.input.missing", field=self.name)
        return chosen


@quick
@dataclass(frozen=True, slots=True)
class Number(Input):
    """A whole number within bounds."""

    minimum: int = -999
    maximum: int = 999
    above: str = ""
    """The reason of the rule that sets the upper bound, told with `most`."""
    signed: bool = False
    """It is a modifier: what is above zero is told with its plus."""
    measure: str = ""
    """What it counts (`centipounds`), where forms may ask for it in a unit that people know."""
    note: Fact | None = None
    """What it is good for, where points are spent on it (the layout "points")."""

    def check(self, value: Json) -> int | None:
        if self.absent(value):
            return self.default if isinstance(self.default, int) else None
        if isinstance(value, bool) or not isinstance(value, int):
            raise UnknownValue("core.input.number", field=self.name)
        if self.above and value > self.maximum:
            raise NotAllowed(self.above, field=self.name, params={"most": self.maximum})
        if not self.minimum <= value <= self.maximum:
            raise OutOfRange(
                "core.input.range", field=self.name, params={"minimum": self.minimum, "maximum": self.maximum}
            )
        return value


@quick
@dataclass(frozen=True, slots=True)
class Text(Input):
    """A line in the writer's own words."""

    length: int = 200
    multiline: bool = False

    def check(self, value: Json) -> str:
        text = _clean(value, multiline=self.multiline) if isinstance(value, str) else value
        if self.absent(text):
            return self.default if isinstance(self.default, str) else ""
        if not isinstance(text, str):
            raise UnknownValue("core.input.form", field=self.name)
        if len(text) > self.length:
            raise OutOfRange("core.input.long", field=self.name, params={"maximum": self.length})
        return text


@quick
@dataclass(frozen=True, slots=True)
class Flag(Input):
    """Yes or no."""

    required: bool = False
    note: Fact | None = None
    refusal: str = "answer.no"
    """A code of the words for a no, where it is asked by buttons."""

    def check(self, value: Json) -> bool:
        if value is None:
            return bool(self.default)
        if not isinstance(value, bool):
            raise UnknownValue("core.input.form", field=self.name)
        return value


@quick
@dataclass(frozen=True, slots=True)
class Combatants(Input):
    """One of the combatants offered, or several of them."""

    options: tuple[Option, ...] = ()
    several: bool = False
    likely: tuple[Id, ...] | None = None
    """The usual targets, where they are known: the others can be chosen, but none of them is ever proposed."""
    engaged: tuple[Id, ...] = ()
    """The usual targets next to the actor: while there are any, no other is proposed, not even the last target."""

    def check(self, value: Json) -> Id | list[Id] | None:
        if self.absent(value):
            return [] if self.several else None
        if not self.several:
            return _taken(self.name, value, self.options)
        if not isinstance(value, list):
            raise UnknownValue("core.input.form", field=self.name)
        return list(dict.fromkeys(_taken(self.name, item, self.options) for item in value))


@dataclass(frozen=True, slots=True)
class Allocation(Input):
    """A share for each of several options, such as damage in full to one and half to another; the others get none."""

    options: tuple[Option, ...] = ()
    shares: tuple[Option, ...] = ()

    def check(self, value: Json) -> dict[str, str]:
        if value == {} or self.absent(value):
            if self.required:
                raise Missing("core.input.missing", field=self.name)
            return {}
        if not isinstance(value, dict):
            raise UnknownValue("core.input.form", field=self.name)
        return {
            _taken(self.name, option, self.options): _taken(self.name, share, self.shares)
            for option, share in sorted(value.items())
        }


@dataclass(frozen=True, slots=True)
class Deal(Input):
    """Numbers dealt out among places, one to each; two places are swapped by a tap on each.

    Its value says for each place which of `numbers` it has, counted from 0; or, while it is dealt, the same under
    `order` with the place that was tapped first under `held`.
    """

    places: tuple[Option, ...] = ()
    numbers: tuple[int, ...] = ()
    default: Json = None
    """The order in which they are dealt unless the player says otherwise; None: as they stand."""

    def order(self, value: Json) -> tuple[int, ...]:
        """Which number each place has; the default for a value that deals something else."""
        given = value.get("order") if isinstance(value, Mapping) else value
        for one in (given, self.default):
            if isinstance(one, Sequence) and self._deals(one):
                return tuple(one)
        return tuple(range(len(self.places)))

    def _deals(self, order: Sequence[Json]) -> bool:
        whole = all(isinstance(place, int) and not isinstance(place, bool) for place in order)
        return whole and sorted(order) == list(range(len(self.places)))

    def dealt(self, value: Json) -> dict[str, int]:
        """The number of each place, by the value of its option."""
        return {place.value: self.numbers[which] for place, which in zip(self.places, self.order(value), strict=True)}

    def check(self, value: Json) -> list[Json]:
        if not isinstance(value, Mapping | list | None):
            raise UnknownValue("core.input.form", field=self.name)
        return list(self.order(value))


@quick
@dataclass(frozen=True, slots=True)
class Rows(Input):
    """A list of rows, each with the same inputs: own modifiers with a reason, effects in one's own words."""

    of: tuple[Input, ...] = ()
    maximum: int = 20
    required: bool = False

    def check(self, value: Json) -> list[dict[str, Json]]:
        if self.absent(value):
            return []
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise UnknownValue("core.input.form", field=self.name)
        if len(value) > self.maximum:
            raise OutOfRange("core.input.many", field=self.name, params={"maximum": self.maximum})
        return [{part.name: part.check(row.get(part.name)) for part in self.of} for row in value]


def in_row(name: str, row: int, part: str) -> str:
    """What the field of a part of a row is called, counted from 0, so that a fault can name it."""
    return f"{name}__{row}__{part}"


def check_inputs(inputs: tuple[Input, ...], values: Mapping[str, Json]) -> dict[str, Json]:
    """Check values against their inputs and return them in normal form.

    Raises UnknownValue for a name that nobody asked for, and whatever an input raises.
    """
    known = {item.name for item in inputs}
    for name in values:
        if name not in known:
            raise UnknownValue("core.input.unknown", field=name)
    return {item.name: item.check(values.get(item.name)) for item in inputs}


def _taken(field_name: str, value: Json, options: tuple[Option, ...]) -> str:
    for option in options:
        if option.value == value:
            if option.reason is not None:
                raise _refusal(option.reason, field_name)
            return option.value
    raise UnknownValue("core.input.option", field=field_name)


def _refusal(reason: Fact, field_name: str) -> RuleError:
    """Why an option cannot be taken: in the words of the rule, where it is a rule's refusal."""
    if reason.code.startswith("error."):
        return NotAllowed(reason.code.removeprefix("error."), field=field_name, params=reason.params)
    return OutOfRange("core.input.refused", field=field_name)


def _clean(text: str, *, multiline: bool = False) -> str:
    """A text without signs that a line does not hold or that not every database can keep."""
    if text.isprintable():
        return text.strip()
    kept = "".join("\n" if multiline and mark == "\n" else " " if mark.isspace() else mark for mark in text)
    return "".join(mark for mark in kept if mark == "\n" or category(mark) not in ("Cc", "Cs")).strip()


def _with_words(item: Json) -> tuple[Json, str]:
    if isinstance(item, list) and len(item) == 2 and isinstance(item[1], str):
        return item[0], _clean(item[1])[:200]
    return item, ""
