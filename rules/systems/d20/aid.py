"""Aid another: distracting a foe for a friend.

Rules: D20S-AID-01 to -05, D20S-HOUSE-12.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, UnknownValue, one_of
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, options_of, seldom
from rules.core.people import here, people_input, rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import reach
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.blows import others_input
from rules.systems.d20.defence import AREA_DEFENSE
from rules.systems.d20.dice import roll_against
from rules.systems.d20.effects import Effect
from rules.systems.d20.explained import roll_terms
from rules.systems.d20.harm import strain
from rules.systems.d20.lasting import counted
from rules.systems.d20.maneuvers import (
    against,
    attack_spent,
    check_attack,
    contest,
    creature_target,
    others_near,
    tries,
)
from rules.systems.d20.situation import adjacent, foes
from rules.systems.d20.state import Body, D20Fight, Round, with_effect

AidChoice = Literal["attack", "defense"]

BonusType = Literal["circumstance"]

AID_CHOICES: tuple[AidChoice, ...] = get_args(AidChoice)
HELPS: Mapping[AidChoice, str] = {"attack": "aid.helps_attack", "defense": "aid.helps_defense"}

AID_BONUS = 2
"""What the friend gets against that opponent (D20S-AID-03)."""


@dataclass(frozen=True)
class Aid:
    """What the friend gets from one helper; nothing after a failure, and never any damage (D20S-AID-02, -03)."""

    attack_total: int
    success: bool
    ally_attack_bonus: int = 0
    ally_defense_bonus: int = 0
    bonus_type: BonusType | None = None
    damage_to_opponent: int = 0


def aid_another(*, attack_bonus: int, in_position: bool, choice: AidChoice) -> Throws[Aid]:
    """Try to aid a friend against an opponent (D20S-AID-01 to -04).

    attack_bonus: complete; in_position: the helper could attack that opponent, who is in melee with the friend. Rolls
    d20. Raises UnknownValue, and NotAllowed out of position.
    """
    one_of(choice, AID_CHOICES, "d20.aid.choice_unknown", field="choice")
    if not in_position:
        raise NotAllowed("d20.aid.not_in_position", field="in_position")
    attack = yield from roll_against("attack", attack_bonus, AREA_DEFENSE)
    if not attack.success:
        return Aid(attack.total, False)
    attacking = choice == "attack"
    return Aid(
        attack.total,
        True,
        ally_attack_bonus=AID_BONUS if attacking else 0,
        ally_defense_bonus=0 if attacking else AID_BONUS,
        bonus_type="circumstance",
    )


def aid_effect(helper: Id, target: Id, choice: AidChoice) -> Effect:
    """Return the bonus of a friend who was helped; those of several helpers add up (D20S-AID-03, D20S-HOUSE-12)."""
    name = f"aid_{choice}"
    return Effect(f"{name}:{helper}", "bonus", name, value=AID_BONUS, by=helper, towards=target)


AID_RULES = tuple(f"D20S-AID-{row:02}" for row in range(1, 6))


def aid_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The friend, the opponent, and what the help is for."""
    if actor is None or actor not in fight.combatants:
        return ()
    near = others_near(fight, actor, viewer)
    friends = [who for who in near if not foes(fight, actor, who)]
    enemies = [who for who in near if foes(fight, actor, who)]
    choices = options_of("aid", AID_CHOICES)
    return (
        people_input(friends, name="friend", label="input.friend"),
        people_input(enemies),
        Choice("choice", "input.aid", required=False, default="attack", layout="segments", options=choices),
        *seldom(others_input()),
    )


def aid_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and a friend there."""
    actor = check_attack(fight, command, viewer)
    if not any(not foes(fight, actor, who) for who in others_near(fight, actor, viewer)):
        raise NotAllowed("d20.aid.nobody")


def aid_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack Defense 10; the friend gets +2 on attacks or to Defense against that opponent (D20S-AID-01 to -05)."""
    actor, target, values, notes = here(fight, command), creature_target(fight, command), command.inputs, Notes()
    friend: Id = values["friend"]
    if friend not in fight.combatants or friend in (actor, target):
        raise UnknownValue("core.combatant.gone", field="friend")
    choice = cast(AidChoice, values["choice"] or "attack")
    fight, base = attack_spent(fight, actor, "aid_another")
    weapon = fight.body(actor).weapon(fight.body(actor).main)
    sides = against(fight, actor, target, base, values["others"], weapon=weapon, touch=False)
    tries(actor, target, "aid", notes, AID_RULES)
    in_position = not fight.ordered or adjacent(fight, actor, target)
    rule = aid_another(attack_bonus=sides.bonus, in_position=in_position, choice=choice)
    found = yield from contest(fight, rule, actor, target, notes, "aid")
    needed = reach(AREA_DEFENSE, "D20S-AID-02", audience=rolls_seen(fight, actor))
    terms = (*roll_terms(fight, actor, found.attack_total - sides.bonus, sides.terms, AID_RULES[1:2]), needed)
    what, seen = Word("dice.attack"), rolls_seen(fight, actor)
    notes.tell("roll.total", found.attack_total, who=actor, what=what, rules=AID_RULES[1:2], audience=seen, terms=terms)
    if found.success:
        fight = with_effect(fight, friend, counted(fight, aid_effect(actor, target, choice), 1, actor))
        notes.tell(HELPS[choice], AID_BONUS, who=actor, friend=friend, target=target, rules=AID_RULES)
    else:
        notes.tell("aid.fails", who=actor, friend=friend, target=target, rules=AID_RULES)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


AID: Action[Body, Round] = Action(
    "aid", aid_resolve, aid_inputs, aid_may, icon="hand-helping", of_the_turn=True, needs_actor=True
)
