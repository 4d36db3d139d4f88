"""A written fight on the stage: the fight before its first step, and what each step says, as commands and answers.

Tests play written fights with it, the application plays lessons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.core.boards import Board, Standing
from rules.core.codec import Codec, codec
from rules.core.creation import HOUSE, ROLLED, Said
from rules.core.engine import AnyHead
from rules.core.equipment import checked
from rules.core.errors import RuleError
from rules.core.fight import RESERVE, Combatant, Fight, Purse
from rules.core.gear import Gear, Place, Thing
from rules.core.hand import KEY
from rules.core.inputs import Allocation, Input, Rows
from rules.core.outfit import fresh_body
from rules.core.record import Record
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice, Request
from rules.core.story import LANGUAGE, BadStoryError, Person, Story
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.core.words import Speaker

APP = "app"
"""The author of steps that the application takes by itself."""

BOARD: Codec[Board] = codec(Board)

FIRST_SCORE = 40
"""The initiative of the first in `order`; the next has one less."""


# The fight before its first step


def fight_of(story: Story) -> Fight[Any, Any]:
    """The fight of a story before anybody has a place in its order; raises BadStoryError, RuleError."""
    system = get_system(story.system)
    house = {one.name: one.default for one in system.settings} | dict(story.house)
    people = [_combatant(system, one, place, house) for place, one in enumerate(story.people)]
    fight: Fight[Any, Any] = Fight(
        round=system.begin(house),
        combatants={one.id: one for one in people},
        order=tuple(one.id for one in people),
        house=house,
        status="ready" if story.order or story.unrolled else "running",
        ordered=bool(story.order or story.unrolled),
        purses={purse: Purse(points) for purse, points in sorted(story.purses.items())},
        board=BOARD.load(dict(story.board)) if story.board else None,
        places={one.id: Standing(one.at) for one in story.people if one.at},
    )
    for one in story.people:
        if one.condition:
            fresh = fight.combatants[one.id].body
            condition = _merged(system.lasting(fight, one.id), one.condition)
            fight = fight.with_body(one.id, system.with_lasting(fresh, condition))
    return fight


def set_in_order(record: Record, story: Story) -> None:
    """Give everybody their place and let the first turn begin, where the story has an order; raises RuleError."""
    if not story.order:
        return
    for place, who in enumerate(story.order):
        record.begin("set_initiative", who=who, initiative=FIRST_SCORE - place)
    first = record.system.next_step(record.fight)
    if first is not None:
        record.begin(first)


def opening(story: Story) -> AnyHead:
    """The state in which the first step of a story finds its fight; raises BadStoryError, RuleError."""
    record = Record(get_system(story.system), fight_of(story))
    set_in_order(record, story)
    return record.head


def _combatant(system: AnySystem, one: Person, place: int, house: Mapping[str, Json]) -> Combatant[Any]:
    kind = one.kind or ("person" if one.player else "creature")
    sheet = system.sheet_kinds[kind].load(_made(system, kind, one, house) if one.made else one.sheet)
    gear = gear_of(system, one.gear)
    return Combatant(
        one.id,
        one.name,
        fresh_body(system, kind, sheet, gear, house),
        side=one.side or ("party" if one.player else "foes"),
        kind=kind,
        public_name=one.public_name,
        group=one.group,
        entered=place,
        hidden=one.hidden,
        shows=one.shows,  # type: ignore[arg-type]
        controllers=frozenset({one.player}) if one.player else frozenset(),
        purse=one.player or RESERVE,
        character=f"sheet-{one.id}" if one.player else None,
        sheet=sheet,
        gear=gear,
    )


def _made(system: AnySystem, kind: str, one: Person, house: Mapping[str, Json]) -> Mapping[str, Json]:
    """The sheet that comes of making a character step by step; raises BadStoryError where a step has a fault."""
    creation = system.sheet_kinds[kind].creation
    if creation is None:
        raise BadStoryError(f"nobody of the kind {kind} is made step by step")
    said: Said = {**one.made, HOUSE: house}
    asked = {item.name for step in creation.steps for item in step.inputs(said)}
    if not asked | {ROLLED} >= one.made.keys():
        # a story that was written for the steps of an earlier release
        said = creation.lift(said)
    for step in creation.steps:
        inputs = step.inputs(said)
        # a step without inputs is passed over, as dice typed by hand where the application rolls
        for fault in (*_refused(inputs, said), *step.faults(said)) if inputs else ():
            raise BadStoryError(f"{one.name}, step {step.name}: refused for {fault.reason} ({fault.field})")
    return creation.sheet({**creation.start(lambda code: code), **said}, lambda code: code)


def _refused(inputs: Iterable[Input], said: Said) -> Iterator[RuleError]:
    """What is wrong with the answers that were given to these inputs, each for itself."""
    for item in inputs:
        try:
            if item.name in said:
                item.check(said[item.name])
        except RuleError as error:
            yield error


def _merged(whole: Mapping[str, Json], part: Mapping[str, Json]) -> Mapping[str, Json]:
    """A table with what another says about it, table by table."""
    changed = {
        name: _merged(whole.get(name) or {}, value) if isinstance(value, Mapping) else value
        for name, value in part.items()
    }
    return {**whole, **changed}


# Gear


def thing(
    system: AnySystem,
    id_: str,
    kind: str,
    name: str = "",
    *,
    place: Place = "packed",
    quantity: int = 1,
    charges: int | None = None,
    **values: Json,
) -> Thing:
    """A thing of a kind of the system, checked as the application does; a fresh one has all its charges."""
    sort = system.equipment.kinds[kind]
    found = checked(sort, values)
    full = int(found[sort.charges]) if sort.charges else 0
    return Thing(id_, kind, name or id_, found, quantity, full if charges is None else charges, place)


def gear_of(system: AnySystem, written: Mapping[str, Mapping[str, Any]]) -> Gear:
    """Gear as a story writes it: by id kind, name, place, quantity, charges; all else are values of the kind."""
    things = (thing(system, name, **row) for name, row in written.items())
    return Gear(dict(sorted((one.id, one) for one in things)), {})


# What a step says


def speaker_of(system: AnySystem, fight: Fight[Any, Any]) -> Speaker:
    """The words by which stories may name options: those of the game master in their first language."""
    people = fight.combatants
    return Speaker(system.slug, LANGUAGE, lambda who: people[who].called(by_game_master=True) if who in people else who)


def said(words: Speaker, declared: Iterable[Input], given: Mapping[str, Json]) -> dict[str, Json]:
    """What a story says for a form, options by their words too; what it leaves out is as the form proposes it."""
    declared = tuple(declared)
    proposed = {item.name: item.default for item in declared if item.default is not None}
    named = {item.name: _named(words, item, given[item.name]) for item in declared if item.name in given}
    return {**given, **proposed, **named}


def answer_of(words: Speaker, request: Request, given: object) -> dict[str, Json]:
    """What a story answers to a request: faces of its dice, a decision, or what is proposed."""
    if isinstance(request, Dice):
        return {"faces": given}
    if not isinstance(request, Choose):
        return {}
    if given == "proposed":
        return dict(request.default or {})
    wanted = given if isinstance(given, Mapping) else {}
    if request.key == KEY:
        # of what a player proposes, the story says what the game master changes
        wanted = {**(request.default or {}), **wanted}
    return said(words, request.inputs, wanted)


def _named(words: Speaker, item: Input, value: Json) -> Json:
    if isinstance(item, Rows):
        return [said(words, item.of, row) for row in value]
    if isinstance(item, Allocation):
        return {_option(words, item, name): share for name, share in value.items()}
    if not hasattr(item, "options"):
        return value
    if isinstance(value, list):
        return [
            [_option(words, item, one[0]), *one[1:]] if isinstance(one, list) else _option(words, item, one)
            for one in value
        ]
    return _option(words, item, value)


def _option(words: Speaker, item: Any, value: Json) -> Json:
    if any(option.value == value for option in item.options):
        return value
    called = [option.value for option in item.options if words.text(option.label) == value]
    return called[0] if called else value
