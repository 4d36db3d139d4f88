"""A character that is being made step by step: its answers so far, kept in the session of its maker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Any

from django.http import HttpRequest

from rules.core.creation import HOUSE, ROLLED, Creation, CreationStep
from rules.core.errors import RuleError
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker

from . import sheets

SESSION = "character_drafts"
MOST_DRAFTS = 6

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


def load(request: HttpRequest, table: Table, kind: SheetKind, creation: Creation, words: PageSpeaker) -> Draft:
    """The draft of this person at this table, or a new one."""
    kept = request.session.get(SESSION, {}).get(_key(table, kind))
    if kept is None:
        return Draft(said={**creation.start(words.word), HOUSE: house_of(table)})
    return Draft({**kept["said"], HOUSE: house_of(table)}, dict(kept["about"]))


def begun(request: HttpRequest, table: Table, kind: SheetKind) -> bool:
    """Whether this person has a draft at this table."""
    return _key(table, kind) in request.session.get(SESSION, {})


def save(request: HttpRequest, table: Table, kind: SheetKind, draft: Draft) -> None:
    """Keep the draft; if there are too many, the oldest goes."""
    kept = {name: one for name, one in request.session.get(SESSION, {}).items() if name != _key(table, kind)}
    kept[_key(table, kind)] = {"said": draft.said, "about": draft.about}
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
    for fault in _faults(step, passed):
        if whole or fault.field:
            errors.setdefault(fault.field or "", fault)
    return checked, errors


def _faults(step: CreationStep, said: Mapping[str, Json]) -> Iterator[RuleError]:
    try:
        yield from step.faults(said)
    except RuleError as refused:
        # The fault rests on another page's answer and is shown there; here it must not pass unseen.
        yield type(refused)(refused.reason, params=refused.params)


def judge_all(
    creation: Creation, kind: SheetKind, draft: Draft
) -> tuple[dict[str, Json], dict[str, dict[str, RuleError]]]:
    """The sheet that all answers make, or the faults of each step by the step's name."""
    said: dict[str, Json] = {name: draft.said.get(name) for name in (ROLLED, HOUSE)}
    faults: dict[str, dict[str, RuleError]] = {}
    steps = open_steps(creation, draft)
    for step in steps:
        roll_for(step, draft)
        checked, errors = judge(step, draft)
        said |= {**checked, ROLLED: draft.said.get(ROLLED)}
        if errors:
            faults[step.name] = errors
    if faults:
        return {}, faults
    result = sheets.check(kind, creation.sheet(said))
    for name, error in result.errors.items():
        asked = name.partition("__")[0]
        at = next((step for step in steps if any(item.name == asked for item in step.inputs(draft.said))), steps[-1])
        faults.setdefault(at.name, {})[name] = error
    return result.sheet, faults


def labels(step: CreationStep, draft: Draft, words: PageSpeaker) -> Mapping[str, str]:
    """The names of a step's inputs."""
    return {item.name: inputs.label_of(item, words) for item in step.inputs(draft.said)}
