"""Shared parts of the hazards: rolls side by side, timers, ability points lost and restored.

Rules: D20H-ENV-01, D20H-COND-06, D20H-COND-07, D20H-CON-01, D20H-CON-02, D20H-DY-04.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word
from rules.core.fight import Command
from rules.core.inputs import Choice, Combatants, Input, options_of
from rules.core.people import may_name, people_input, words_for
from rules.core.requests import Steps, together
from rules.core.throws import ACTOR, Throws, asked
from rules.core.types import Id, put
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.bearing import plain_score
from rules.systems.d20.bodies import constitution_shift, sheet_maximum, with_maximum
from rules.systems.d20.effects import Lost, Timer
from rules.systems.d20.explained import NO_CHOICES, Choosing, asking
from rules.systems.d20.hit_points import state_after_regaining, state_by_hit_points
from rules.systems.d20.state import Body, D20Fight, with_timer, without_timers

R = TypeVar("R")

Loss = Literal["damage", "drain", "penalty"]

MINUTE, HOUR, DAY = 60, 3600, 86_400


def ask_one(
    fight: D20Fight,
    who: Id,
    rule: Throws[R],
    notes: Notes,
    key: str,
    *,
    roller: Id | None = None,
    because: tuple[str, ...],
    secret: bool = False,
    choices: Mapping[str, Choosing] = NO_CHOICES,
) -> Steps[R]:
    """Run a rule for one combatant; `roller` rolls in its place.

    because, secret: the rows that a difficulty comes from, and whether only the game master may know it. choices: how
    each choice of the rule is asked.
    """
    how = asking(fight, {ACTOR: roller or who}, notes, key=key, because=because, secret=secret)
    return (yield from asked(rule, replace(how, choices=choices)))


def ask_each(
    fight: D20Fight,
    people: Sequence[Id],
    rule: Callable[[Id], Throws[R]],
    notes: Notes,
    key: str,
    *,
    because: tuple[str, ...],
    secret: bool = False,
    choices: Callable[[Id], Mapping[str, Choosing]] = lambda who: NO_CHOICES,
) -> Steps[dict[Id, R]]:
    """Run a rule for several combatants side by side; returns the results in their order."""

    def steps_of(who: Id) -> Steps[R]:
        own = choices(who)
        return ask_one(fight, who, rule(who), notes, f"{key}:{who}", because=because, secret=secret, choices=own)

    steps = {who: steps_of(who) for who in people}
    if len(steps) == 1:
        ((who, alone),) = steps.items()
        return {who: (yield from alone)}
    return (yield from together(steps, key=key, so_far=notes.so_far))


def living(fight: D20Fight, people: Sequence[Id]) -> list[Id]:
    """Return the living creatures among `people`, in the order of the fight."""
    wanted = frozenset(people)
    return [
        who
        for who in fight.order
        if who in wanted and fight.body(who).being != "object" and fight.body(who).vital != "dead"
    ]


def saved(who: Id, codes: tuple[str, str], notes: Notes, *, success: bool, rules: tuple[str, ...]) -> None:
    """Tell whether a save or check against a hazard succeeded; `codes`: of success and of failure."""
    notes.tell(codes[0] if success else codes[1], who=who, rules=rules)


def begin(fight: D20Fight, who: Id, timer: Timer, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """Start a timer, and tell it to the combatant's controllers."""
    notes.tell(
        "timer.begins",
        who=who,
        what=timer.name or Word(f"timer.{timer.what}"),
        rules=rules,
        audience=controllers_of(who),
    )
    return with_timer(fight, who, timer)


def over(fight: D20Fight, who: Id, timer: Timer, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """Stop a timer, and tell it to the combatant's controllers."""
    notes.tell(
        "timer.over", who=who, what=timer.name or Word(f"timer.{timer.what}"), rules=rules, audience=controllers_of(who)
    )
    return without_timers(fight, who, timer.id)


def again(fight: D20Fight, who: Id, timer: Timer) -> D20Fight:
    """Restart a timer after its interval, with one more roll made."""
    return with_timer(fight, who, replace(timer, made=timer.made + 1, left=timer.left + timer.every))


def timers_of(body: Body, *what: str) -> tuple[Timer, ...]:
    """Return the timers of these rules, in the order of their ids."""
    return tuple(timer for timer in body.timers.values() if timer.what in what)


LOST: Mapping[Loss, str] = {
    "damage": "ability.lost_damage", "drain": "ability.lost_drain", "penalty": "ability.lost_penalty"
}  # fmt: skip


def lose(
    fight: D20Fight, who: Id, points: Mapping[Ability, int], kind: Loss, notes: Notes, *, rules: tuple[str, ...]
) -> D20Fight:
    """Take ability points; hit points follow Constitution, and a creature at 0 Constitution dies (D20H-DY-04)."""
    for ability in (name for name in ABILITIES if points.get(name)):
        body = fight.body(who)
        old = body.lost(ability)
        new = replace(old, **{kind: max(0, getattr(old, kind)) + points[ability]})
        fight = _with_lost(fight, who, ability, new)
        notes.tell(
            LOST[kind],
            points[ability],
            who=who,
            ability=Word(f"ability.{ability}"),
            amount=points[ability],
            rules=rules,
            audience=controllers_of(who),
        )
        fight = _told_if_dead(fight, who, body, notes)
    return fight


def restore(
    fight: D20Fight, who: Id, points: Mapping[Ability, int], kind: Loss, notes: Notes, *, rules: tuple[str, ...]
) -> D20Fight:
    """Restore ability points, no more than were lost (D20H-HEAL-04, D20H-COND-06)."""
    for ability in (name for name in ABILITIES if points.get(name)):
        old = fight.body(who).lost(ability)
        given = min(max(0, getattr(old, kind)), points[ability])
        if not given:
            continue
        fight = _with_lost(fight, who, ability, replace(old, **{kind: getattr(old, kind) - given}))
        notes.tell(
            "ability.restored",
            given,
            who=who,
            ability=Word(f"ability.{ability}"),
            amount=given,
            rules=rules,
            audience=controllers_of(who),
        )
    return fight


def _with_lost(fight: D20Fight, who: Id, ability: Ability, lost: Lost) -> D20Fight:
    body = fight.body(who)
    after = replace(body, losses=put(body.losses, ability, lost))
    if ability == "constitution" and not body.no_constitution:
        after = _with_constitution(body, after)
    return fight.with_body(who, after)


def _with_constitution(before: Body, after: Body) -> Body:
    """Adjust hit points to the Constitution modifier, for each level (D20H-CON-01, -02, D20H-DY-04, D20H-HOUSE-08)."""
    moved = constitution_shift(after) - constitution_shift(before)
    after = with_maximum(replace(after, hp=before.hp + moved, hp_sheet=sheet_maximum(before)))
    vital = before.vital
    if vital == "dead":
        return after
    if not plain_score(after, "constitution"):
        vital = "dead"
    elif moved < 0:
        vital = state_by_hit_points(after.points)
    elif moved > 0:
        vital = state_after_regaining(after.points, vital)
    return replace(after, vital=vital)


def _told_if_dead(fight: D20Fight, who: Id, before: Body, notes: Notes) -> D20Fight:
    one_here = fight.combatants[who]
    if one_here.body.vital != before.vital:
        notes.tell(
            "status.now",
            who=who,
            status=Word(f"condition.{one_here.body.vital}"),
            rules=("D20H-DY-04",),
            audience=words_for(one_here),
        )
    return fight


def one_of_these(name: str, label: str, prefix: str, values: Sequence[str], *, layout: str = "segments") -> Choice:
    """Return the choice of one of several words; the first is the default."""
    return Choice(name, label, required=False, default=values[0], layout=layout, options=options_of(prefix, values))


def creatures_input(fight: D20Fight, viewer: Viewer) -> Combatants:
    """The targets: all living creatures."""
    return people_input(
        living(fight, may_name(fight, viewer)), name="targets", label="input.on_whom", several=True, required=True
    )


def only_creatures(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The inputs of an action that asks only for its targets."""
    return (creatures_input(fight, viewer),)


def chosen(fight: D20Fight, command: Command) -> list[Id]:
    """Return the chosen living creatures, in the order of the fight; raises NotAllowed without any."""
    found = living(fight, command.inputs["targets"])
    if not found:
        raise NotAllowed("d20.hazard.nobody", field="targets")
    return found


def check_somebody(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """At least one creature must be alive."""
    if not living(fight, fight.order):
        raise NotAllowed("d20.hazard.nobody")
