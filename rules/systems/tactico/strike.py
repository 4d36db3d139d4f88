"""Blows and shots in a fight: what they are made of, what is told of them, and the actions that strike them.

(TAC-ATK-01 to -06, TAC-MEL-01, TAC-MEL-06, TAC-ACT-06, TAC-LOC-01, TAC-FAT-01, TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-11
to -14)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.board.places import both_placed
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Param, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, options_of, seldom
from rules.core.people import people_input, rolls_seen, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import fell, thrown
from rules.core.throws import ACTOR, TARGET, Asking, Decision, Dice, Known, Throw, asked
from rules.core.types import Id, Json
from rules.systems.tactico.acting import (
    check_target,
    check_turn,
    declared_target,
    here,
    others_than,
    person,
    worth_attacking,
)
from rules.systems.tactico.attack import (
    Circumstances,
    Strike,
    attack_difficulty,
    attack_modifiers,
    attack_with_weapon,
    reading,
)
from rules.systems.tactico.budget import acted, defended
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.defence import can_defend, defence_asked
from rules.systems.tactico.departing import departed
from rules.systems.tactico.fatigue import is_strenuous, tire
from rules.systems.tactico.gear.carrying import thrown as thrown_away
from rules.systems.tactico.harm import wound
from rules.systems.tactico.locations import (
    LOCATIONS,
    Hit,
    Location,
    is_melee,
)
from rules.systems.tactico.melee import engage, seen_opponents
from rules.systems.tactico.rolls import (
    Competence,
    Difficulty,
    OpposedRoll,
    number_to_reach,
)
from rules.systems.tactico.situation import band, engaged, target_notes
from rules.systems.tactico.state import Body, Round, TacticoFight, in_combat
from rules.systems.tactico.testing import (
    RULED,
    Try,
    cause,
    compared_needs,
    difficulty_input,
    given_causes,
    modifiers_input,
    opposed_odds,
    tell_check,
    tell_double,
    told_odds,
    total_fact,
)
from rules.systems.tactico.values import arm_param
from rules.systems.tactico.weapons import Weapon
from rules.systems.tactico.wielding import fired, held, hides_values, knows_values, taken, weapon_input


@dataclass(frozen=True, slots=True)
class PreparedAttack:
    """An attack that is about to be rolled."""

    actor: Id
    target: Id
    key: Id
    """Of the weapon."""
    weapon: Weapon
    given: Circumstances
    test: Try
    """The roll of the attacker with its modifiers and their causes (TAC-ROLL-04, TAC-INV-01)."""
    aimed: Location | None
    difficulty: Difficulty

    @property
    def hidden(self) -> bool:
        """Whether the attacker does not know the values of the weapon yet (TAC-INV-01)."""
        return self.test.unknown is not None


def prepared(fight: TacticoFight, actor: Id, target: Id, key: Id, values: Mapping[str, Json]) -> PreparedAttack:
    """The attack of a form with all that changes it (TAC-ATK-01 to TAC-ATK-06, TAC-HOUSE-11)."""
    weapon = fight.body(actor).arm(key).values
    aimed: Location | None = values.get("aim")
    own = given_causes(values, "TAC-ATK-05")
    given = Circumstances(
        attacker_segments_moved=min(SEGMENTS - 1, _moved(fight, actor)),
        defender_segments_moved=min(SEGMENTS, _moved(fight, target)),
        aimed=aimed is not None,
        accuracy=weapon.accuracy,
        circumstances=sum(one.value or 0 for one in own),
    )
    found = attack_modifiers(given)
    causes = (
        cause("attacker_moved", found["attacker_moved"], "TAC-ATK-01"),
        cause("defender_moved", found["defender_moved"], "TAC-ATK-02"),
        cause("aimed", found["aimed"], "TAC-ATK-03", location=Word(f"location.{aimed}")),
        cause("accuracy", found["accuracy"], "TAC-ATK-04").told_to(knows_values(fight, actor)),
    )
    unknown = weapon.accuracy if hides_values(fight, actor, key) else None
    test = Try(actor, weapon.skill, (*(one for one in causes if one.value), *own), unknown)
    chosen: str = values.get("difficulty") or RULED
    ruled = attack_difficulty(fight.house, weapon.skill, band(fight, actor, target))
    difficulty = ruled if chosen == RULED else cast(Difficulty, chosen)
    return PreparedAttack(actor, target, key, weapon, given, test, aimed, difficulty)


def _moved(fight: TacticoFight, who: Id) -> int:
    """Segments of this turn in which a combatant has moved (TAC-ATK-01, TAC-ATK-02)."""
    turn = fight.round.turns.get(who)
    return turn.moved if turn is not None and in_combat(fight) else 0


def struck(fight: TacticoFight, blow: PreparedAttack, notes: Notes, id_: Id) -> Steps[TacticoFight]:
    """Carry an attack out and tell it; the target may answer a blow with an action that it kept.

    id_: the key of the wound.
    """
    tries, ties_hit = {ACTOR: blow.test}, reading(fight.house).ties_hit
    landed: list[Hit] = []

    def defence(decision: Decision) -> Steps[Competence | None]:
        test = yield from defence_asked(fight, blow.target, notes)
        if test is None:
            return None
        tries[TARGET] = test
        return test.competence(fight)

    def odds(dice: Dice) -> Fact | None:
        match dice[0].purpose, tries.get(TARGET):
            case "attack", None:
                return told_odds(fight, blow.test, dice[0].needed or 0)
            case "attack", Try() as other:
                return opposed_odds(fight, blow.test, other, ties=ties_hit)
            case "defence", Try() as own:
                return opposed_odds(fight, own, blow.test, ties=not ties_hit)
        return None

    def audience(die: Throw, to: Id | None) -> Audience:
        return rolls_seen(fight, to) if die.purpose in ("attack", "defence") else TABLE

    asking = Asking(
        {ACTOR: blow.actor, TARGET: blow.target},
        audience=audience,
        so_far=lambda: notes.so_far,
        odds=odds,
        bonus=lambda dice: None if blow.hidden and dice[0].purpose != "defence" else dice[0].bonus,
        name=lambda die, roller, time: die.purpose,
        choices={"defence": defence},
        tell=lambda found: _tell(fight, blow, tries, landed, found, notes),
    )
    rule = attack_with_weapon(
        fight.body(blow.actor).competence(blow.test.skill),
        blow.weapon,
        blow.given,
        blow.difficulty,
        blow.aimed,
        fight.body(blow.target).protection,
        answerable=_answerable(fight, blow),
        read=reading(fight.house),
    )
    result = yield from asked(rule, asking)
    fight = acted(fight, blow.actor)
    if TARGET in tries and in_combat(fight):
        fight = defended(fight, blow.target)
    if result.attack.location is None:
        rules = ("TAC-ROLL-05", "TAC-HOUSE-07")
        notes.tell("attack.misses", rules=rules, who=blow.actor, target=blow.target)
        return fight
    terms = _thrown_terms(fight, blow, result)
    _tell_damage(fight, blow, result, terms, notes)
    if result.stopped is not None:
        notes.tell(
            "attack.protected",
            result.stopped,
            rules=("TAC-HOUSE-14",),
            audience=controllers_of(blow.target),
            otherwise=fact("attack.protected_plain", rules=("TAC-HOUSE-14",), who=blow.target),
            who=blow.target,
            amount=result.stopped,
        )
    if result.stopped:
        seen = controllers_of(blow.target)
        terms = (*terms, fact("term.protection", -result.stopped, rules=("TAC-HOUSE-14",), audience=seen))
    return wound(fight, blow.target, result.attack.location, result.through, notes, id_=id_, by=blow.actor, terms=terms)


def _thrown_terms(fight: TacticoFight, blow: PreparedAttack, strike: Strike) -> Explanation:
    """What makes up the damage before protection: the dice for all, the rest for whose side it is (TAC-HOUSE-13)."""
    if strike.thrown is None:
        return ()
    rule, own = "TAC-HOUSE-13", knows_values(fight, blow.actor)
    faces, bonus = strike.thrown.faces, blow.weapon.bonus
    terms = [thrown(faces, rule)] if faces else []
    if bonus:
        terms.append(fact("term.weapon", bonus, rules=(rule,), audience=own, weapon=_named(fight, blow)))
    if least := strike.thrown.amount - sum(faces) - bonus:
        terms.append(fact("term.least_damage", least, rules=(rule,), audience=own))
    return tuple(terms)


def _tell_damage(fight: TacticoFight, blow: PreparedAttack, strike: Strike, terms: Explanation, notes: Notes) -> None:
    """Tell what the dice of a hit come to with the weapon; who may not know it reads that there is more to it."""
    if strike.thrown is None:
        return
    rules, faces = ("TAC-HOUSE-13",), strike.thrown.faces
    dice = fact("attack.damage_dice", sum(faces), rules=rules, terms=(thrown(faces, *rules),), who=blow.actor)
    notes.tell(
        "attack.damage",
        strike.thrown.amount,
        rules=rules,
        audience=knows_values(fight, blow.actor),
        otherwise=dice if faces else None,
        terms=terms,
        who=blow.actor,
        weapon=_named(fight, blow),
    )


def _named(fight: TacticoFight, blow: PreparedAttack) -> Param:
    return arm_param(blow.key, fight.body(blow.actor).arm(blow.key))


def _tell(
    fight: TacticoFight, blow: PreparedAttack, tries: Mapping[str, Try], landed: list[Hit], found: Known, notes: Notes
) -> None:
    """Tell rolls and location as they become known."""
    match found.name:
        case "compared":
            met: OpposedRoll = found.value
            tie: Literal["one", "other"] = "one" if reading(fight.house).ties_hit else "other"
            attack, defence = compared_needs(fight, blow.test, tries[TARGET], met, tie=tie)
            notes.add(total_fact("attack.total", fight, blow.test, met.a, attack))
            notes.add(total_fact("attack.defence", fight, tries[TARGET], met.b, defence))
            tell_double(fight, blow.test, met.a, notes)
            tell_double(fight, tries[TARGET], met.b, notes)
        case "landed":
            landed.append(found.value)
        case "location":
            location: Location = found.value
            where = Word(f"location.{location}")
            rules = ("TAC-LOC-01", "TAC-LOC-02")
            terms: Explanation = ()
            for hit in landed:
                column = fact("term.column", rules=("TAC-LOC-01",), column=Word(f"column.{hit.column}"))
                terms = (fell((hit.face,), "TAC-LOC-02"), column)
            notes.tell("attack.hits", rules=rules, terms=terms, who=blow.actor, target=blow.target, location=where)
        case _:
            tell_check(fight, blow.test, found, notes)


# the actions


def _form(fight: TacticoFight, actor: Id | None, viewer: Viewer, *, melee: bool) -> tuple[Input, ...]:
    """The target, the weapon, where it is aimed; in a fight the game master alone sets number and circumstances.

    (TAC-ATK-05, TAC-DIFF-02, TAC-HOUSE-11)
    """
    actor = person(fight, actor)
    if actor is None:
        return ()
    targets, likely = others_than(fight, actor, viewer), worth_attacking(fight, actor, viewer)
    declared = declared_target(fight, actor)
    notes = {who: target_notes(fight, who, actor) for who in targets}
    sets = viewer.game_master or not in_combat(fight)
    shots = () if melee else (Number("shots", "input.shots", default=1, minimum=1, maximum=50, required=False),)
    aim = Choice(
        "aim", "input.aim", required=False, fresh=True, layout="six", options=options_of("location", LOCATIONS)
    )
    return (
        people_input(
            targets,
            default=declared,
            fresh=declared is not None,
            likely=likely,
            engaged=seen_opponents(fight, actor, viewer),
            notes=notes,
        ),
        weapon_input(fight, actor, melee=melee, game_master=viewer.game_master),
        *seldom(*shots, aim, *((difficulty_input(RULED, free=(RULED,)), modifiers_input()) if sets else ())),
    )


def _attack_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return _form(fight, actor, viewer, melee=True)


def _shoot_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return _form(fight, actor, viewer, melee=False)


def _attack_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a blow at a target with which the attacker is not locked in melee, while turns count (TAC-MEL-01).

    A game master locks two by a blow, unless a board tells how far apart they stand.
    """
    actor = check_turn(fight, command, viewer, "attack")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    check_target(fight, command, viewer)
    taken(fight, actor, command.inputs.get("weapon"), melee=True)
    target = command.inputs.get("target")
    if not in_combat(fight) or (viewer.game_master and not _opponent_on_board(fight, actor, target)):
        return
    near = seen_opponents(fight, actor, viewer)
    if not near or (target in fight.combatants and not engaged(fight, actor, cast(Id, target))):
        raise NotAllowed("tactico.attack.not_engaged", field="target" if near else None)


def _opponent_on_board(fight: TacticoFight, actor: Id, target: Id | None) -> bool:
    """Whether a board tells how far it is to an opponent."""
    return both_placed(fight, actor, target) and fight.combatants[actor].side != fight.combatants[cast(Id, target)].side


def _shoot_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a shot without a weapon in hand, shots in it, or a target."""
    actor = check_turn(fight, command, viewer, "shoot")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    check_target(fight, command, viewer)
    key = taken(fight, actor, command.inputs.get("weapon"), melee=False)
    fired(fight, actor, key, command.inputs.get("shots") or 1)


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack, perhaps a defence, where it lands, what it takes (TAC-ATK-06, TAC-MEL-06, TAC-LOC-01, TAC-DMG-04)."""
    actor, target = here(fight, command), target_of(fight, command)
    melee = command.action == "attack"
    notes = Notes()
    fight = yield from departed(fight, command, notes, command.action)
    key = taken(fight, actor, command.inputs["weapon"], melee=melee)
    if not melee:
        fight = fired(fight, actor, key, command.inputs.get("shots") or 1)
    fight = held(fight, actor, key)
    blow = prepared(fight, actor, target, key, command.inputs)
    weapon = arm_param(key, fight.body(actor).arm(key))
    if melee:
        notes.tell("attack.strikes", rules=("TAC-HOUSE-11", "TAC-MEL-01"), who=actor, target=target, weapon=weapon)
        fight = locked(fight, actor, target, notes)
    else:
        notes.tell("attack.shoots", rules=("TAC-HOUSE-11", "TAC-DIFF-02"), who=actor, target=target, weapon=weapon)
    if blow.aimed:
        notes.tell("attack.aims", rules=("TAC-ATK-03",), who=actor, location=Word(f"location.{blow.aimed}"))
    fight = yield from struck(fight, blow, notes, f"{command.id}-wound")
    if is_strenuous(blow.test.skill):
        fight = tire(fight, actor, notes, blow.test.skill)
    return Outcome(fight if melee else thrown_away(fight, actor, key), notes.so_far)


def locked(fight: TacticoFight, actor: Id, target: Id, notes: Notes) -> TacticoFight:
    """Lock an attacker and its target in melee: a blow reaches less than a metre (TAC-MEL-01)."""
    friends = fight.combatants[actor].side == fight.combatants[target].side
    if not in_combat(fight) or friends or engaged(fight, actor, target):
        return fight
    notes.tell("attack.locks", rules=("TAC-MEL-01",), who=actor, target=target)
    return engage(fight, actor, target)


def _odds(fight: TacticoFight, command: Command) -> Fact | None:
    """The exact chance of an attack that is not answered, before anybody is asked (TAC-PROB-03)."""
    actor = command.actor
    target: Id = command.inputs.get("target") or ""
    if actor is None or actor not in fight.combatants or target not in fight.combatants:
        return None
    key = taken(fight, actor, command.inputs.get("weapon"), melee=command.action == "attack")
    blow = prepared(fight, actor, target, key, command.inputs)
    number = number_to_reach(blow.difficulty, blow.test.competence(fight).skill)
    return told_odds(fight, blow.test, number, unanswered=_answerable(fight, blow))


def _answerable(fight: TacticoFight, blow: PreparedAttack) -> bool:
    """Whether the target may answer with an action that it kept (TAC-ACT-06)."""
    return (is_melee(blow.weapon.skill) or reading(fight.house).at_range) and can_defend(fight, blow.target)


ATTACK: Action[Body, Round] = Action(
    "attack", _resolve, _attack_inputs, _attack_check, icon="swords", of_the_turn=True, needs_actor=True, odds=_odds
)
SHOOT: Action[Body, Round] = Action(
    "shoot", _resolve, _shoot_inputs, _shoot_check, icon="target", of_the_turn=True, needs_actor=True, odds=_odds
)
