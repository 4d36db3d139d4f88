"""Going on in the round: phases, groups, who hurries, what takes effect, the dying (TUMS-CMB-02, -07 to -10).

(TUM-HOUSE-17, TUM-HOUSE-21, TUM-HOUSE-28, TUM-HOUSE-30, TUM-HOUSE-31)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.acting import people_input
from rules.systems.tumbas.actions.care import dying_tests
from rules.systems.tumbas.actions.declare import action_type, declared_fact, with_declared
from rules.systems.tumbas.actions.harm import hurt
from rules.systems.tumbas.actions.testing import Try, cause, given_causes, roll_dice, tell_pool, tell_result, tell_total
from rules.systems.tumbas.initiative import Declared as Announced
from rules.systems.tumbas.initiative import hurrying, resolution_order
from rules.systems.tumbas.rolls import AttributeTest, attribute_test
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import disengage, engage
from rules.systems.tumbas.state import Body, Declared, Group, Round, Stage, TumbasFight, resting
from rules.systems.tumbas.time import ROUND_SECONDS
from rules.systems.tumbas.turns import NOTHING, acted, group_left, to_act


def next_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be an order, and somebody to fight."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.combatants:
        raise NotAllowed("tumbas.nobody")


def next_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The next step of the round, whatever it is; those who have not declared or acted wait (TUMS-CMB-02)."""
    notes = Notes()
    if not fight.round.number:
        fight = new_round(replace(fight, status="running"), notes)
    elif fight.round.stage == "declaration":
        fight = yield from _resolution(fight, notes)
    else:
        fight = close_group(fight, notes)
        fight = yield from _go_on(fight, notes)
    return Outcome(fight, notes.so_far)


def new_round(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Begin the next round with its declaration phase; five seconds have passed (TUMS-CMB-01, TUMS-CMB-02)."""
    state = fight.round
    number = state.number + 1
    notes.add(Fact("round.begins", value=number, rules=("TUMS-CMB-01", "TUMS-CMB-02")))
    surprised = state.surprised if number == 1 else frozenset()
    return replace(
        fight,
        round=Round(number, "declaration", surprised=surprised),
        clock=fight.clock + (ROUND_SECONDS if number > 1 else 0),
    )


def _resolution(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """Reveal what was kept, let those who hurry roll, and line everybody up (TUMS-CMB-07 to -10, TUM-HOUSE-28)."""
    announced: list[Announced] = []
    for who in fight.order:
        found = fight.round.declared.get(who)
        if found is None or found.what == NOTHING or not fight.combatants[who].body.able:
            continue
        announced.append(Announced(who, action_type(found.what), found.hurried))
        if setting(fight.house, "secret_declarations"):
            notes.add(declared_fact(fight, who, found, revealed=True))
    hurried = hurrying(announced)
    tests: dict[Id, AttributeTest] = {}
    if len(hurried) > 1:
        tests = yield from _hurry(fight, hurried, notes)
    stages: dict[str, Stage] = {one.id: one.action_type for one in announced if one.action_type == "melee"}
    groups = tuple(Group(stages.get(members[0], "action"), members) for members in resolution_order(announced, tests))
    fight = replace(fight, round=replace(fight.round, groups=groups, done=frozenset()))
    return (yield from _go_on(fight, notes))


def _hurry(fight: TumbasFight, hurried: tuple[Id, ...], notes: Notes) -> Steps[dict[Id, AttributeTest]]:
    """The opposed Agility test of those who hurry (TUMS-CMB-09, TUM-HOUSE-28)."""
    tries: dict[Id, Try] = {}
    for who in hurried:
        body = fight.combatants[who].body
        quick = body.bonus("quick")
        extra = (cause("quick", quick, "TUM-HOUSE-06"),) if quick else ()
        helped = given_causes(replace(body, helped=0), {}, "agility")
        tries[who] = Try(who, "agility", (*helped, *extra))
        tell_pool(fight, tries[who], notes)
    rolled = yield from together(
        {who: roll_dice(fight, test, f"hurry:{who}", label="dice.hurry") for who, test in tries.items()},
        key="hurry",
        so_far=notes.so_far,
    )
    tests: dict[Id, AttributeTest] = {}
    for who, test in tries.items():
        tests[who] = attribute_test(fight.combatants[who].body.value("agility"), rolled[who])
        tell_total(fight, test, tests[who], notes, code="hurry.total")
    return tests


def close_group(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Let everything of the group at hand take effect, in the order in which it was done (TUM-HOUSE-31)."""
    waiting = sorted(fight.round.deferred.values(), key=lambda effect: (effect.order, effect.id))
    for effect in waiting:
        if effect.kind == "harm":
            fight = hurt(fight, effect.who, effect.amount, notes, by=effect.other)
        elif effect.kind == "leave":
            fight = disengage(fight, effect.who)
        elif effect.other is not None:
            fight = engage(fight, effect.who, effect.other)
    fight = resting(fight)
    return replace(fight, round=replace(fight.round, groups=fight.round.groups[1:]))


def _go_on(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """The next group that has somebody to act, else the end of the round and the next one (TUMS-CMB-02)."""
    while fight.round.groups:
        group = fight.round.groups[0]
        changes = group.stage != fight.round.stage
        fight = replace(fight, round=replace(fight.round, stage=group.stage, done=frozenset()))
        if group_left(fight):
            if changes:
                notes.add(Fact(f"round.{group.stage}", rules=("TUMS-CMB-02", "TUMS-CMB-07")))
            return _announced(fight, notes)
        fight = replace(fight, round=replace(fight.round, groups=fight.round.groups[1:]))
    fight = yield from end_of_round(fight, notes)
    return new_round(fight, notes)


def _announced(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Tell who acts now; those who only defend have done so already (TUM-HOUSE-12)."""
    left = group_left(fight)
    for who in left:
        declared = fight.round.declared.get(who)
        if fight.round.stage == "melee" and declared is not None and declared.what == "defend":
            notes.add(Fact("done.defend", params={"who": Ref(who)}, rules=("TUM-HOUSE-12",)))
            fight = acted(fight, who)
    seen = tuple(Ref(who) for who in group_left(fight) if not fight.combatants[who].hidden)
    if seen:
        notes.add(Fact("turn.group", params={"who": seen}, rules=("TUMS-CMB-07", "TUM-HOUSE-31")))
    return fight


def end_of_round(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """The dying are tested, help and exposure end (TUM-HOUSE-12, TUM-HOUSE-17, TUM-HOUSE-21)."""
    fight = yield from dying_tests(fight, notes)
    for who in fight.order:
        body = fight.combatants[who].body
        if not body.able:
            fight = disengage(fight, who)
        over = body.exposed is not None and body.exposed <= fight.round.number
        if over or body.helped:
            fight = fight.with_body(who, replace(body, helped=0, exposed=None if over else body.exposed))
    return fight


def end_turn_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Somebody must be expected to declare or to act, and players pass for themselves only."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("tumbas.not_begun")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tumbas.nobody_waits")
    if command.actor is None and not viewer.game_master:
        raise NotAllowed("tumbas.not_your_moment")
    if command.actor is not None and command.actor not in waiting:
        raise NotAllowed("tumbas.not_your_moment")


def end_turn_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do nothing now: whoever is named, or else whoever is expected first (TUMS-CMB-03)."""
    yield from ()
    waiting = to_act(fight)
    who = command.actor or waiting[0]
    fact = Fact("turn.waits", params={"who": Ref(who)}, rules=("TUMS-CMB-03",))
    if fight.round.stage == "declaration":
        return Outcome(with_declared(fight, who, Declared(NOTHING)), (fact,))
    return Outcome(acted(fight, who), (fact,))


def surprise_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who may be surprised."""
    return (people_input(list(fight.order), name="people", label="input.surprised", several=True),)


def surprise_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only before anybody acts (TUM-HOUSE-30)."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.combatants:
        raise NotAllowed("tumbas.nobody")
    state = fight.round
    if state.number > 1 or (state.number == 1 and state.stage != "declaration"):
        raise NotAllowed("tumbas.surprise.too_late")


def surprise_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Each of them makes a Will test; who fails declares nothing in the first round (TUM-HOUSE-30)."""
    people = [who for who in fight.order if who in command.inputs["people"]]
    notes = Notes()
    tries: dict[Id, Try] = {}
    for who in people:
        alert = fight.combatants[who].body.bonus("alert")
        tries[who] = Try(who, "will", (cause("alert", alert, "TUM-HOUSE-06"),) if alert else ())
        tell_pool(fight, tries[who], notes)
    rolled = yield from together(
        {who: roll_dice(fight, test, f"surprise:{who}", label="dice.surprise") for who, test in tries.items()},
        key="surprise",
        so_far=notes.so_far,
    )
    surprised = fight.round.surprised
    declared = fight.round.declared
    for who, test in tries.items():
        result = attribute_test(fight.combatants[who].body.value("will"), rolled[who])
        tell_total(fight, test, result, notes)
        tell_result(test, result, notes)
        if result.success:
            surprised = surprised - {who}
        else:
            surprised = surprised | {who}
            declared = {one: what for one, what in declared.items() if one != who}
            notes.add(Fact("surprise.caught", params={"who": Ref(who)}, rules=("TUM-HOUSE-30",)))
    return Outcome(replace(fight, round=replace(fight.round, surprised=surprised, declared=declared)), notes.so_far)


NEXT: Action[Body, Round] = Action(
    "next_step",
    next_resolve,
    check=next_check,
    icon="chevrons-right",
    for_game_master=True,
    of_the_turn=True,
    undo="with_all_after",
)
END_TURN: Action[Body, Round] = Action(
    "end_turn", end_turn_resolve, check=end_turn_check, icon="hourglass", of_the_turn=True
)
SURPRISE: Action[Body, Round] = Action(
    "surprise", surprise_resolve, surprise_inputs, surprise_check, icon="eye-off", for_game_master=True
)
