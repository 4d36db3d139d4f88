"""What blows and shots are made of: modifiers, a kept defence, where they land, what they take (TAC-ATK-01 to -06).

(TAC-MEL-06, TAC-ACT-06, TAC-LOC-01, TAC-HOUSE-07, TAC-HOUSE-11 to -14)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.inputs import Choice, Option
from rules.core.requests import Steps, choose, roll, together
from rules.core.types import Id, Json
from rules.systems.tactico.actions.harm import wound
from rules.systems.tactico.actions.testing import (
    Try,
    cause,
    given_causes,
    make_roll,
    roll_against,
    tell_total,
)
from rules.systems.tactico.actions.wielding import hides_values, knows_values
from rules.systems.tactico.attacks import (
    AIMED,
    DEFENCE_SKILLS,
    PER_SEGMENT_MOVED,
    Attack,
    Circumstances,
    attack_modifier,
    defended_attack,
    location_dice_due,
    struck_location,
)
from rules.systems.tactico.dice import LOCATION_DICE
from rules.systems.tactico.house import attack_difficulty, damage_through
from rules.systems.tactico.locations import Location, is_melee
from rules.systems.tactico.rolls import Difficulty, roll_total
from rules.systems.tactico.situation import shot_difficulty
from rules.systems.tactico.state import TacticoFight, in_combat
from rules.systems.tactico.time import SEGMENTS
from rules.systems.tactico.turns import defences_left
from rules.systems.tactico.weapons import damage_dice, weapon_damage

RULED = "ruled"
"""The difficulty as the rules set it, by melee or distance (TAC-HOUSE-11)."""

NO_DEFENCE = "none"


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack that is about to be rolled: who, at whom, with what, aimed where, and its modifiers with causes.

    hidden: whoever strikes does not know the values of the weapon yet (TAC-INV-01).
    """

    actor: Id
    target: Id
    weapon: Id
    given: Circumstances
    causes: Explanation
    aimed: Location | None
    difficulty: Difficulty
    hidden: bool = False

    def test(self, fight: TacticoFight) -> Try:
        """The roll of the attack (TAC-ROLL-04, TAC-INV-01)."""
        skill = fight.combatants[self.actor].body.arm(self.weapon).values.skill
        return Try(self.actor, skill, self.causes, self.given.accuracy if self.hidden else None)


def prepared(fight: TacticoFight, actor: Id, target: Id, key: Id, values: Mapping[str, Json]) -> Blow:
    """The attack of a form with all that changes it (TAC-ATK-01 to TAC-ATK-06, TAC-HOUSE-11)."""
    arm = fight.combatants[actor].body.arm(key).values
    aimed: Location | None = values.get("aim")
    given = given_causes(values, "TAC-ATK-05")
    circumstances = Circumstances(
        attacker_segments_moved=min(SEGMENTS - 1, moved(fight, actor)),
        defender_segments_moved=min(SEGMENTS, moved(fight, target)),
        aimed=aimed is not None,
        accuracy=arm.accuracy,
        circumstances=sum(one.value or 0 for one in given),
    )
    secret = knows_values(fight, actor)
    causes: list[Fact] = []
    if circumstances.attacker_segments_moved:
        value = PER_SEGMENT_MOVED * circumstances.attacker_segments_moved
        causes.append(cause("attacker_moved", value, "TAC-ATK-01"))
    if circumstances.defender_segments_moved:
        value = PER_SEGMENT_MOVED * circumstances.defender_segments_moved
        causes.append(cause("defender_moved", value, "TAC-ATK-02"))
    if aimed is not None:
        causes.append(cause("aimed", AIMED, "TAC-ATK-03", location=Word(f"location.{aimed}")))
    if arm.accuracy:
        causes.append(cause("accuracy", arm.accuracy, "TAC-ATK-04").told_to(secret))
    chosen: str = values.get("difficulty") or RULED
    ruled = attack_difficulty(arm.skill) if is_melee(arm.skill) else shot_difficulty(fight, actor, target)
    difficulty = ruled if chosen == RULED else cast(Difficulty, chosen)
    hidden = hides_values(fight, actor, key)
    return Blow(actor, target, key, circumstances, (*causes, *given), aimed, difficulty, hidden)


def moved(fight: TacticoFight, who: Id) -> int:
    """Segments of this turn in which somebody has moved (TAC-ATK-01, TAC-ATK-02)."""
    turn = fight.round.turns.get(who)
    return turn.moved if turn is not None and in_combat(fight) else 0


def can_defend(fight: TacticoFight, target: Id) -> bool:
    """Whether somebody may answer a blow: an action was kept; outside of turns, whoever is awake (TAC-ACT-06)."""
    if in_combat(fight):
        return defences_left(fight, target) > 0
    body = fight.combatants[target].body
    return body.able and "torso" not in body.disabled


def asked_defence(fight: TacticoFight, blow: Blow, notes: Notes) -> Steps[Try | None]:
    """Ask whoever is struck whether a kept action answers this blow, and with which skill (TAC-ACT-06, TAC-MEL-06)."""
    skill = fight.combatants[blow.actor].body.arm(blow.weapon).values.skill
    target = blow.target
    if not is_melee(skill) or fight.combatants[target].body.machine is not None or not can_defend(fight, target):
        return None
    body = fight.combatants[target].body
    best = max(DEFENCE_SKILLS, key=lambda one: body.competence(one).sum)
    ways = tuple(
        Option(one, Fact(f"skill.{one}"), notes=(Fact("modifier", body.competence(one).sum),)) for one in DEFENCE_SKILLS
    )
    answer = yield from choose(
        "answer",
        target,
        Choice(
            "defence",
            "input.defence",
            default=best,
            layout="column",
            options=(*ways, Option(NO_DEFENCE, Fact("defence.none"))),
        ),
        so_far=notes.so_far,
        audience=controllers_of(target),
        default={"defence": NO_DEFENCE},
        label="ask.defence",
    )
    if answer["defence"] == NO_DEFENCE:
        return None
    notes.add(Fact("attack.defends", params={"who": Ref(target)}, rules=("TAC-ACT-06", "TAC-MEL-06")))
    return Try(target, answer["defence"])


def unanswered(fight: TacticoFight, blow: Blow, notes: Notes) -> Steps[Attack]:
    """An attack that nobody answers: a skill roll (TAC-HOUSE-11)."""
    rolled = yield from make_roll(fight, blow.test(fight), blow.difficulty, "attack", notes, label="dice.attack")
    hit = rolled.success
    return Attack(attack_modifier(blow.given), rolled.total, rolled.number_to_reach, None, rolled.outcome, hit)


def answered(fight: TacticoFight, blow: Blow, defence: Try, notes: Notes) -> Steps[Attack]:
    """An attack that is answered: only the higher total hits (TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-12)."""
    body = fight.combatants[blow.actor].body
    skill = body.arm(blow.weapon).values.skill
    test = blow.test(fight)
    rolled = yield from together(
        {
            blow.actor: roll_against(fight, test, "attack", label="dice.attack", other=defence),
            defence.who: roll_against(fight, defence, "defence", label="dice.defence", other=test),
        },
        key="blow",
        so_far=notes.so_far,
    )
    faces, other = rolled[blow.actor], rolled[defence.who]
    result = defended_attack(body.competence(skill), skill, blow.given, defence.competence(fight), faces, other)
    tell_total(fight, test, roll_total(test.competence(fight), faces), faces, notes, code="attack.total")
    tell_total(fight, defence, roll_total(defence.competence(fight), other), other, notes, code="attack.defence")
    tell_doubles(test, faces, notes)
    tell_doubles(defence, other, notes)
    return result


def tell_doubles(test: Try, faces: tuple[int, ...], notes: Notes) -> None:
    """Flag a double of an opposed roll for the game master; it decides nothing by itself (TAC-ROLL-08)."""
    if faces in ((1, 1), (6, 6)):
        code = "opposed.double_1" if faces == (1, 1) else "opposed.double_6"
        notes.add(Fact(code, params={"who": Ref(test.who)}, rules=("TAC-ROLL-08", "TAC-OPP-01"), audience=GAME_MASTER))


def landed(fight: TacticoFight, blow: Blow, result: Attack, notes: Notes, id_: Id) -> Steps[TacticoFight]:
    """Where a hit lands and what goes through protection (TAC-LOC-01, TAC-ATK-03, TAC-HOUSE-13, TAC-HOUSE-14)."""
    params: dict[str, Param] = {"who": Ref(blow.actor), "target": Ref(blow.target)}
    if not result.hit:
        notes.add(Fact("attack.misses", params=params, rules=("TAC-ROLL-05", "TAC-HOUSE-07")))
        return fight
    arm = fight.combatants[blow.actor].body.arm(blow.weapon).values
    faces: tuple[int, ...] = ()
    if location_dice_due(result, blow.aimed):
        faces = yield from roll("location", blow.actor, *LOCATION_DICE, so_far=notes.so_far, label="dice.location")
    location = struck_location(result, arm.skill, blow.aimed, faces)
    if location is None:
        return fight
    where: dict[str, Param] = {**params, "location": Word(f"location.{location}")}
    notes.add(Fact("attack.hits", params=where, rules=("TAC-LOC-01", "TAC-LOC-02")))
    amount = weapon_damage(arm, ()) if not arm.dice else 0
    if arm.dice:
        bonus = None if blow.hidden else arm.bonus
        rolled = yield from roll(
            "damage", blow.actor, *damage_dice(arm), so_far=notes.so_far, label="dice.damage", bonus=bonus
        )
        amount = weapon_damage(arm, rolled)
    protection = fight.combatants[blow.target].body.protection.get(location, 0)
    through = damage_through(amount, protection)
    if protection:
        shielded: dict[str, Param] = {"who": Ref(blow.target), "amount": amount - through}
        seen = controllers_of(blow.target)
        plain = Fact("attack.protected_plain", params={"who": Ref(blow.target)}, rules=("TAC-HOUSE-14",))
        notes.add(Fact("attack.protected", amount - through, shielded, ("TAC-HOUSE-14",), seen, otherwise=plain))
    return wound(fight, blow.target, location, through, notes, id_=f"{id_}-wound", by=blow.actor)
