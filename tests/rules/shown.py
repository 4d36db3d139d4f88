"""What a fight shows on its way, in lines: the forms of what may be done, why the rest may not, what is asked and told.

All that rules say is in these lines, however seldom a person looks at it: audiences, rows, terms, defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.awaited import awaited
from rules.core.board.picture import picture
from rules.core.board.underway import Underway
from rules.core.changes import fold
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Fight, Head
from rules.core.inputs import Input, Option
from rules.core.log import Entry
from rules.core.registry import get_system
from rules.core.stage import stage
from rules.core.stored import load_entry
from rules.core.system import AnySystem
from rules.core.types import Json
from tests.rules.recorder import Recorder

RUNNING = Viewer(game_master=True)
PLAYED = ("command", "answer", "cancel")


def shown(slug: str, log: Json) -> list[str]:
    """A line for each step, and under it what it showed before it was taken, as far as that has changed since."""
    system, state, lines = get_system(slug), log["first"], list[str]()
    known: dict[str, str] = {}
    for place, entry in enumerate(map(load_entry, log["entries"])):
        if entry.kind in PLAYED:
            what = entry.command.action if entry.command else entry.key or entry.kind
            lines.append(f"{place} {entry.by}: {what}")
            for name, text in _before(system, system.codec.load(state), entry):
                if known.get(name) != text:
                    known[name] = text
                    lines.append(f"  {name} = {text}")
        state = fold(state, entry.changes)
    return lines


def verbs(slug: str) -> list[str]:
    """A line for each action of a system, core's own included, with all that it says of itself beside its rules."""
    told = {name: _unusual(verb, "name") for name, verb in sorted(engine.actions(get_system(slug)).items())}
    return [f"{name}: {', '.join(one for one in said if '<' not in one)}" for name, said in told.items()]


def shown_of_step(recorder: Recorder, entries: Sequence[Entry], form: Sequence[Input]) -> list[str]:
    """What a step of a written fight was done with, told and changed, and how all stands after it."""
    system, head = recorder.system, recorder.head
    fight, waiting = head.fight, recorder.waiting
    lines = [f"{one.name} = {_text(one)}" for one in form]
    for entry in entries:
        lines += [f"told {_text(one)}" for one in entry.facts]
        lines += [f"changed {_text(one)}" for one in entry.changes]
    lines += [f"asked {_text(one)}" for one in (waiting.requests if waiting is not None else ())]
    for who in fight.combatants:
        lines += [f"card of {who}: {_text(one)}" for one in system.card(fight, who).facts]
    lines += [f"headline {_text(one)}" for one in system.headline(fight)]
    for viewer in (PUBLIC, RUNNING):
        for actor in (*system.whose_turn(fight)[:1], None):
            lines += [f"offered {actor}: {_text(one)}" for one in system.offers(fight, actor, viewer)]
    return [*lines, *_waits_for(system, head)]


def _waits_for(system: AnySystem, head: Head[Any, Any]) -> Iterator[str]:
    """What a fight waits for, for each of its people, and how it goes on from there."""
    fight = head.fight
    for viewer in _viewers(fight):
        yield f"stage of {viewer.person}: {_text(stage(system, head, viewer))}"
    yield from (f"awaited {_text(one)}" for one in awaited(system, head))
    acting = system.whose_turn(fight)
    yield f"turns {acting}, parts {_text([system.turn_parts(fight, who) for who in acting[:1]])}"
    yield f"order {_text(system.order(fight))}, acted {_text(system.acted(fight))}"
    yield f"together {_text(system.together(fight))}, next step {system.next_step(fight)}"


def _viewers(fight: Fight[Any, Any]) -> tuple[Viewer, ...]:
    """The table, the game master and the players of a fight."""
    people = sorted({person for one in fight.combatants.values() for person in one.controllers})
    return PUBLIC, RUNNING, *(fight.viewer(person, game_master=False) for person in people)


def shown_at_the_end(recorder: Recorder) -> list[str]:
    """What the people of a fight may do where it ends, with the whole forms, and how each of them sees its board."""
    system, head = recorder.system, recorder.head
    fight = head.fight
    lines = []
    for viewer in _viewers(fight):
        for actor in (None, *fight.combatants):
            if actor is None or viewer.game_master or actor in viewer.controls:
                lines += [f"{name} = {text}" for name, text in _offered(system, head, actor, viewer)]
        lines += [f"board {looking} = {_text(seen)}" for looking, seen in _pictures(system, fight, viewer)]
    return lines


MAY_GO = Underway(lambda who: {"move": None})


def _pictures(system: AnySystem, fight: Fight[Any, Any], viewer: Viewer) -> Iterator[tuple[Mapping[str, str], Any]]:
    """The board as a viewer sees it who looks at nothing, at each combatant, and at where each could go."""
    if fight.board is None:
        return
    for looking in (
        {},
        *({"action": "move", "actor": who} for who in fight.places),
        *({"unit": one} for one in fight.places),
    ):
        yield looking, picture(system.board_rules, fight, viewer, looking, system.whose_turn, MAY_GO)


def _before(system: AnySystem, head: Head[Any, Any], entry: Entry) -> Iterator[tuple[str, str]]:
    viewer = head.fight.viewer(entry.by, game_master=entry.by == "gm")
    if entry.kind == "command" and entry.command is not None:
        yield from _offered(system, head, entry.command.actor, viewer)
    waiting = engine.waits_for(system, head) if entry.kind == "answer" else None
    for request in waiting.requests if waiting is not None else ():
        yield f"asked {request.key}", _text(request)


def _offered(system: AnySystem, head: Head[Any, Any], actor: str | None, viewer: Viewer) -> Iterator[tuple[str, str]]:
    whose = actor or "table"
    for one in system.offers(head.fight, actor, viewer):
        yield f"{whose} {one.action}", "may be done" if one.reason is None else _text(one.reason)
        if one.reason is not None:
            continue
        for declared in engine.action(system, one.action).inputs(head.fight, actor, viewer):
            yield f"{whose} {one.action} {declared.name}", _text(declared)


def _text(value: Any) -> str:
    """A value in as few signs as tell it apart from others: of a form, a fact or a request what is not as usual."""
    return _writer(type(value))(value)


@cache
def _writer(kind: type[Any]) -> Callable[[Any], str]:
    """How a value of this kind is written; looked up for each of thousands of values."""
    ways = ((str, str), (Ref, _of_ref), (Word, _of_word), (Fact, _of_fact), (Option, _of_option))
    for one, way in (*ways, (Mapping, _of_mapping), (list | tuple, _of_list), (frozenset, _of_set)):
        if issubclass(kind, one):
            return way
    return _of_dataclass if is_dataclass(kind) else str


def _of_ref(value: Ref) -> str:
    return f"@{value.combatant}"


def _of_word(value: Word) -> str:
    return f"'{value.code}"


def _of_fact(value: Fact) -> str:
    told = [f"{name}={_text(one)}" for name, one in sorted(value.params.items())]
    return f"{value.code}({', '.join((*told, *_unusual(value, 'code', 'params')))})".removesuffix("()")


def _of_option(value: Option) -> str:
    usual = value.label.code == "core.combatant" and value.label == fact("core.combatant", who=value.value)
    label = "@" if usual else f" {_text(value.label)}"
    return f"{value.value}:{label}({', '.join(_unusual(value, 'value', 'label'))})".removesuffix("()")


def _of_mapping(value: Mapping[Any, Any]) -> str:
    return "{" + ", ".join(f"{key}: {_text(one)}" for key, one in value.items()) + "}"


def _of_list(value: Sequence[Any]) -> str:
    return "[" + ", ".join(map(_text, value)) + "]"


def _of_set(value: frozenset[Any]) -> str:
    return "{" + ", ".join(sorted(map(_text, value))) + "}"


def _of_dataclass(value: Any) -> str:
    return f"{type(value).__name__}({', '.join(_unusual(value, 'name'))})"


def _unusual(value: Any, *told: str) -> list[str]:
    """The fields of a value that are not as they are by default, beside those that are told in another way."""
    names, read, usual = _usual(type(value), told)
    return [
        f"{name}={_text(have)}"
        for name, have, default in zip(names, read(value), usual, strict=True)
        if have is not default and have != default
    ]


@cache
def _usual(
    kind: type[Any], told: tuple[str, ...]
) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], tuple[Any, ...]]:
    """The other fields of a dataclass, how they are read, and their defaults: found once for thousands of values."""
    others = [one for one in fields(kind) if one.name not in told]
    names = tuple(one.name for one in others)
    usual = tuple(one.default if one.default_factory is MISSING else one.default_factory() for one in others)
    if len(names) > 1:
        return names, attrgetter(*names), usual
    return names, lambda value: tuple(getattr(value, name) for name in names), usual
