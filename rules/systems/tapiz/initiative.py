"""Initiative: rolled at the start of a conflict, once for each group (TAP-HOUSE-09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Input, Number
from rules.core.overrides import hand_term
from rules.core.people import person_options, rolls_seen
from rules.core.requests import Answer, Steps, together
from rules.core.system import Action
from rules.core.throws import ACTOR, Asking, Throw, Throws, asked, throw
from rules.core.types import Id
from rules.systems.tapiz.load import load_in_initiative
from rules.systems.tapiz.order import by_the_rules, placed
from rules.systems.tapiz.rolls import ACTION_DICE, attribute_term, dice_term
from rules.systems.tapiz.stances import declared, undeclared, with_declared
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import begun

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Initiative:
    """An initiative that was rolled."""

    faces: tuple[int, ...]
    total: int


def roll_initiative(
    dexterity_modifier: int, wisdom_modifier: int, other_modifiers: Sequence[int]
) -> Throws[Initiative]:
    """Roll initiative at the start of a conflict (TAP-HOUSE-09)."""
    added = dexterity_modifier + wisdom_modifier + sum(other_modifiers)
    faces = yield from throw(*(Throw("initiative", sides, bonus=added) for sides in ACTION_DICE))
    return Initiative(faces, sum(faces) + added)


def initiative_terms(body: Body) -> Explanation:
    """What is added to the dice of initiative, with what a number set by hand makes of it (TAP-HOUSE-09)."""
    terms = (attribute_term(body, "dexterity"), attribute_term(body, "wisdom"))
    override = body.overrides.get("value.initiative")
    if override is None:
        return terms
    return (*terms, hand_term(override, sum(term.value or 0 for term in terms)))


def _terms(fight: TapizFight, who: Id) -> Explanation:
    """What is added to the dice of a combatant's initiative in this fight (TAP-HOUSE-09, TAP-LOAD-03)."""
    body = fight.body(who)
    return (*initiative_terms(body), *load_in_initiative(fight, body))


def without_initiative(fight: TapizFight) -> list[Id]:
    """The combatants who have not rolled yet, one for each group: a visible one, where there is one."""
    seen: set[Id] = set()
    found: list[Id] = []
    for who in sorted(fight.order, key=lambda one: fight.combatants[one].hidden):
        one = fight.combatants[who]
        if one.body.initiative is not None or (one.group in seen and one.group is not None):
            continue
        if one.group is not None:
            seen.add(one.group)
        found.append(who)
    return found


def group_of(fight: TapizFight, who: Id) -> list[Id]:
    """The combatants who share an initiative, in order."""
    group = fight.combatants[who].group
    return [one for one in fight.order if one == who or (group and fight.combatants[one].group == group)]


def _rolled(fight: TapizFight, who: Id) -> Steps[Initiative]:
    dexterity, wisdom, *others = (term.value or 0 for term in _terms(fight, who))
    asking = Asking({ACTOR: who}, audience=lambda die, to: rolls_seen(fight, to))
    return asked(roll_initiative(dexterity, wisdom, others), asking)


def _kept(results: dict[Id, R], who: Id, steps: Steps[R]) -> Steps[None]:
    results[who] = yield from steps


def roll_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A combatant must still be without initiative, and there must be an order to roll for."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not without_initiative(fight) and (fight.round.number or not fight.combatants):
        raise NotAllowed("tapiz.initiative.all_rolled" if fight.combatants else "tapiz.initiative.nobody")


def roll_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll for all combatants without initiative, a group once; the order follows, and the first round begins.

    Who has stances to choose from says meanwhile in which one they begin. Where all initiatives have been typed,
    nothing is rolled and the round begins. (TAP-HOUSE-09, TAP-STANCE-01)
    """
    rolling = without_initiative(fight)
    joining = [member for who in rolling for member in group_of(fight, who) if undeclared(fight, member)]
    rolls: dict[Id, Initiative] = {}
    stances: dict[Id, Answer] = {}
    yield from together(
        {
            **{f"roll:{who}": _kept(rolls, who, _rolled(fight, who)) for who in rolling},
            **{f"stance:{who}": _kept(stances, who, declared(fight, who)) for who in joining},
        },
        key="initiative",
    )
    notes = Notes()
    fight = with_declared(fight, {who: stances[who] for who in joining}, notes)
    for who in rolling:
        # with the dice of a foe its modifiers would be known
        dice = dice_term(rolls[who].faces).told_to(rolls_seen(fight, who))
        terms = (dice, *(term.told_to(controllers_of(who)) for term in _terms(fight, who)))
        notes.tell("initiative.rolled", rolls[who].total, who=who, rules=("TAP-HOUSE-09",), terms=terms)
        for member in group_of(fight, who):
            if member == who or fight.body(member).initiative is None:
                fight = fight.with_body(member, replace(fight.body(member), initiative=rolls[who].total))
    members = [member for who in rolling for member in group_of(fight, who)]
    fight = placed(fight, members) if fight.round.number else by_the_rules(fight)
    return Outcome(begun(replace(fight, status="running"), notes), notes.so_far)


def set_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose initiative, and the number."""
    return (
        Combatants("who", "input.whose", layout="five", options=person_options(fight.order)),
        Number("initiative", "input.initiative", minimum=-30, maximum=60),
    )


def set_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down an initiative, for the whole group where there is one, and place it by the rules (TAP-HOUSE-09)."""
    yield from ()
    who: Id = command.inputs["who"]
    number: int = command.inputs["initiative"]
    members = group_of(fight, who)
    for member in members:
        fight = fight.with_body(member, replace(fight.body(member), initiative=number))
    told = fact("initiative.set", number, who=who, rules=("TAP-HOUSE-09",))
    return Outcome(placed(fight, members), (told,))


def sort_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put all combatants back where the rules put them (TAP-HOUSE-09)."""
    yield from ()
    return Outcome(by_the_rules(fight), (fact("order.by_the_rules", rules=("TAP-HOUSE-09",)),))


INITIATIVE: Action[Body, Round] = Action(
    "initiative", roll_resolve, check=roll_check, icon="dices", for_game_master=True, undo="with_all_after"
)
SET_INITIATIVE: Action[Body, Round] = Action(
    "set_initiative", set_resolve, set_inputs, icon="pencil", for_game_master=True, interrupts=True
)
SORT: Action[Body, Round] = Action("sort", sort_resolve, icon="arrow-down-up", for_game_master=True, interrupts=True)
