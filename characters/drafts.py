"""A character that is being made step by step: its answers so far, kept in the session of its maker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Any

from django.http import HttpRequest

from equipment.packs import catalogue
from rules.core.creation import HOUSE, LIENZO, ROLLED, Creation, CreationStep, Offered, filled, unfinished
from rules.core.errors import Missing, RuleError
from rules.core.gear import Thing
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.speech import PageSpeaker

from . import sheets
from .models import Character

SESSION = "character_drafts"
MOST_DRAFTS = 6

FORM = 2
"""Raised when steps ask otherwise than before: drafts of earlier forms are lifted (`Creation.lift`)."""

OF_THE_TABLE = (HOUSE, LIENZO)
"""What the table adds to the answers, which no draft keeps."""

UNFINISHED = frozenset({"core.creation.left", "core.creation.over"})
"""The reasons for which a step is not finished, which its page says anyway."""

random = SystemRandom()


@dataclass
class Draft:
    """The answers so far, as they were typed, by the names of inputs; `about`: name and players."""

    said: dict[str, Json] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)

    def of(self, step: CreationStep) -> dict[str, Json]:
        """The answers to the inputs of one step."""
        return {item.name: self.said[item.name] for item in step.inputs(self.said) if item.name in self.said}


def _key(table: Table, kind: SheetKind) -> str:
    return f"{table.pk}:{kind.name}"


def around(table: Table, takes: Sequence[str], *, game_master: bool) -> dict[str, Json]:
    """What the table adds to what is said: la carta, and the entries of its packs of the kinds that the steps offer."""
    if not takes:
        return {HOUSE: house_of(table)}
    house = house_of(table)
    # Of a character that is not there yet nothing is known that has to be found out in play.
    unknown = frozenset() if game_master else get_system(table.system).equipment.unknown(house, ())
    entries: Json = [
        Offered(
            one.code,
            one.kind,
            one.name,
            one.text,
            one.values,
            tuple(name.split(".", 1)[1] for name in unknown if name.startswith(f"{one.kind}.")),
        )
        for one in catalogue.entries_for(table, game_master=game_master)
        if one.kind in takes and one.sound
    ]
    return {HOUSE: house, LIENZO: entries}


def load(request: HttpRequest, table: Table, kind: SheetKind, creation: Creation, words: PageSpeaker) -> Draft:
    """The draft of this person at this table, or a new one."""
    added = around(table, creation.takes, game_master=table.role == Role.GAME_MASTER)
    kept = request.session.get(SESSION, {}).get(_key(table, kind))
    if kept is None:
        return Draft(said={**creation.start(words.word), **added})
    said = kept["said"] if kept.get("form") == FORM else creation.lift(kept["said"])
    return Draft({**said, **added}, dict(kept["about"]))


def begun(request: HttpRequest, table: Table, kind: SheetKind) -> bool:
    """Whether this person has a draft at this table."""
    return _key(table, kind) in request.session.get(SESSION, {})


def save(request: HttpRequest, table: Table, kind: SheetKind, draft: Draft) -> None:
    """Keep the draft; if there are too many, the oldest goes."""
    kept = {name: one for name, one in request.session.get(SESSION, {}).items() if name != _key(table, kind)}
    said = {name: value for name, value in draft.said.items() if name not in OF_THE_TABLE}
    kept[_key(table, kind)] = {"said": said, "about": draft.about, "form": FORM}
    request.session[SESSION] = dict(list(kept.items())[-MOST_DRAFTS:])


def forget(request: HttpRequest, table: Table, kind: SheetKind) -> None:
    """Drop the draft, which has become a character or is unwanted."""
    kept = request.session.get(SESSION, {})
    request.session[SESSION] = {name: one for name, one in kept.items() if name != _key(table, kind)}


def open_steps(creation: Creation, draft: Draft) -> list[CreationStep]:
    """The steps that have something to ask, given the answers so far."""
    return [step for step in creation.steps if step.inputs(draft.said)]


def roll_for(step: CreationStep, draft: Draft) -> bool:
    """Roll the dice of a step when it is first reached; the result stays, whatever changes in earlier steps."""
    sides = step.dice(draft.said)
    if not sides or len(draft.said.get(ROLLED) or ()) == len(sides):
        return False
    draft.said[ROLLED] = [random.randint(1, one) for one in sides]
    return True


def judge(step: CreationStep, draft: Draft) -> tuple[dict[str, Json], dict[str, RuleError]]:
    """The values of a step in normal form, and all its faults by field; faults without a field have the empty name."""
    checked, errors = inputs.check_all(step.inputs(draft.said), draft.of(step))
    asked = {item.name for item in step.inputs(draft.said)}
    passed = {name: value for name, value in draft.said.items() if name not in asked} | checked
    # The step as a whole is checked only once each of its values is valid.
    whole = not errors
    for fault in (*_faults(step, passed), *unfinished(step, passed)):
        if whole or fault.field:
            errors.setdefault(fault.field or "", fault)
    return checked, errors


def _faults(step: CreationStep, said: Mapping[str, Json]) -> Iterator[RuleError]:
    try:
        yield from step.faults(said)
    except RuleError as refused:
        # The fault rests on another page's answer and is shown there; here it must not pass unseen.
        yield type(refused)(refused.reason, params=refused.params)


def meanwhile(step: CreationStep, draft: Draft) -> dict[str, RuleError]:
    """The faults of a step that is being answered: what is only not there yet is none."""
    _checked, errors = judge(step, draft)
    return {
        name: error
        for name, error in errors.items()
        if not isinstance(error, Missing) and error.reason not in UNFINISHED
    }


@dataclass(frozen=True, slots=True)
class Made:
    """What the answers make: the values of a sheet and what is carried; or the faults of each step by its name."""

    sheet: dict[str, Json] = field(default_factory=dict)
    things: tuple[Thing, ...] = ()
    faults: dict[str, dict[str, RuleError]] = field(default_factory=dict)


def judge_all(creation: Creation, kind: SheetKind, draft: Draft, words: PageSpeaker) -> Made:
    """The sheet that all answers make and what is carried, or all faults."""
    said: dict[str, Json] = {name: draft.said.get(name) for name in (ROLLED, *OF_THE_TABLE)}
    faults: dict[str, dict[str, RuleError]] = {}
    steps = open_steps(creation, draft)
    for step in steps:
        roll_for(step, draft)
        checked, errors = judge(step, draft)
        said |= {**checked, ROLLED: draft.said.get(ROLLED)}
        if errors:
            faults[step.name] = errors
    if faults:
        return Made(faults=faults)
    result = sheets.check(kind, creation.sheet(said, words.word))
    for name, error in result.errors.items():
        asked = name.partition("__")[0]
        at = next((step for step in steps if any(item.name == asked for item in step.inputs(draft.said))), steps[-1])
        faults.setdefault(at.name, {})[name] = error
    return Made(result.sheet, () if faults else creation.things(said, words.word), faults)


def so_far(creation: Creation, kind: SheetKind, draft: Draft, words: PageSpeaker) -> Made | None:
    """What the answers would make if the rest stayed as proposed; None where that makes no sheet yet."""
    said: dict[str, Json] = dict(draft.said)
    for step in open_steps(creation, draft):
        for item in step.inputs(draft.said):
            try:
                said[item.name] = item.check(draft.said.get(item.name))
            except RuleError:
                said[item.name] = item.default
    try:
        result = sheets.check(kind, creation.sheet(said, words.word))
        return None if result.errors else Made(result.sheet, creation.things(said, words.word))
    except RuleError:
        return None


def fill(creation: Creation, draft: Draft) -> None:
    """Answer every open question as an experienced player would."""
    draft.said = dict(filled(creation, draft.said, random.randrange))
    for step in open_steps(creation, draft):
        roll_for(step, draft)


def renew(creation: Creation, step: CreationStep, draft: Draft) -> None:
    """Forget the answers to the steps that propose by this one's, so that they propose anew."""
    for later in creation.steps:
        if later.name in step.renews:
            draft.said = {name: value for name, value in draft.said.items() if name not in draft.of(later)}
    draft.said = {name: value for name, value in draft.said.items() if name not in step.renews}


def labels(step: CreationStep, draft: Draft, words: PageSpeaker) -> Mapping[str, str]:
    """The names of a step's inputs."""
    return {item.name: inputs.label_of(item, words) for item in step.inputs(draft.said)}


def free_name(table: Table, creation: Creation, proposed: str, words: PageSpeaker) -> str:
    """The proposed name, or another one when a character at the table has it."""
    taken = set(Character.objects.filter(table=table).values_list("name", flat=True))
    for _attempt in range(20):
        if proposed not in taken:
            break
        proposed = a_name(creation, words)
    return proposed


def a_name(creation: Creation, words: PageSpeaker) -> str:
    """An invented name; none where the kind has no names of its own."""
    return creation.names[random.randrange(len(creation.names))] if creation.names else ""
