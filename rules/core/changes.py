"""What one step of a fight changed, as operations on the JSON of its state, and how to take them back.

A state is a JSON object. Four kinds of change describe the way from one state to the next:

- `add`: a key appears at a path with a value;
- `put`: the value at a path is replaced by another;
- `count`: a number that is counted up and down (hit points, uses) moves by so much;
- `drop`: a key disappears.

Counts are kept as differences, so that taking back an old "−7" gives 7 back whatever came later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.quick import quick
from rules.core.types import Json

Path: TypeAlias = tuple[str, ...]
Operation: TypeAlias = Literal["add", "put", "count", "drop"]


@quick
@dataclass(frozen=True, slots=True)
class Change:
    """One change: the operation, its path, the value before (None for `add`) and after (None for `drop`).

    For `count` the numbers before and after are kept too; only their difference counts when it is folded.
    """

    operation: Operation
    path: Path
    before: Json = None
    after: Json = None

    def to_json(self) -> Json:
        """The change as a JSON list."""
        return [self.operation, list(self.path), self.before, self.after]

    @classmethod
    def from_json(cls, data: Json) -> Change:
        """The change that `to_json` wrote."""
        operation, path, before, after = data
        return cls(operation, tuple(path), before, after)


class DoesNotFit(ValueError):
    """A change cannot be made on this state: its parent, or the value it speaks of, is not there."""

    def __init__(self, change: Change) -> None:
        super().__init__(f"{change.operation} {'/'.join(change.path)}")
        self.change = change


def fold(state: Json, changes: Iterable[Change]) -> Json:
    """Make the changes on a state, one after the other, and return the new state; the old one stays as it was.

    Raises DoesNotFit when a parent is missing, a key to add is there already, or one to replace is not.
    """
    for change in changes:
        state = _apply(state, change.path, change)
    return state


def inverse(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes that lead back."""
    opposite: dict[Operation, Operation] = {"add": "drop", "drop": "add", "put": "put", "count": "count"}
    return tuple(
        Change(opposite[change.operation], change.path, change.after, change.before) for change in reversed(changes)
    )


@dataclass(frozen=True, slots=True)
class Removal:
    """What taking back old changes comes to: the new state, or the places of later changes that rest on them."""

    state: Json
    depending: tuple[int, ...] = ()


def remove(state: Json, old: Sequence[Change], later: Sequence[Sequence[Change]]) -> Removal:
    """Take back old changes from a state that later steps have changed further.

    `later` holds the changes of each later step still standing, in order. Later results are kept: a number counted
    since keeps its difference, a value replaced since stays. Where a later step changed something that the old
    changes brought into being, or dropped it, that step depends on them: its index is in `depending` and nothing
    is taken back.
    """
    depending = depending_on(old, later)
    if depending:
        return Removal(state, depending)
    replaced = {change.path for changes in later for change in changes if change.operation != "count"}
    for change in inverse(old):
        if not _beginnings(change.path, replaced) and _fits(state, change):
            state = _apply(state, change.path, change)
    return Removal(state)


def depending_on(old: Sequence[Change], later: Sequence[Sequence[Change]]) -> tuple[int, ...]:
    """The places in `later` of steps that changed or dropped what the old changes brought or took away."""
    roots = {change.path for change in old if change.operation in ("add", "drop")}
    filled = {change.path for change in old if change.operation == "put"}
    depending: list[int] = []
    for index, changes in enumerate(later):
        if any(_beginnings(change.path, roots) or _beginnings(change.path[:-1], filled) for change in changes):
            depending.append(index)
        filled -= {change.path for change in changes}
    return tuple(depending)


def _beginnings(path: Path, among: Set[Path]) -> bool:
    return any(path[:length] in among for length in range(1, len(path) + 1))


def _fits(state: Json, change: Change) -> bool:
    for key in change.path[:-1]:
        if not isinstance(state, dict) or key not in state:
            return False
        state = state[key]
    return isinstance(state, dict) and (change.path[-1] in state) == (change.operation != "add")


def _apply(state: Json, rest: Path, change: Change) -> Json:
    key = rest[0]
    if not isinstance(state, dict):
        raise DoesNotFit(change)
    if len(rest) > 1:
        if key not in state:
            raise DoesNotFit(change)
        return {**state, key: _apply(state[key], rest[1:], change)}
    if (key in state) != (change.operation != "add"):
        raise DoesNotFit(change)
    if change.operation == "drop":
        return {name: value for name, value in state.items() if name != key}
    if change.operation == "count":
        return {**state, key: state[key] + change.after - change.before}
    if change.operation == "add":
        return {name: change.after if name == key else state[name] for name in sorted({*state, key})}
    return {**state, key: change.after}
