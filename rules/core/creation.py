"""How a new sheet comes about: step by step, where a step may depend on what was said before, or at once.

Both ways are one: what is made at once is what the steps' `fill` would answer, so it passes the same checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core.equipment import GIVES
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, fact
from rules.core.gear import Place, Thing
from rules.core.inputs import Input, Option
from rules.core.types import Json

Said: TypeAlias = Mapping[str, Json]
"""What was entered so far, by the names of the inputs of all steps, not judged yet.

The app's dice are under `rolled`, the settings of the table under `house`, the entries of its packs under `lienzo`.
"""

Say: TypeAlias = Callable[[str], str]
"""Puts a code into the reader's language."""

Pick: TypeAlias = Callable[[int], int]
"""Draws a whole number from 0 up to, but without, the one given."""

ROLLED = "rolled"
HOUSE = "house"
LIENZO = "lienzo"

OWN = "own"
"""The tile of what stands in no table: one says it in words and numbers of one's own."""


def no_dice(said: Said) -> tuple[int, ...]:
    """For a step that needs no dice."""
    return ()


def no_faults(said: Said) -> Sequence[RuleError]:
    """For a step whose inputs say all that can be wrong with it."""
    return ()


def no_notes(said: Said) -> Explanation:
    """For a step that has nothing to tell."""
    return ()


@dataclass(frozen=True, slots=True)
class Left:
    """What a step has still to be chosen or spent."""

    what: str
    """Words that count it: `left.<what>` with `{value}` (`{value:dote/dotes}`)."""
    left: int
    """Less than 0 when too much is chosen."""
    of: int
    """How much there was."""
    spent: bool = False
    """It is spent, such as points, rather than chosen, such as feats."""
    must: bool = True
    """The step is finished only when nothing is left."""

    @property
    def counted(self) -> Fact:
        """What is left, or too much."""
        return Fact(f"left.{self.what}", abs(self.left))

    @property
    def stops(self) -> bool:
        """Whether the step cannot be finished like this."""
        return self.left < 0 or (self.must and self.left > 0)


def nothing_left(said: Said) -> Sequence[Left]:
    """For a step in which nothing has to be counted."""
    return ()


def nothing_to_fill(said: Said, pick: Pick) -> Said:
    """For a step that may stay as it is."""
    return {}


@dataclass(frozen=True, slots=True)
class CreationStep:
    """One page of making a sheet; a step without inputs for what was said is passed over."""

    name: str
    """Its title is the word `creation.<name>`, with a question (`creation.<name>_ask`) and a sentence of help
    (`creation.<name>_help`) where there are any."""
    inputs: Callable[[Said], tuple[Input, ...]]
    """Those that are `seldom` are folded away."""
    dice: Callable[[Said], tuple[int, ...]] = no_dice
    """The sides of the dice that the app rolls, once, before the step is shown."""
    faults: Callable[[Said], Sequence[RuleError]] = no_faults
    """What is wrong with the step as a whole, of checked values; values at fault alone are absent."""
    notes: Callable[[Said], Explanation] = no_notes
    """Facts to show above it."""
    left: Callable[[Said], Sequence[Left]] = nothing_left
    """What is still to be chosen or spent: always in sight, and named on the button."""
    fill: Callable[[Said, Pick], Said] = nothing_to_fill
    """The answers that an experienced player would give where the player has given none."""
    why: Callable[[Said], Explanation] = no_notes
    """Why these answers are good ones, a fact each."""
    renews: tuple[str, ...] = ()
    """The names of steps, or of single inputs, that propose by what is answered here: a new answer makes them propose
    anew."""


LONGEST_LINE = 140


def brief(text: str) -> Explanation:
    """The first paragraph of a text as the one line of a tile; nothing where there is none."""
    first = text.split("\n", 1)[0].strip()
    if not first:
        return ()
    short = first if len(first) <= LONGEST_LINE else f"{first[: LONGEST_LINE - 1].rstrip()}…"
    return (fact("core.verbatim", text=short),)


@dataclass(frozen=True, slots=True)
class Offered:
    """An entry of the table's packs that may be chosen, in the language of the page."""

    code: str
    kind: str
    name: str
    text: str = ""
    values: Mapping[str, Json] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    """The names of values that this player has to find out in play: no tile may tell them."""

    @property
    def gives(self) -> Mapping[str, Json]:
        """The values that it writes on a sheet."""
        return self.values.get(GIVES) or {}

    @property
    def label(self) -> Fact:
        """Its name, as the label of an option."""
        return fact("core.verbatim", text=self.name)

    @property
    def line(self) -> Explanation:
        """The beginning of its text, as a note of an option."""
        return brief(self.text)

    def thing(self, place: Place = "packed", charges: int = 0) -> Thing:
        """A new thing of this entry."""
        return Thing("", self.kind, self.name, self.values, charges=charges, place=place, entry=self.code)


def offered(said: Said, *kinds: str) -> tuple[Offered, ...]:
    """The entries of these kinds that the table's packs offer, in the order of the packs."""
    return tuple(one for one in said.get(LIENZO) or () if one.kind in kinds)


def offered_as(said: Said, code: Json, *kinds: str) -> Offered | None:
    """The entry of this code, if the table's packs offer it."""
    return next((one for one in offered(said, *kinds) if one.code == code), None)


@dataclass(frozen=True, slots=True)
class WholeCharacter:
    """A whole character made at once: its name, the values of its sheet, what it carries, and why it is so."""

    name: str
    values: Mapping[str, Json]
    things: tuple[Thing, ...] = ()
    told: Explanation = ()
    """Who it is, in sentences."""
    reasons: Explanation = ()


def unanswered(said: Said, name: str) -> bool:
    """Whether nothing was said for an input."""
    return said.get(name) in (None, "", [], {})


def no_things(said: Said, say: Say) -> tuple[Thing, ...]:
    """For a kind of sheet that lists all it has."""
    return ()


def as_said(said: Said) -> Said:
    """For steps that have asked the same from the beginning."""
    return said


@dataclass(frozen=True, slots=True)
class Creation:
    """How sheets of a kind are made."""

    steps: tuple[CreationStep, ...]
    start: Callable[[Say], Mapping[str, Json]]
    """The values that a new sheet begins with."""
    sheet: Callable[[Said, Say], Mapping[str, Json]]
    """From everything that was said, checked step by step, to the values of a sheet."""
    archetypes: tuple[Option, ...]
    """What one may ask for when making a character at once."""
    names: tuple[str, ...] = ()
    """Invented names, of which one is proposed."""
    of_archetype: Callable[[str], Said] = lambda archetype: {}
    """What an archetype answers before the steps fill in the rest."""
    things: Callable[[Said, Say], tuple[Thing, ...]] = no_things
    """What it carries besides the things that its sheet lists."""
    takes: tuple[str, ...] = ()
    """The kinds of entries of packs that the steps offer themselves (`offered`)."""
    beside: tuple[str, ...] = ()
    """The codes of values that stand beside the tiles and change with each choice."""
    told: Callable[[Said], Explanation] = no_notes
    """Who it is, in sentences."""
    lift: Callable[[Said], Said] = as_said
    """Answers of a draft that was begun by an earlier release, as the present steps would have them."""
    before: tuple[str, ...] = ()
    """The names of steps that earlier releases had: their addresses lead to the first page."""
    any_class: bool = False
    """Its steps fill in what an archetype answers too: where none is asked for, packs are drawn from as well."""


def filled(creation: Creation, said: Said, pick: Pick) -> Said:
    """The answers with everything that is open filled in, step by step."""
    for step in creation.steps:
        if step.inputs(said):
            said = {**said, **step.fill(said, pick)}
    return said


def reasons(creation: Creation, said: Said) -> Explanation:
    """Why the answers of all steps are good ones."""
    return tuple(one for step in creation.steps if step.inputs(said) for one in step.why(said))


def checked(creation: Creation, said: Said) -> Said:
    """The answers to all steps in normal form; raises the RuleError of the first at fault."""
    found = dict(said)
    for step in creation.steps:
        asked = step.inputs(said)
        found |= {item.name: item.check(said.get(item.name)) for item in asked}
        for fault in (*step.faults(found), *unfinished(step, found)):
            raise fault
    return found


def unfinished(step: CreationStep, said: Said) -> Iterator[RuleError]:
    """What a step has left over that must be chosen or spent."""
    if any(one.stops and one.left > 0 for one in step.left(said)):
        yield NotAllowed("core.creation.left")
    if any(one.left < 0 for one in step.left(said)):
        yield NotAllowed("core.creation.over")


def propose(creation: Creation, archetype: str, pick: Pick, say: Say, around: Said) -> WholeCharacter:
    """A whole character of the archetype that was asked for, else of any.

    `around`: what the table adds to what is said (HOUSE, LIENZO). Raises RuleError where a step fills in what it
    refuses itself, which is a fault of the system.
    """
    known = [option.value for option in creation.archetypes]
    begun = {**creation.start(say), **around}
    if archetype in known or not creation.any_class:
        begun |= creation.of_archetype(archetype if archetype in known else known[pick(len(known))])
    said = checked(creation, filled(creation, begun, pick))
    return WholeCharacter(
        creation.names[pick(len(creation.names))],
        creation.sheet(said, say),
        creation.things(said, say),
        creation.told(said),
        reasons(creation, said),
    )
