"""Every die that falls is explained by a fact: its face, all that is added, the total, and the number to reach.

The fact has terms. One of them names the faces (`faces`, or `rolled` where not all of them count), those with a value
add up to the value of the fact, and where the number to reach is known one of them is `reach.<what>`. The fact and each
of its terms name the rows of the rules that they follow, where the system has rows; dice that the table rolls for
itself follow none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.core.facts import Fact
from rules.core.help import index_of
from rules.core.log import Entry, counted
from rules.core.requests import Dice
from rules.core.types import Id
from tests.rules.recorder import Recorder

AGAINST: dict[str, frozenset[str]] = {
    "d20": frozenset(
        (
            *("attack", "touch", "fortitude", "reflex", "save", "constitution", "demolitions", "repair", "survival"),
            *("treat_injury", "tumble", "miss_chance", "poison_risk"),
        )
    ),
    "tactico": frozenset(("athletics", "care", "tactics", "shutdown", "ammo_explosion", "out_of_control")),
    "tapiz": frozenset({"action", "attack", "damage", "heal", "stabilise"}),
    "tumbas": frozenset({"dying", "hunger", "magic", "shot", "surprise"}),
}
"""The purposes of dice that always have a number to reach, also where no odds are shown with them."""


BY_THE_TABLE = "dice.rolled"
"""What any dice come to that no rule throws."""


@dataclass(frozen=True)
class Fallen:
    """One group of dice that has fallen."""

    slug: str
    request: Dice
    faces: Counter[str]

    @property
    def purpose(self) -> str:
        """The code of what they were thrown for."""
        return self.request.label

    @property
    def against_number(self) -> bool:
        """Whether the number to reach was known before they fell."""
        odds, purpose = self.request.odds, self.purpose.removeprefix("dice.")
        return (odds is not None and odds.code == "odds.known") or purpose in AGAINST.get(self.slug, ())


def demands_on_dice(slug: str, recorder: Recorder) -> None:
    """No die falls without a fact that explains it, once what it was thrown for is through."""
    found = sorted(unexplained(recorder))
    assert not found, f"dice that nothing explains: {found}"


def unexplained(recorder: Recorder) -> Iterator[tuple[str, str]]:
    """What dice were thrown for that no fact explains, and what is missing."""
    under_way = {one.command.id for one in recorder.head.open}
    for id_, entries in _resolutions(recorder.entries).items():
        if id_ in under_way or any(entry.kind == "cancel" for entry in entries):
            continue
        fallen = [_fallen(recorder, entry) for entry in entries if entry.id in recorder.fallen]
        told = [fact for entry in entries for fact in entry.facts]
        yield from _missing(fallen, told, rows=bool(index_of(recorder.system.slug)))


def without_terms(entries: Iterable[Entry]) -> list[Entry]:
    """These entries as if no fact in them had terms, so that nothing explains their dice."""
    return [replace(one, facts=tuple(replace(fact, terms=()) for fact in one.facts)) for one in entries]


def wrong_sums(facts: Iterable[Fact]) -> Iterator[str]:
    """The facts about dice whose terms do not add up to their value."""
    for fact in facts:
        values = [term.value for term in fact.terms if term.value is not None]
        if _faces_of(fact) and fact.value is not None and sum(values) != fact.value:
            yield f"{fact.code}: {values} is not {fact.value}"


def without_rules(facts: Iterable[Fact]) -> Iterator[str]:
    """The facts about dice, and their terms, that name no row of the rules."""
    for fact in facts:
        if _faces_of(fact) and not fact.code.startswith(BY_THE_TABLE):
            yield from (f"{fact.code}: {one.code}" for one in (fact, *fact.terms) if not one.rules)


def _resolutions(entries: Iterable[Entry]) -> dict[Id, list[Entry]]:
    now = counted(tuple(entries))
    found: dict[Id, list[Entry]] = {}
    for entry in entries:
        if now.counts(entry):
            found.setdefault(entry.resolution, []).append(entry)
    return found


def _fallen(recorder: Recorder, entry: Entry) -> Fallen:
    faces = entry.answer["faces"] if entry.answer else []
    return Fallen(recorder.system.slug, recorder.fallen[entry.id], Counter(str(face) for face in faces))


def _missing(fallen: list[Fallen], told: Iterable[Fact], *, rows: bool) -> Iterator[tuple[str, str]]:
    """Match the dice with the facts that name their faces, the most dice first and each with the closest fact."""
    left = [(fact, _faces_of(fact)) for fact in told if fact.terms]
    for wrong in wrong_sums(fact for fact, _ in left):
        yield "sum", wrong
    for wrong in without_rules(fact for fact, _ in left) if rows else ():
        yield "rule", wrong
    for one in sorted(fallen, key=lambda one: -one.faces.total()):
        if not one.faces:
            continue
        fits = [place for place, (_, faces) in enumerate(left) if one.faces <= faces]
        if not fits:
            yield one.purpose, "faces"
            continue
        best = min(fits, key=lambda place: left[place][1].total())
        fact, faces = left[best]
        left[best] = (fact, faces - one.faces)
        if one.against_number and not any(term.code.startswith("reach.") for term in fact.terms):
            yield one.purpose, "reach"


def _faces_of(fact: Fact) -> Counter[str]:
    found: Counter[str] = Counter()
    for term in fact.terms:
        named = term.params.get("rolled") or term.params.get("faces")
        if isinstance(named, str):
            found.update(named.split())
        elif isinstance(named, int):
            found[str(named)] += 1
    return found
