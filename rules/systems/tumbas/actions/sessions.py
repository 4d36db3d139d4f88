"""The end of a session and of an adventure: the books are shown before anything is written, and it can be undone.

(TUM-LVL-01, TUM-LVL-02, TUM-END-01, TUM-END-02, TUM-HOUSE-04, TUM-HOUSE-06, TUM-HOUSE-25)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Input, Option, Several
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.advancement import survive_session
from rules.systems.tumbas.equipment import PERISHABLE, is_lost
from rules.systems.tumbas.gear.carrying import carried, count, fewer, item_of, more, with_carried
from rules.systems.tumbas.growth import people, with_sheet
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.state import Body, Round, TumbasFight


def somebody(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a character whose books are kept."""
    if not people(fight):
        raise NotAllowed("tumbas.sessions.nobody")


def session_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who took part and lived; beside each what that comes to (TUM-LVL-02)."""
    pace = setting(fight.house, "pace")
    options = []
    for who in people(fight):
        one = fight.combatants[who]
        found = survive_session(pace, one.sheet["sessions"], survived=True)
        note = (
            Fact("note.gains_level", value=one.body.level + 1)
            if found.level_up
            else Fact("note.sessions", value=found.sessions, params={"pace": pace})
        )
        options.append(Option(who, Fact("core.combatant", params={"who": Ref(who)}), notes=(note,)))
    living = [who for who in people(fight) if fight.combatants[who].body.health != "dead"]
    return (
        Combatants(
            "survived",
            "input.survived",
            required=False,
            layout="five",
            several=True,
            options=tuple(options),
            default=living,
        ),
    )


def session_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Count the session for those who survived it; uses of the aptitude come back (TUM-LVL-02, TUM-HOUSE-04)."""
    yield from ()
    notes = Notes()
    notes.add(Fact("session.ends", rules=("TUM-LVL-02",)))
    pace = setting(fight.house, "pace")
    for who in people(fight):
        sheet = fight.combatants[who].sheet
        found = survive_session(pace, sheet["sessions"], survived=who in command.inputs["survived"])
        if found.level_up:
            fight = with_sheet(fight, who, {"sessions": 0, "levels_due": sheet["levels_due"] + 1})
            notes.add(Fact("session.level", params={"who": Ref(who)}, rules=("TUM-LVL-02",)))
        elif found.sessions != sheet["sessions"]:
            fight = with_sheet(fight, who, {"sessions": found.sessions})
            params: dict[str, Param] = {"who": Ref(who), "count": found.sessions, "pace": pace}
            notes.add(Fact("session.counts", found.sessions, params, ("TUM-LVL-01", "TUM-LVL-02")))
        body = fight.combatants[who].body
        if body.aptitude_used:
            fight = fight.with_body(who, replace(body, aptitude_used=0))
    return Outcome(fight, notes.so_far)


def _endangered(fight: TumbasFight, who: Id) -> tuple[Option, ...]:
    """The declared things of somebody that the end of the adventure would take (TUM-END-01)."""
    return tuple(
        Option(
            f"{who}:{one.id}",
            Fact("plain_text", params={"text": one.name}),
            notes=(Fact("core.combatant", params={"who": Ref(who)}),),
        )
        for one in carried(fight.combatants[who]).of("object")
        if is_lost(item_of(one))
    )


def adventure_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Show what would be lost, ask what matters to the campaign and is kept, then take the rest (TUM-END-01, -02)."""
    notes = Notes()
    notes.add(Fact("adventure.ends", rules=("TUM-END-01",)))
    for who in people(fight):
        params = _perishable(fight, who)
        if params["points"] or params["provisions"]:
            notes.add(Fact("adventure.would_lose", params=params, rules=("TUM-END-01",), audience=controllers_of(who)))
    options = tuple(option for who in people(fight) for option in _endangered(fight, who))
    answer = yield from choose(
        "kept",
        None,
        Several("kept", "input.kept", required=False, ordered=False, layout="grid", options=options, default=[]),
        so_far=notes.so_far,
        default={"kept": []},
        label="ask.kept",
    )
    for who in people(fight):
        fight = _ended(fight, who, frozenset(answer["kept"]), notes)
    return Outcome(fight, notes.so_far)


def _perishable(fight: TumbasFight, who: Id) -> dict[str, Param]:
    gear = carried(fight.combatants[who])
    return {"who": Ref(who), "points": count(gear, "equipment_point"), "provisions": count(gear, "provisions")}


def _ended(fight: TumbasFight, who: Id, kept: frozenset[str], notes: Notes) -> TumbasFight:
    fight = fight.with_body(who, replace(fight.combatants[who].body, between=True))
    before = gear = carried(fight.combatants[who])
    told = _perishable(fight, who)
    for kind in PERISHABLE:
        gear = fewer(gear, kind, count(gear, kind))
    for one in gear.of("object"):
        if f"{who}:{one.id}" in kept:
            # whatever is kept matters to the campaign, and does so at the end of later adventures too
            gear = gear.put(replace(one, values={**one.values, "sort": "campaign"}))
        elif is_lost(item_of(one)):
            gear = gear.spend(one.id, one.quantity)
            notes.add(Fact("adventure.loses", params={"who": Ref(who), "object": one.name}, rules=("TUM-END-01",)))
    if gear == before:
        return fight
    notes.add(Fact("adventure.lost", params=told, rules=("TUM-END-01", "TUM-END-02", "TUM-HOUSE-25")))
    return with_carried(fight, who, gear)


def begin_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Whoever has packed with foresight has a point more, without paying (TUM-HOUSE-06)."""
    yield from ()
    notes = Notes()
    notes.add(Fact("adventure.begins", rules=("TUM-HOUSE-06",)))
    for who in people(fight):
        one = fight.combatants[who]
        fight = fight.with_body(who, replace(one.body, between=False))
        # the first adventure is packed for when the character is made
        if extra := one.body.bonus("foresight") if one.body.between else 0:
            id_ = f"{command.id}-{who}-points"
            fight = with_carried(fight, who, more(carried(one), "equipment_point", extra, id_))
            notes.add(Fact("gear.got_points", extra, {"who": Ref(who), "count": extra}, ("TUM-HOUSE-06",)))
    return Outcome(fight, notes.so_far)


END_SESSION: Action[Body, Round] = Action(
    "end_session",
    session_resolve,
    session_inputs,
    somebody,
    icon="moon",
    for_game_master=True,
    undo="with_all_after",
)
END_ADVENTURE: Action[Body, Round] = Action(
    "end_adventure",
    adventure_resolve,
    check=somebody,
    icon="flame",
    for_game_master=True,
    undo="with_all_after",
)
BEGIN_ADVENTURE: Action[Body, Round] = Action(
    "begin_adventure",
    begin_resolve,
    check=somebody,
    icon="crown",
    interrupts=True,
    for_game_master=True,
    internal=True,
    undo="with_all_after",
)
