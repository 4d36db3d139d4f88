"""Which roll of a log is which, what its faces must be, and whether they are: the check that anybody can repeat.

A scene tells the hash of its seed before dice fall, and the seed afterwards. The name of a roll is made of what was
done: the same, done again after it was taken back, falls the same. See `docs/fair-dice.md`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, TypeAlias

from rules.core.audience import GAME_MASTER
from rules.core.facts import Explanation, Fact
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.requests import Answer
from rules.core.types import Id, Json
from rules.dice import fair

COMMITTED, REVEALED, SALT = "core.dice.committed", "core.dice.revealed", "core.dice.salt"

ID = re.compile(r"(?<![0-9a-zA-Z])[0-9a-f]{32}(?![0-9a-zA-Z])")
"""An id, alone or inside a longer text."""

_HALF = re.compile("[0-9a-f]{64}")

Verdict: TypeAlias = Literal["right", "wrong", "sealed", "uncommitted"]
"""`sealed`: its seed has not been revealed yet. `uncommitted`: no seed was told before it."""


@dataclass(frozen=True, slots=True)
class Seed:
    """What the dice of a scene follow from, each half 32 bytes in hexadecimal.

    The salt keeps from players what the game master has decided: from the seed alone it could be guessed.
    """

    seed: str
    salt: str

    @classmethod
    def of(cls, kept: str) -> Seed:
        """The seed that `kept` wrote."""
        return cls(kept[:64], kept[64:])

    @property
    def kept(self) -> str:
        """As one text."""
        return self.seed + self.salt

    def committed(self) -> Explanation:
        """What is told before dice fall."""
        return (Fact(COMMITTED, params={"hash": fair.commitment(self.seed)}),)

    def revealed(self) -> Explanation:
        """What is told when no more dice fall by it; the salt to the game master alone."""
        return (
            Fact(REVEALED, params={"seed": self.seed}),
            Fact(SALT, params={"salt": self.salt}, audience=GAME_MASTER),
        )

    def called(self, one: Id) -> str:
        """What an id is called in the names of rolls: something that can go out, which ids never do."""
        return fair.name(self.salt, one)[:24]

    def name(self, identity: Json, called: Mapping[Id, str] | None = None) -> str:
        """The name of the roll that is this one. called: what ids are called, where they are not those of the time."""
        return fair.name(self.salt, text_of(with_ids(identity, called or {}, self.called)))

    def faces(self, identity: Json, sides: Sequence[int]) -> list[int]:
        """The faces of the roll that is this one."""
        return fair.faces(self.seed, self.name(identity), sides)


def text_of(value: Json) -> str:
    """A value as one text: JSON with sorted keys, without blanks, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def way(command: Command) -> str:
    """A digest of what a command does, the same for each time that it is done."""
    return sha256(text_of([command.actor, command.action, dict(command.inputs)]).encode()).hexdigest()


def again(taken: Collection[int]) -> int:
    """The number of a command among those of the same way: the lowest that none which counts has."""
    return next(number for number in range(len(taken) + 1) if number not in taken)


def identity(command: Command, number: int, answers: Mapping[str, Answer], key: str) -> Json:
    """What makes a roll this one: who does what, for which time, what was answered so far, and what is asked."""
    return [command.actor, command.action, dict(command.inputs), number, dict(answers), key]


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """One roll of the app, and whether its faces follow from the seed that was committed before it."""

    entry: Entry
    verdict: Verdict
    name: str = ""
    """By which its faces follow from the seed; empty while that is sealed."""
    struck: bool = False
    """It was taken back."""


@dataclass
class _Reading:
    """What is known at a place of the log."""

    commands: dict[Id, Entry] = field(default_factory=dict)
    ways: dict[str, dict[Id, int]] = field(default_factory=dict)
    """The numbers of the commands of each way, by entry."""
    answers: dict[Id, dict[Id, Entry]] = field(default_factory=dict)
    undone: dict[Id, Id] = field(default_factory=dict)

    def read(self, entry: Entry) -> None:
        if entry.kind == "command":
            self.commands[entry.resolution] = entry
            if entry.command is not None and entry.again is not None:
                self.ways.setdefault(way(entry.command), {})[entry.id] = entry.again
        elif entry.kind == "answer":
            self.answers.setdefault(entry.resolution, {})[entry.id] = entry
        elif entry.kind == "undo":
            self.undone.update(dict.fromkeys(entry.targets, entry.id))
        elif entry.kind == "redo":
            self.undone = {target: by for target, by in self.undone.items() if by not in entry.targets}

    def numbered(self, entry: Entry) -> bool:
        """Whether a command that is about to be read has the number that it must have."""
        if entry.command is None or entry.again is None:
            return True
        alike = self.ways.get(way(entry.command), {})
        return entry.again == again({number for one, number in alike.items() if one not in self.undone})

    def identity(self, entry: Entry) -> Json | None:
        """The identity of a roll that is about to be read."""
        begun = self.commands.get(entry.resolution)
        if begun is None or begun.command is None or begun.again is None:
            return None
        answers = self.answers.get(entry.resolution, {}).values()
        given = {one.key: one.answer for one in answers if one.id not in self.undone and one.answer is not None}
        return identity(begun.command, begun.again, given, entry.key)


def rolls(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, Json | None]]:
    """The rolls of the app in a log, oldest first: each with the hash told before it and its identity.

    The hash is empty where the dice fell by no seed; the identity is None where the log does not hold it.
    """
    reading, hash_ = _Reading(), ""
    misnumbered: set[Id] = set()
    for entry in entries:
        hash_ = next((str(fact.params.get("hash")) for fact in entry.facts if fact.code == COMMITTED), hash_)
        if not reading.numbered(entry):
            misnumbered.add(entry.resolution)
        if entry.rolled and entry.answer is not None:
            known = reading.identity(entry) if entry.sides and entry.resolution not in misnumbered else None
            yield entry, hash_ if entry.sides else "", known
        reading.read(entry)


def checked(entries: Sequence[Entry], ids: Mapping[str, Mapping[Id, Id]] | None = None) -> list[CheckedRoll]:
    """Check all rolls of the app in a log, oldest first.

    ids: by the hash of a seed, what ids are called in the names of its rolls, where they have been replaced since.
    """
    seeds = revealed(entries)
    reading = _Reading()
    for entry in entries:
        reading.read(entry)
    found = []
    for entry, hash_, known in rolls(entries):
        struck, seed = entry.id in reading.undone, seeds.get(hash_)
        if seed is None:
            found.append(CheckedRoll(entry, "sealed" if hash_ else "uncommitted", struck=struck))
            continue
        name = seed.name(known, (ids or {}).get(hash_)) if known is not None else ""
        right = bool(name) and _faces(entry) == fair.faces(seed.seed, name, entry.sides)
        found.append(CheckedRoll(entry, "right" if right else "wrong", name, struck))
    return found


def _faces(entry: Entry) -> list[int]:
    return list(entry.answer["faces"]) if entry.answer is not None else []


def revealed(entries: Iterable[Entry]) -> dict[str, Seed]:
    """The seeds that a log tells, by their hashes."""
    found: dict[str, Seed] = {}
    for entry in entries:
        told = {fact.code: fact.params for fact in entry.facts}
        if REVEALED in told and SALT in told:
            seed = Seed(str(told[REVEALED].get("seed")), str(told[SALT].get("salt")))
            # a file may hold anything
            if _HALF.fullmatch(seed.seed) and _HALF.fullmatch(seed.salt):
                found[fair.commitment(seed.seed)] = seed
    return found


def with_ids(value: Json, called: Mapping[Id, str], otherwise: Callable[[Id], str]) -> Json:
    """A value with its ids replaced, also inside longer texts."""

    def one(found: re.Match[str]) -> str:
        return called.get(found[0]) or otherwise(found[0])

    if isinstance(value, str):
        return ID.sub(one, value)
    if isinstance(value, list | tuple):
        return [with_ids(part, called, otherwise) for part in value]
    if isinstance(value, dict):
        return {with_ids(key, called, otherwise): with_ids(part, called, otherwise) for key, part in value.items()}
    return value


def counts(found: Iterable[CheckedRoll]) -> Counter[Verdict]:
    """How many rolls have each verdict."""
    return Counter(one.verdict for one in found)
