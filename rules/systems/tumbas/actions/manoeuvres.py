"""Moving in the fight: engaging, charging, stepping away, helping, defending (TUMS-CMB-04, TUM-HOUSE-12, -18, -19)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Text
from rules.core.requests import Steps, choose, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.actions.harm import defer
from rules.systems.tumbas.actions.testing import Try, dice_inputs, given_causes, roll_dice, spent, tell_pool, tell_total
from rules.systems.tumbas.opposed import opposed_test
from rules.systems.tumbas.rolls import attribute_test
from rules.systems.tumbas.situation import disengage, engage, neighbours
from rules.systems.tumbas.state import Body, Effect, Round, TumbasFight, in_turn
from rules.systems.tumbas.turns import acted, joins_melee


def steps_away(fight: TumbasFight, who: Id, id_: Id) -> TumbasFight:
    """Let somebody leave all neighbours, with the group at hand where there is one (TUM-HOUSE-31)."""
    if in_turn(fight):
        return defer(fight, Effect(f"{id_}-leave", "leave", who))
    return disengage(fight, who)


def steps_up(fight: TumbasFight, who: Id, other: Id, id_: Id) -> TumbasFight:
    """Let somebody come next to another, with the group at hand where there is one (TUM-HOUSE-31)."""
    if in_turn(fight):
        return defer(fight, Effect(f"{id_}-engage-{other}", "engage", who, other))
    return engage(fight, who, other)


def move_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Where to, and next to whom one ends."""
    if actor is None or actor not in fight.combatants:
        return ()
    others = others_than(fight, actor, viewer)
    return (
        Text("where", "input.where", required=False, fresh=True, length=120),
        people_input(others, name="next_to", label="input.next_to", required=False, several=True),
    )


def move_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Whoever moves must be able to."""
    check_turn(fight, command, viewer, "move")


def move_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """After the opportunities of the neighbours: away from all of them, and next to whoever is named (TUM-HOUSE-12)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if fight.combatants[actor].body.able:
        where: str = command.inputs["where"]
        params: dict[str, Param] = {"who": Ref(actor), "where": where}
        notes.add(Fact("done.move_to" if where else "done.move", params=params, rules=("TUM-HOUSE-12",)))
        fight = steps_away(fight, actor, command.id)
        for other in (one for one in fight.order if one in command.inputs["next_to"]):
            notes.add(Fact("done.next_to", params={"who": Ref(actor), "other": Ref(other)}, rules=("TUMS-CMB-04",)))
            # only opponents engage: beside a friend one still shoots, and nobody strikes who leaves
            if fight.combatants[other].side != fight.combatants[actor].side:
                fight = steps_up(fight, actor, other, command.id)
    return Outcome(acted(fight, actor), notes.so_far)


def charge_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (people_input(others_than(fight, actor, viewer), default=declared_target(fight, actor)),)


def charge_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be somebody to charge at, and rounds."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    check_turn(fight, command, viewer, "charge")
    if len(fight.combatants) < 2:
        raise NotAllowed("tumbas.nobody_else")


def charge_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Move next to an opponent and attack in this round's melee phase (TUM-HOUSE-12)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if fight.combatants[actor].body.able and target in fight.combatants:
        notes.add(Fact("done.charge", params={"who": Ref(actor), "target": Ref(target)}, rules=("TUM-HOUSE-12",)))
        fight = steps_away(fight, actor, command.id)
        fight = steps_up(fight, actor, target, command.id)
        fight = joins_melee(fight, actor) if in_turn(fight) else fight
    return Outcome(acted(fight, actor), notes.so_far)


def disengage_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The dice of the moment."""
    return dice_inputs(fight.combatants[actor].body) if actor in fight.combatants and actor is not None else ()


def disengage_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be somebody to step away from (TUM-HOUSE-19)."""
    check_turn(fight, command, viewer, "disengage")
    if not neighbours(fight, here(fight, command)):
        raise NotAllowed("tumbas.declare.not_engaged")


def disengage_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An opposed Agility test against all neighbours; only the single highest total gets away (TUM-HOUSE-19)."""
    actor = here(fight, command)
    notes = Notes()
    near = neighbours(fight, actor)
    if not near:
        raise NotAllowed("tumbas.declare.not_engaged")
    notes.add(Fact("done.tries_to_leave", params={"who": Ref(actor)}, rules=("TUM-HOUSE-19",)))
    tries = {
        who: Try(
            who,
            "agility",
            given_causes(fight.combatants[who].body, command.inputs if who == actor else {}, "agility"),
        )
        for who in (actor, *near)
    }
    for test in tries.values():
        tell_pool(fight, test, notes)
    rolled = yield from together(
        {who: roll_dice(fight, test, f"disengage:{who}", label="dice.disengage") for who, test in tries.items()},
        key="disengage",
        so_far=notes.so_far,
    )
    tests = {who: attribute_test(fight.combatants[who].body.value("agility"), rolled[who]) for who in tries}
    for who, test in tries.items():
        tell_total(fight, test, tests[who], notes)
        fight = spent(fight, who, command.inputs if who == actor else {})
    found = opposed_test(tests)
    if found.winner == actor:
        notes.add(Fact("done.leaves", params={"who": Ref(actor)}, rules=("TUM-HOUSE-19",)))
        fight = steps_away(fight, actor, command.id)
    else:
        notes.add(Fact("done.stays", params={"who": Ref(actor)}, rules=("TUM-HOUSE-19",)))
    for who in found.fumbles:
        notes.add(Fact("test.fumble", params={"who": Ref(who)}, rules=("TUM-OPP-03",)))
    return Outcome(acted(fight, actor), notes.so_far)


def defend_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Defending is a melee action (TUM-HOUSE-12)."""
    check_turn(fight, command, viewer, "defend")


def defend_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Say that one only defends; the die counts from the start of the melee phase (TUM-HOUSE-12)."""
    yield from ()
    actor = here(fight, command)
    fact = Fact("done.defend", params={"who": Ref(actor)}, rules=("TUM-HOUSE-12",))
    return Outcome(acted(fight, actor), (fact,))


def help_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    side = fight.combatants[actor].side
    others = others_than(fight, actor, viewer)
    friends = sorted(others, key=lambda who: fight.combatants[who].side != side)
    return (
        people_input(friends, label="input.whom_to_help", default=declared_target(fight, actor)),
        Text("words", "input.how", required=False, fresh=True, length=120),
    )


def help_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be somebody to help."""
    check_turn(fight, command, viewer, "help")
    if len(fight.combatants) < 2:
        raise NotAllowed("tumbas.nobody_else")


def help_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Another's next test of this round gets a reward die, if the game master agrees (TUM-HOUSE-12)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able or target not in fight.combatants:
        return Outcome(acted(fight, actor), notes.so_far)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "words": command.inputs["words"]}
    notes.add(Fact("done.help_as" if params["words"] else "done.help", params=params, rules=("TUM-HOUSE-12",)))
    answer = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.help",
    )
    if answer["agreed"]:
        body = fight.combatants[target].body
        fight = fight.with_body(target, replace(body, helped=body.helped + 1))
        notes.add(Fact("done.helped", params={"who": Ref(target)}, rules=("TUM-HOUSE-12",)))
    return Outcome(acted(fight, actor), notes.so_far)


MOVE: Action[Body, Round] = Action(
    "move", move_resolve, move_inputs, move_check, icon="footprints", of_the_turn=True, needs_actor=True
)
CHARGE: Action[Body, Round] = Action(
    "charge", charge_resolve, charge_inputs, charge_check, icon="zap", of_the_turn=True, needs_actor=True
)
DISENGAGE: Action[Body, Round] = Action(
    "disengage",
    disengage_resolve,
    disengage_inputs,
    disengage_check,
    icon="door-open",
    of_the_turn=True,
    needs_actor=True,
)
DEFEND: Action[Body, Round] = Action(
    "defend", defend_resolve, check=defend_check, icon="shield", of_the_turn=True, needs_actor=True
)
HELP: Action[Body, Round] = Action(
    "help", help_resolve, help_inputs, help_check, icon="hand-helping", of_the_turn=True, needs_actor=True
)
