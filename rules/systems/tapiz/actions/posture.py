"""Declaring and changing stance, and the asalto of aiming (TAP-STANCE-01 to -04, -06, -10)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.rolling import check_has_asalto, check_may_act
from rules.systems.tapiz.actions.spending import give_effect
from rules.systems.tapiz.stances import (
    CHANGE_MODIFIER,
    STANCES,
    Stance,
    acts_last,
    all_out_bonus,
    all_out_maximum,
)
from rules.systems.tapiz.state import Body, Effect, Round, TapizFight, in_conflict
from rules.systems.tapiz.turns import acted, placed

OWN = "own"
"""What the values of stances in no book begin with; their place on the sheet follows."""


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which stance, with what it does to the order and what changing costs now; how much of an all-out attack."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    options = (
        *(_option(fight, body, stance) for stance in STANCES),
        *(_own_option(fight, body, place) for place in range(len(body.own_stances))),
    )
    most = all_out_maximum(body.level)
    chosen = body.stance_bonus or most
    bonus = Number("bonus", "input.stance_bonus", required=False, minimum=-99, maximum=99, default=chosen)
    return (
        Choice("stance", "input.stance", default=_now(body), layout="column", options=options),
        *((bonus,) if "all_out_attack" in body.stances else ()),
    )


def _option(fight: TapizFight, body: Body, stance: Stance) -> Option:
    notes = [Fact(f"stance_note.{stance}")]
    if acts_last(stance):
        notes.append(Fact("note.acts_last", rules=("TAP-STANCE-03",)))
    if in_conflict(fight) and stance != _now(body):
        notes.append(_changing())
    known = stance == "normal" or stance in body.stances
    reason = None if known else Fact("error.tapiz.stance.not_acquired", rules=("TAP-STANCE-02",))
    return Option(stance, Fact(f"stance.{stance}"), notes=tuple(notes), reason=reason)


def _now(body: Body) -> str:
    return body.stance if body.house_stance is None else f"{OWN}{body.own_stance}"


def _own_option(fight: TapizFight, body: Body, place: int) -> Option:
    """A stance that the game master has added (TAP-STANCE-04)."""
    own = body.own_stances[place]
    costs: dict[str, Param] = {"attack": own.attack, "resistance": own.resistance}
    notes = [Fact("stance_note.own", params=costs, rules=("TAP-STANCE-04",))]
    if own.last:
        notes.append(Fact("note.acts_last", rules=("TAP-STANCE-03",)))
    if in_conflict(fight) and place != body.own_stance:
        notes.append(_changing())
    return Option(f"{OWN}{place}", Fact("stance.own", params={"stance": own.name}), notes=tuple(notes))


def _changing() -> Fact:
    costs: dict[str, Param] = {"modifier": CHANGE_MODIFIER}
    return Fact("note.changing_costs", params=costs, rules=("TAP-STANCE-02", "TAP-ODD-26"))


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Only in a conflict, and by somebody who has acquired one (TAP-STANCE-01, TAP-STANCE-02)."""
    if not fight.ordered:
        raise NotAllowed("tapiz.stance.in_conflict")
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    body = fight.combatants[actor].body
    if not body.stances and not body.own_stances:
        raise NotAllowed("tapiz.stance.none_acquired")
    if in_conflict(fight) and command.inputs.get("stance") == body.stance == "all_out_attack":
        # what an attack was given is missing from the defence until the next one (TAP-STANCE-06)
        check_has_asalto(fight, actor, viewer)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take the stance; once the conflict has begun that is a minor consequence (TAP-STANCE-02, TAP-ODD-26)."""
    yield from ()
    actor = cast(Id, command.actor)
    body = fight.combatants[actor].body
    chosen: str = command.inputs["stance"]
    own = int(chosen.removeprefix(OWN)) if chosen.startswith(OWN) else None
    stance = cast(Stance, chosen if own is None else "normal")
    if own is None and stance != "normal" and stance not in body.stances:
        raise NotAllowed("tapiz.stance.not_acquired", field="stance")
    bonus = all_out_bonus(body.level, _bonus(command)) if stance == "all_out_attack" else None
    changed = chosen != _now(body)
    if not changed and bonus == body.stance_bonus:
        raise NotAllowed("tapiz.stance.same", field="stance")
    notes = Notes()
    after = replace(body, stance=stance, stance_bonus=bonus, aimed=None, own_stance=own)
    fight = fight.with_body(actor, after)
    called: str | Word = Word(f"stance.{stance}") if own is None else body.own_stances[own].name
    rule = "TAP-STANCE-01" if own is None else "TAP-STANCE-04"
    params: dict[str, Param] = {"who": Ref(actor), "stance": called}
    notes.add(Fact("posture.taken", params=params, rules=(rule,)))
    if bonus is not None:
        seen = controllers_of(actor)
        notes.add(
            Fact("posture.bonus", value=bonus, params={"who": Ref(actor)}, rules=("TAP-STANCE-06",), audience=seen)
        )
    if changed and in_conflict(fight):
        late = Effect(f"{command.id}-stance", "minor", -1, True, "next_roll", "stance_change", since=fight.round.number)
        fight = give_effect(fight, actor, late, notes)
    if after.waits != body.waits:
        fight = placed(fight, [actor])
        code = "posture.last" if after.waits else "posture.in_order"
        notes.add(Fact(code, params={"who": Ref(actor)}, rules=("TAP-STANCE-03",)))
    return Outcome(fight, notes.so_far)


def _bonus(command: Command) -> int | None:
    found = command.inputs.get("bonus")
    return None if found is None else int(found)


def aim_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Whoever aims must be able to act and fight in that stance (TAP-STANCE-10)."""
    check_may_act(fight, command, viewer)
    if not in_conflict(fight) or fight.combatants[cast(Id, command.actor)].body.stance != "aim":
        raise NotAllowed("tapiz.stance.not_aiming")


def aim_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Spend the asalto on nothing but aiming (TAP-STANCE-10)."""
    yield from ()
    actor = cast(Id, command.actor)
    fight = fight.with_body(actor, replace(fight.combatants[actor].body, aimed=fight.round.number))
    told = Fact("posture.aims", params={"who": Ref(actor)}, rules=("TAP-STANCE-10",))
    return Outcome(acted(fight, actor), (told,))


STANCE: Action[Body, Round] = Action("stance", resolve, inputs, check, icon="shield", needs_actor=True)
AIM: Action[Body, Round] = Action(
    "aim", aim_resolve, check=aim_check, icon="target", of_the_turn=True, needs_actor=True
)
