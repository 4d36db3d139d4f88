"""An index of a log by the paths that its steps changed, and what of a log bears on taking old steps back.

A log is indexed piece by piece. A piece is a tree by the keys of the paths; each of its nodes is the JSON list
`[counts, others, children]`: the numbers of the steps that counted at this very path, of those that changed it in
another way, and the nodes below it by their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from rules.core.changes import Change, Path
from rules.core.types import Json

Piece: TypeAlias = Json


def piece_of(steps: Iterable[tuple[int, Sequence[Change]]]) -> Piece:
    """The piece of an index for these steps, given by number with their changes, in order."""
    root = _node()
    for number, changes in steps:
        for change in changes:
            node = root
            for key in change.path:
                node = node[2].setdefault(key, _node())
            marks = node[0] if change.operation == "count" else node[1]
            if marks[-1:] != [number]:
                marks.append(number)
    return root


def _node() -> Piece:
    return [[], [], {}]


def bearing(old: Sequence[Change], pieces: Iterable[Piece], stands: Callable[[int], bool]) -> set[int]:
    """The numbers of the steps that decide what becomes of old changes when these are taken back.

    `pieces`: the index of what followed them, in order; only steps that `stands` says yes to count. Given the changes
    of these steps, and of any others, `changes.remove` and `changes.depending_on` come to what they come to given all.
    """
    open_, found = [_Old(change) for change in old], set[int]()
    for piece in pieces:
        for one in open_:
            found |= one.look(piece, stands)
        open_ = [one for one in open_ if not one.settled]
        if not open_:
            break
    return found


class _Old:
    """One old change on the way through the index: what may still follow that bears on it.

    What came or went rests with all that changes it or what is in it. What is in a value that was replaced rests with
    it until it is replaced again. Any of them stays as it is once a later step has replaced it, or what it is in.
    """

    def __init__(self, change: Change) -> None:
        self.path = change.path
        self.rooted = change.operation in ("add", "drop")
        self.filled = change.operation == "put"
        self.replaced = False

    @property
    def settled(self) -> bool:
        return self.replaced and not (self.rooted or self.filled)

    def look(self, piece: Piece, stands: Callable[[int], bool]) -> set[int]:
        on_the_way = list(_along(piece, self.path))
        here = on_the_way[-1] if len(on_the_way) > len(self.path) else None
        found: set[int] = set()
        if here is not None and self.rooted:
            found.update(filter(stands, _all(here)))
        elif here is not None and self.filled:
            again = min(filter(stands, (*here[0], *here[1])), default=None)
            inside = (number for child in here[2].values() for number in _all(child))
            found.update(number for number in inside if stands(number) and (again is None or number <= again))
            if again is not None:
                found.add(again)
                self.filled = False
        if not self.replaced:
            first = min((number for node in on_the_way for number in node[1] if stands(number)), default=None)
            if first is not None:
                found.add(first)
                self.replaced = True
        return found


def _along(piece: Piece, path: Path) -> Iterator[Piece]:
    """The nodes from the root to a path, as far as there are any."""
    node = piece
    yield node
    for key in path:
        node = node[2].get(key)
        if node is None:
            return
        yield node


def _all(node: Piece) -> Iterator[int]:
    yield from node[0]
    yield from node[1]
    for child in node[2].values():
        yield from _all(child)
