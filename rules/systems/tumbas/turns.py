"""The round: who declares, who acts now, what the end of a group or of the round brings, who passes.

(TUMS-CMB-01 to -10, TUM-HOUSE-12, TUM-HOUSE-17, TUM-HOUSE-31)
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import replace

from rules.core.audience import GAME_MASTER, TABLE, Viewer, controllers_of
from rules.core.driver import Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word, fact
from rules.core.fight import Command, OrderPlace, Outcome
from rules.core.inputs import Combatants
from rules.core.once import once
from rules.core.people import here, people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tumbas.going import goes_to, joins
from rules.systems.tumbas.harm import dying_tests, hurt
from rules.systems.tumbas.initiative import NOTHING, PHASES, Announced, action_type, lined_up
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import disengage, neighbours
from rules.systems.tumbas.state import Body, Declared, Group, Round, TumbasFight, with_round
from rules.systems.tumbas.trials import redeemed

ROUND_SECONDS = 5
"""Seconds of a round (TUMS-CMB-01)."""


# Who acts


@once
def places(fight: TumbasFight) -> tuple[OrderPlace, ...]:
    """Everybody in the order of entry: by the rules nobody comes first (TUMS-CMB-07)."""
    return tuple(OrderPlace(who) for who in sorted(fight.order, key=lambda who: fight.combatants[who].entered))


def undeclared(fight: TumbasFight) -> tuple[Id, ...]:
    """Those who still have to declare, foes first, the hidden last: nobody waits for what is not seen."""
    state = fight.round
    left = [
        who for who in fight.order if who not in state.declared and who not in state.surprised and fight.body(who).able
    ]
    return tuple(sorted(left, key=lambda who: (fight.combatants[who].hidden, bool(fight.combatants[who].controllers))))


def group_left(fight: TumbasFight) -> tuple[Id, ...]:
    """Those of the group at hand who have not acted yet; the hidden last."""
    if not fight.round.groups:
        return ()
    left = [
        who
        for who in fight.round.groups[0].members
        if who in fight.combatants and who not in fight.round.done and fight.body(who).able
    ]
    return tuple(sorted(left, key=lambda who: fight.combatants[who].hidden))


def to_act(fight: TumbasFight) -> tuple[Id, ...]:
    """The combatants that the round waits for now; several may go in any order."""
    if not fight.ordered or not fight.round.number:
        return ()
    return undeclared(fight) if fight.round.stage == "declaration" else group_left(fight)


def passed_over(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """The fight as those see it who know of no hidden combatant: nobody waits for one, and no group is theirs alone.

    Such a group stays where dice decide what comes after it, or where one who is seen has yet to suffer what it did.
    """
    while True:
        acting = to_act(fight)
        if any(not fight.combatants[who].hidden for who in acting):
            return fight
        if acting and fight.round.stage == "declaration":
            return with_round(fight, declared={**fight.round.declared, **dict.fromkeys(acting, Declared(NOTHING))})
        if acting:
            fight = with_round(fight, done=fight.round.done | set(acting))
        if not fight.round.groups or _seen(fight, fight.round.groups[0]) or _touches_seen(fight):
            return fight
        passing = Notes()
        after = run(_go_on(close_group(fight, passing), passing), {})
        if isinstance(after, Pending):
            return fight
        fight = after.result
        for told in passing.so_far:
            notes.add(told)


def kept_waiting(before: TumbasFight, after: TumbasFight, busy: Collection[Id]) -> TumbasFight:
    """The round in which the hidden whose groups were passed over are the last of the group that is at hand now.

    In another phase too: the game master may let anybody act at any time.
    """
    was, now = before.round, after.round
    if was.number != now.number or not now.groups or now.stage == "declaration":
        return after
    first, *rest = now.groups
    passed = was.groups[: len(was.groups) - len(now.groups)]
    waits = tuple(
        who
        for group in passed
        for who in group.members
        if who in after.hidden and who not in was.done and who not in busy and who not in first.members
    )
    return with_round(after, groups=(replace(first, members=(*first.members, *waits)), *rest)) if waits else after


def _seen(fight: TumbasFight, group: Group) -> bool:
    """Whether one that is not hidden acts in a group, or has acted in it while it is at hand."""
    seen = (who for who in group.members if who in fight.combatants and not fight.combatants[who].hidden)
    return any(who in fight.round.done or fight.body(who).able for who in seen)


def _touches_seen(fight: TumbasFight) -> bool:
    """Whether one that is not hidden is concerned by what has still to take effect in the group at hand."""
    concerned = {who for effect in fight.round.deferred.values() for who in (effect.who, effect.other)}
    return any(who in fight.combatants and who not in fight.hidden for who in concerned)


@once
def upcoming(fight: TumbasFight) -> tuple[Id, ...]:
    """Who acts now and who come next; nobody once all of a group have acted, until the round goes on."""
    now = to_act(fight)
    if not now:
        return ()
    later = [who for group in fight.round.groups[1:] for who in group.members if who in fight.combatants]
    return tuple(dict.fromkeys((*now, *(who for who in later if fight.body(who).able))))


def done(fight: TumbasFight) -> frozenset[Id]:
    """Who has declared, or has acted in this round."""
    if fight.round.stage == "declaration":
        return frozenset(fight.round.declared)
    waiting = {who for group in fight.round.groups for who in group.members}
    return frozenset({who for who in fight.round.declared if who not in waiting} | fight.round.done)


def still_to_act(fight: TumbasFight, who: Id) -> bool:
    """Whether something is left for a combatant in this round, now or in a later group."""
    now, later = fight.round.groups[:1], fight.round.groups[1:]
    return any(who in group.members for group in later) or (
        who not in fight.round.done and any(who in group.members for group in now)
    )


def acted(fight: TumbasFight, who: Id) -> TumbasFight:
    """The fight in which a combatant has acted in the group at hand."""
    if not fight.round.groups or who not in fight.round.groups[0].members:
        return fight
    return with_round(fight, done=fight.round.done | {who})


def moment(fight: TumbasFight) -> str:
    """Round, phase and how many groups are left: those of one group may act in any order.

    Groups of hidden combatants alone are not counted, since players are given it.
    """
    groups = fight.round.groups
    left = sum(not fight.hidden.issuperset(group.members) for group in groups)
    unseen = f":{len(groups)}" if groups and not _seen(fight, groups[0]) else ""
    return f"{fight.round.number}:{fight.round.stage}:{left}{unseen}"


def check_moment(fight: TumbasFight, command: Command, viewer: Viewer, what: str) -> None:
    """Refuse an actor who is down, and players who act before their moment or otherwise than they declared.

    The game master may let any combatant act at any time; in the free scene all may. (TUMS-CMB-02 to -07, TUM-HOUSE-20)
    """
    actor = here(fight, command)
    if not fight.body(actor).able:
        raise NotAllowed("tumbas.cannot_act")
    if not fight.ordered:
        return
    if not fight.round.number:
        raise NotAllowed("core.not_begun")
    if viewer.game_master:
        return
    if fight.round.stage == "declaration":
        raise NotAllowed("tumbas.declare.first")
    if not still_to_act(fight, actor):
        raise NotAllowed("tumbas.acted")
    if actor not in group_left(fight):
        raise NotAllowed("core.not_your_turn")
    if what_now(fight, actor) != what:
        raise NotAllowed("tumbas.other_declared")


def what_now(fight: TumbasFight, who: Id) -> str:
    """The action that a combatant does now by its declaration; who has charged attacks in melee (TUM-HOUSE-12)."""
    declared = fight.round.declared.get(who)
    what = declared.what if declared else "test"
    return "attack" if what == "charge" and fight.round.stage == "melee" else what


def target_input(
    fight: TumbasFight,
    actor: Id,
    who: list[Id],
    *,
    label: str = "input.target",
    required: bool = True,
    likely: Sequence[Id] | None = None,
    engaged: Container[Id] = (),
    notes: dict[Id, tuple[Fact, ...]] | None = None,
) -> Combatants:
    """The choice of a target; the one that the actor has declared is proposed, if it is still a likely one."""
    declared = fight.round.declared.get(actor)
    target = declared.target if declared else None
    if target is not None and target in fight.combatants and likely is not None and target not in likely:
        # A friend may be meant; a foe who has fallen since is not.
        target = target if fight.combatants[target].side == fight.combatants[actor].side else None
    return people_input(
        who,
        label=label,
        default=target,
        required=required,
        fresh=target is not None,
        likely=likely,
        engaged=engaged,
        notes=notes,
    )


# Declarations


def with_declared(fight: TumbasFight, who: Id, declared: Declared) -> TumbasFight:
    """The fight in which a combatant has declared this."""
    return with_round(fight, declared=put(fight.round.declared, who, declared))


def declared_fact(fight: TumbasFight, who: Id, declared: Declared, *, revealed: bool = False) -> Fact:
    """A declaration as everybody may read it: while it is secret only that it was made (TUMS-CMB-03)."""
    parts = ["declare.hurried" if declared.hurried else "declare.plain"]
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"action.{declared.what}")}
    if declared.target is not None and declared.target in fight.combatants:
        params["target"] = Ref(declared.target)
        parts.append("target")
    if declared.to and fight.combatants[who].controllers:
        # where a foe goes may lie under cloth
        params["to"] = declared.to
        parts.append("to")
    if declared.words:
        params["words"] = declared.words
        parts.append("words")
    secret = setting(fight.house, "secret_declarations") and not revealed
    return Fact(
        "_".join(parts),
        params=params,
        rules=("TUMS-CMB-03", "TUMS-CMB-08"),
        audience=controllers_of(who) if secret else TABLE,
        otherwise=fact("declare.made", rules=("TUMS-CMB-03",), who=who) if secret else None,
    )


# The course of a round


def new_round(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Begin the next round with its declaration phase; five seconds have passed (TUMS-CMB-01, TUMS-CMB-02)."""
    number = fight.round.number + 1
    notes.tell("round.begins", number, rules=("TUMS-CMB-01", "TUMS-CMB-02"))
    surprised = fight.round.surprised if number == 1 else frozenset[str]()
    clock = fight.clock + (ROUND_SECONDS if number > 1 else 0)
    return replace(fight, round=Round(number, "declaration", surprised=surprised), clock=clock)


def _lined_up(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """Reveal what was kept, let those who hurry roll, and line everybody up (TUMS-CMB-07 to -10, TUM-HOUSE-28)."""
    announced: list[Announced] = []
    for who in fight.order:
        found = fight.round.declared.get(who)
        if found is None or found.what == NOTHING or not fight.body(who).able:
            continue
        announced.append(Announced(who, action_type(found.what), found.hurried))
        if setting(fight.house, "secret_declarations"):
            notes.add(declared_fact(fight, who, found, revealed=True))
    phases = {one.id: PHASES[one.action_type] for one in announced}
    lines = yield from lined_up(fight, announced, notes)
    hurried = [one.id for one in announced if one.hurried]
    for who in hurried if len(hurried) > 1 else ():
        fight = redeemed(fight, who)
    groups = tuple(Group(phases[members[0]], members) for members in lines)
    return (yield from _go_on(with_round(fight, groups=groups, done=frozenset()), notes))


def joins_melee(fight: TumbasFight, who: Id) -> TumbasFight:
    """The fight in which a combatant who charges acts again in the melee phase of this round (TUM-HOUSE-12)."""
    groups = fight.round.groups
    if any(group.stage == "melee" and who in group.members for group in groups):
        return fight
    if not any(group.stage == "melee" for group in groups):
        return with_round(fight, groups=(*groups, Group("melee", (who,))))
    joined = (replace(group, members=(*group.members, who)) if group.stage == "melee" else group for group in groups)
    return with_round(fight, groups=tuple(joined))


def close_group(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Let everything of the group at hand take effect, in the order in which it was done (TUM-HOUSE-31).

    All leave before any arrive, so that those who charge in one group reach the one they charged at.
    """
    for effect in sorted(fight.round.deferred.values(), key=lambda effect: (effect.order, effect.id)):
        if effect.kind == "harm":
            fight = hurt(fight, effect.who, effect.amount, notes, by=effect.other)
        elif effect.kind == "leave":
            fight = disengage(fight, effect.who)
    # all leave before any arrive: those who charge each other in one group meet
    for effect in sorted(fight.round.deferred.values(), key=lambda effect: (effect.order, effect.id)):
        if effect.kind == "go":
            fight = goes_to(fight, effect.who, effect.to, notes)
        elif effect.kind == "engage" and effect.other is not None:
            fight = joins(fight, effect.who, effect.other, notes, effect.to)
    return with_round(fight, done=frozenset(), deferred={}, groups=fight.round.groups[1:])


def _go_on(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """Go on to the next group that can act, else to the end of the round and a new one (TUMS-CMB-02)."""
    while fight.round.groups:
        group = fight.round.groups[0]
        changes = group.stage != fight.round.stage
        fight = with_round(fight, stage=group.stage, done=frozenset())
        if group_left(fight):
            if changes:
                seen = any(_seen(fight, one) for one in fight.round.groups if one.stage == group.stage)
                audience = TABLE if seen else GAME_MASTER
                notes.tell(f"round.{group.stage}", rules=("TUMS-CMB-02", "TUMS-CMB-07"), audience=audience)
            return _announce(fight, notes)
        fight = with_round(fight, groups=fight.round.groups[1:])
    fight = yield from end_of_round(fight, notes)
    return new_round(fight, notes)


def _announce(fight: TumbasFight, notes: Notes) -> TumbasFight:
    """Tell who acts now; who only defends has done so already, and a blow has nobody to strike at a distance.

    (TUM-HOUSE-12, TUMS-CMB-05)
    """
    for who in group_left(fight):
        declared = fight.round.declared.get(who)
        if fight.round.stage == "melee" and declared is not None and declared.what == "defend":
            notes.tell("done.defend", rules=("TUM-HOUSE-12",), who=who)
            fight = acted(fight, who)
        elif fight.round.stage == "melee" and what_now(fight, who) == "attack" and not neighbours(fight, who):
            # its target has gone, or was never reached
            notes.tell("done.nobody_near", rules=("TUMS-CMB-05", "TUM-HOUSE-12"), who=who)
            fight = acted(fight, who)
    if seen := tuple(who for who in group_left(fight) if not fight.combatants[who].hidden):
        notes.tell("turn.group", rules=("TUMS-CMB-07", "TUM-HOUSE-31"), who=seen)
    return fight


def end_of_round(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """The dying are tested, help and exposure end (TUM-HOUSE-12, TUM-HOUSE-17, TUM-HOUSE-21)."""
    fight = yield from dying_tests(fight, notes)
    for who in fight.order:
        body = fight.body(who)
        if not body.able:
            fight = disengage(fight, who)
        over = body.exposed is not None and body.exposed <= fight.round.number
        if over or body.helped:
            fight = fight.with_body(who, replace(body, helped=0, exposed=None if over else body.exposed))
    return fight


def settled(fight: TumbasFight) -> TumbasFight:
    """Forget in the round those who have left the fight, and clamp hit points to their maximum; idempotent."""
    for who, one in fight.combatants.items():
        if one.body.hp > one.body.hp_max:
            fight = fight.with_body(who, replace(one.body, hp=one.body.hp_max))
    state = fight.round
    present = fight.combatants
    after = replace(
        state,
        declared={who: what for who, what in state.declared.items() if who in present},
        groups=tuple(
            replace(group, members=tuple(who for who in group.members if who in present)) for group in state.groups
        ),
        done=frozenset(who for who in state.done if who in present),
        surprised=frozenset(who for who in state.surprised if who in present),
        opportunities={
            pair: used for pair, used in state.opportunities.items() if all(who in present for who in pair.split(" "))
        },
        deferred={
            # a blow that was struck counts, though its attacker has left
            name: effect if effect.other is None or effect.other in present else replace(effect, other=None)
            for name, effect in state.deferred.items()
            if effect.who in present and (effect.kind == "harm" or effect.other is None or effect.other in present)
        },
    )
    return fight if after == state else replace(fight, round=after)


# Actions


def next_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be an order, and combatants."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.combatants:
        raise NotAllowed("tumbas.nobody")


def _next(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The next step of the round, whatever it is; those who have not declared or acted wait (TUMS-CMB-02)."""
    notes = Notes()
    if not fight.round.number:
        fight = new_round(replace(fight, status="running"), notes)
    elif fight.round.stage == "declaration":
        fight = yield from _lined_up(fight, notes)
    else:
        fight = yield from _go_on(close_group(fight, notes), notes)
    return Outcome(fight, notes.so_far)


def _next_says(fight: TumbasFight, command: Command) -> Fact | None:
    """The first step begins the fight."""
    return None if fight.round.number else fact("step.begin")


NEXT: Action[Body, Round] = Action(
    "next_step",
    _next,
    check=next_check,
    says=_next_says,
    icon="chevrons-right",
    for_game_master=True,
    of_the_turn=True,
    undo="with_all_after",
)


def _end_turn_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """The round must wait for a combatant, and players pass for their own only."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("core.not_begun")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tumbas.nobody_waits")
    if command.actor is None and not viewer.game_master:
        raise NotAllowed("core.not_your_turn")
    if command.actor is not None and command.actor not in waiting:
        raise NotAllowed("core.not_your_turn")


def _end_turn(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do nothing now: the combatant named, or else the one expected first (TUMS-CMB-03)."""
    yield from ()
    who = command.actor or to_act(fight)[0]
    waits = fact("turn.waits", rules=("TUMS-CMB-03",), who=who)
    if fight.round.stage == "declaration":
        return Outcome(with_declared(fight, who, Declared(NOTHING)), (waits,))
    return Outcome(acted(fight, who), (waits,))


END_TURN: Action[Body, Round] = Action("end_turn", _end_turn, check=_end_turn_check, icon="hourglass", of_the_turn=True)
