"""The end of an adventure and the beginning of the next (TUM-END-01, TUM-END-02, TUM-HOUSE-06, TUM-HOUSE-25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Option, Several
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.gear.carrying import carried, count, fewer, more, with_carried
from rules.systems.tumbas.levelling import check_characters
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.state import Body, Round, TumbasFight, characters

PERISHABLE = ("equipment_point", "provisions")
"""The kinds of things of which nothing is left when an adventure ends (TUM-END-01)."""

LOST_SORTS = ("object", "armour")
"""Declared objects of these sorts are lost when an adventure ends (TUM-END-01, TUM-END-02)."""


MUNDANE = ("armour", "shield", "container", "consumable")
"""The kinds of things that are lost too where a table reads that all mundane things are (TUM-END-01, TUM-END-02)."""


def is_lost(thing: Thing, *, all_mundane: bool = False) -> bool:
    """Return whether a thing is lost when an adventure ends (TUM-END-01, TUM-END-02).

    all_mundane: also what was never declared from an equipment point.
    """
    if thing.kind != "object":
        return all_mundane and thing.kind in MUNDANE
    return (all_mundane or bool(thing.values["declared"])) and thing.values["sort"] in LOST_SORTS


def endangered(gear: Gear, *, all_mundane: bool) -> Iterator[Thing]:
    """The things that the end of an adventure takes, kind by kind (TUM-END-01)."""
    for kind in ("object", *MUNDANE):
        yield from (one for one in gear.of(kind) if is_lost(one, all_mundane=all_mundane))


def left_after(gear: Gear, kept: Collection[Id], *, all_mundane: bool = False) -> tuple[Gear, tuple[Thing, ...]]:
    """Return the gear that the end of an adventure leaves, and the objects that are lost.

    Points, provisions and declared objects go, weapons, money and all else stays. kept: ids of objects that matter to
    the campaign; they do so at the end of later adventures too. (TUM-END-01, TUM-END-02, TUM-HOUSE-25)
    """
    for kind in PERISHABLE:
        gear = fewer(gear, kind, count(gear, kind))
    lost: list[Thing] = []
    for one in endangered(gear, all_mundane=all_mundane):
        if one.id not in kept:
            gear = gear.spend(one.id, one.quantity)
            lost.append(one)
        elif one.kind == "object":
            gear = gear.put(replace(one, values={**one.values, "sort": "campaign"}))
    return gear, tuple(lost)


# At the table


def _endangered(fight: TumbasFight, who: Id) -> tuple[Option, ...]:
    """The objects of a character that the end of the adventure would take (TUM-END-01)."""
    return tuple(
        Option(
            f"{who}:{one.id}",
            fact("plain_text", text=one.name),
            notes=(fact("core.combatant", who=who),),
        )
        for one in endangered(carried(fight.combatants[who]), all_mundane=_all_mundane(fight))
    )


def _all_mundane(fight: TumbasFight) -> bool:
    return bool(setting(fight.house, "lose_all_mundane"))


def _end(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Show what would be lost, ask what matters to the campaign and is kept, then take the rest (TUM-END-01, -02)."""
    notes = Notes()
    notes.tell("adventure.ends", rules=("TUM-END-01",))
    for who in characters(fight):
        gear, own = carried(fight.combatants[who]), controllers_of(who)
        points, food = (count(gear, kind) for kind in PERISHABLE)
        if points or food:
            code, rules = _named("adventure.would_lose", points, food), ("TUM-END-01",)
            notes.tell(code, rules=rules, audience=own, who=who, points=points, provisions=food)
    options = tuple(option for who in characters(fight) for option in _endangered(fight, who))
    answer = yield from choose(
        "kept",
        None,
        Several("kept", "input.kept", required=False, ordered=False, layout="grid", options=options, default=[]),
        so_far=notes.so_far,
        default={"kept": []},
        label="ask.kept",
    )
    for who in characters(fight):
        kept = [one.removeprefix(f"{who}:") for one in answer["kept"] if one.startswith(f"{who}:")]
        fight = _ended(fight, who, kept, notes)
    return Outcome(fight, notes.so_far)


def _ended(fight: TumbasFight, who: Id, kept: Collection[Id], notes: Notes) -> TumbasFight:
    fight = fight.with_body(who, replace(fight.body(who), between=True))
    before = carried(fight.combatants[who])
    after, lost = left_after(before, kept, all_mundane=_all_mundane(fight))
    for one in lost:
        notes.tell("adventure.loses", rules=("TUM-END-01",), who=who, object=one.name)
    if after == before:
        return fight
    points, food = (count(before, kind) for kind in PERISHABLE)
    if points or food:
        code, rules = _named("adventure.lost", points, food), ("TUM-END-01", "TUM-END-02", "TUM-HOUSE-25")
        notes.tell(code, rules=rules, who=who, points=points, provisions=food)
    return with_carried(fight, who, after)


def _named(code: str, points: int, food: int) -> str:
    """The code of a sentence that names only what there is: equipment points, provisions or both."""
    return code if points and food else f"{code}_points" if points else f"{code}_food"


END_ADVENTURE: Action[Body, Round] = Action(
    "end_adventure",
    _end,
    check=check_characters,
    icon="flame",
    for_game_master=True,
    undo="with_all_after",
)


def _begin(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A character with foresight has packed a point more, without paying (TUM-HOUSE-06)."""
    yield from ()
    notes = Notes()
    notes.tell("adventure.begins", rules=("TUM-HOUSE-06",))
    for who in characters(fight):
        one = fight.combatants[who]
        fight = fight.with_body(who, replace(one.body, between=False))
        # the first adventure is packed for when the character is made
        if extra := one.body.bonus("foresight") if one.body.between else 0:
            id_ = f"{command.id}-{who}-points"
            fight = with_carried(fight, who, more(carried(one), "equipment_point", extra, id_))
            notes.tell("gear.got_points", extra, rules=("TUM-HOUSE-06",), who=who, count=extra)
    return Outcome(fight, notes.so_far)


BEGIN_ADVENTURE: Action[Body, Round] = Action(
    "begin_adventure",
    _begin,
    check=check_characters,
    icon="crown",
    interrupts=True,
    for_game_master=True,
    internal=True,
    undo="with_all_after",
)
