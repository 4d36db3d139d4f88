"""Blows and shots: modifiers, a defence that was kept, where they land, what they take.

(TAC-ATK-01 to -06, TAC-MEL-01, TAC-MEL-06, TAC-ACT-06, TAC-LOC-01, TAC-FAT-01, TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-11
to -14)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.errors import Missing, NotAllowed, within
from rules.core.facts import Explanation, Fact, Notes, Param, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, options_of, seldom
from rules.core.people import people_input, rolls_seen, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import fell, thrown
from rules.core.throws import ACTOR, TARGET, Asking, Decision, Dice, Known, Throw, Throws, asked, decide, known
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
from rules.systems.tactico.budget import acted, defended
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.defence import can_defend, check_defence, defence_asked
from rules.systems.tactico.departing import departed
from rules.systems.tactico.fatigue import is_strenuous, tire
from rules.systems.tactico.gear.carrying import thrown as thrown_away
from rules.systems.tactico.harm import wound
from rules.systems.tactico.locations import (
    LOCATIONS,
    AttackSkill,
    Hit,
    Location,
    hit_location,
    is_melee,
    known_attack_skill,
    known_location,
)
from rules.systems.tactico.melee import engage, seen_opponents
from rules.systems.tactico.rolls import (
    Competence,
    Difficulty,
    OpposedRoll,
    RollOutcome,
    check_competence,
    compared,
    number_to_reach,
    skill_check,
)
from rules.systems.tactico.settings import setting
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
from rules.systems.tactico.weapons import Damage, Weapon, damage, damage_through
from rules.systems.tactico.wielding import fired, held, hides_values, knows_values, taken, weapon_input

PER_SEGMENT_MOVED = -1
"""For each segment in which either side has moved (TAC-ATK-01, TAC-ATK-02)."""

AIMED = -5
"""For choosing the location (TAC-ATK-03)."""

BANDS = ("to_10", "to_50", "to_200", "beyond")
"""The bands of metres that set the difficulty of a shot, each up to its number inclusive (TAC-HOUSE-11)."""


@dataclass(frozen=True)
class Circumstances:
    """What changes an attack."""

    attacker_segments_moved: int
    defender_segments_moved: int
    aimed: bool
    accuracy: int
    """The precision of the weapon."""
    circumstances: int
    """What the game master gives."""


@dataclass(frozen=True)
class Reading:
    """How a table reads what the book leaves open about attacks that are answered."""

    at_range: bool = False
    """Shots can be answered too (TAC-ACT-06)."""
    ties_hit: bool = False
    """Equal totals hit (TAC-HOUSE-07)."""
    doubles: bool = False
    """Doubles decide (TAC-OPP-01)."""


READING = Reading()


def reading(house: Mapping[str, Json]) -> Reading:
    """How this table reads them."""
    names = ("defence_at_range", "ties_hit", "opposed_doubles")
    return Reading(*(bool(setting(house, name)) for name in names))


@dataclass(frozen=True)
class Attack:
    """An attack that was rolled."""

    modifier: int
    total: int
    number_to_reach: int | None
    """None where the attack was answered, as is the outcome."""
    defender_total: int | None
    outcome: RollOutcome | None
    hit: bool
    location: Location | None
    """Where it landed; a miss nowhere."""


@dataclass(frozen=True)
class Strike:
    """An attack with what it takes from the target."""

    attack: Attack
    thrown: Damage | None = None
    """The damage before protection; None on a miss."""
    stopped: int | None = None
    """Damage that protection took; None where nothing protects."""
    through: int = 0
    """Damage after protection."""


def attack_modifiers(given: Circumstances) -> Mapping[str, int]:
    """Return the modifiers of an attack roll by what brings them (TAC-ATK-01 to -06).

    The attacker can have moved in 0 to 2 segments, the defender in 0 to 3, else `OutOfRange`.
    """
    # the attack itself takes one of the three segments
    within(given.attacker_segments_moved, 0, SEGMENTS - 1, "tactico.attack.moved", field="attacker_segments_moved")
    within(given.defender_segments_moved, 0, SEGMENTS, "tactico.attack.moved", field="defender_segments_moved")
    return {
        "attacker_moved": given.attacker_segments_moved * PER_SEGMENT_MOVED,
        "defender_moved": given.defender_segments_moved * PER_SEGMENT_MOVED,
        "aimed": AIMED if given.aimed else 0,
        "accuracy": given.accuracy,
        "circumstances": given.circumstances,
    }


def attack_difficulty(house: Mapping[str, Json], skill: AttackSkill, distance: str) -> Difficulty:
    """Return the difficulty of an attack without defence, of a shot by its band of metres (TAC-HOUSE-11, TAC-DIFF-02).

    house: the settings of the table.
    """
    if not is_melee(skill) and distance not in BANDS:
        raise Missing("tactico.attack.no_distance", field="distance")
    return cast(Difficulty, setting(house, f"difficulty_{'melee' if is_melee(skill) else distance}"))


def attack(
    attacker: Competence,
    skill: AttackSkill,
    given: Circumstances,
    difficulty: Difficulty | None,
    aimed: Location | None,
    *,
    answerable: bool,
    read: Reading = READING,
) -> Throws[Attack]:
    """Roll an attack and where it lands.

    attacker: without the modifiers of the attack. difficulty: of an attack that is not answered. answerable: the target
    has kept an action; the choice `defence` is the Competence with which it answers, or None. An answered attack hits
    with the higher total; nothing but characteristic and skill count for the defender, and neither doubles nor skill 0
    mean anything. (TAC-ATK-03, TAC-ATK-06, TAC-MEL-06, TAC-LOC-01, TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-12)
    """
    known_attack_skill(skill)
    check_competence(attacker)
    if aimed is not None:
        known_location(aimed, field="aimed_location")
    modifier = sum(attack_modifiers(given).values())
    modified = Competence(attacker.characteristic, attacker.skill, modifier)
    defender: Competence | None = None
    if answerable:
        check_defence(skill, at_range=read.at_range)
        defender = yield from decide("defence", TARGET)
    if defender is None:
        if difficulty is None:
            raise Missing("tactico.attack.no_difficulty", field="difficulty")
        roll = yield from skill_check(modified, difficulty, "attack")
        where = (yield from _landed(skill, aimed)) if roll.success else None
        return Attack(modifier, roll.total, roll.number_to_reach, None, roll.outcome, roll.success, where)
    answer = Competence(defender.characteristic, defender.skill)
    met = yield from compared(modified, answer, "attack", "defence", doubles=read.doubles)
    hit = met.winner == "a" or (read.ties_hit and met.winner == "none")
    where = (yield from _landed(skill, aimed)) if hit else None
    return Attack(modifier, met.a.total, None, met.b.total, None, hit, where)


def _landed(skill: AttackSkill, aimed: Location | None) -> Throws[Location]:
    """Where a hit lands: the chosen location or that of a d10 (TAC-ATK-03, TAC-LOC-01)."""
    if aimed is not None:
        return aimed
    found = yield from hit_location(skill)
    yield from known("landed", found)
    return found.location


def attack_with_weapon(
    attacker: Competence,
    weapon: Weapon,
    given: Circumstances,
    difficulty: Difficulty,
    aimed: Location | None,
    protection: Mapping[str, int],
    *,
    answerable: bool,
    read: Reading = READING,
) -> Throws[Strike]:
    """Attack and, where that hits, throw the damage; protection takes from it (TAC-HOUSE-13, TAC-HOUSE-14).

    protection: of the target, by location. The rest is as for `attack`.
    """
    found = yield from attack(attacker, weapon.skill, given, difficulty, aimed, answerable=answerable, read=read)
    if found.location is None:
        return Strike(found)
    yield from known("location", found.location)
    rolled = yield from damage(weapon)
    worn = protection.get(found.location, 0)
    through = damage_through(rolled.amount, worn)
    return Strike(found, rolled, rolled.amount - through if worn else None, through)


# in a fight


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
    tries = {ACTOR: blow.test}
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
                return opposed_odds(fight, blow.test, other, ties=bool(setting(fight.house, "ties_hit")))
            case "defence", Try() as own:
                return opposed_odds(fight, own, blow.test)
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
    read = reading(fight.house)
    rule = attack_with_weapon(
        fight.body(blow.actor).competence(blow.test.skill),
        blow.weapon,
        blow.given,
        blow.difficulty,
        blow.aimed,
        fight.body(blow.target).protection,
        answerable=(is_melee(blow.weapon.skill) or read.at_range) and can_defend(fight, blow.target),
        read=read,
    )
    result = yield from asked(rule, asking)
    fight = acted(fight, blow.actor)
    if TARGET in tries and in_combat(fight):
        fight = defended(fight, blow.target)
    if result.attack.location is None:
        rules = ("TAC-ROLL-05", "TAC-HOUSE-07")
        notes.tell("attack.misses", rules=rules, who=blow.actor, target=blow.target)
        return fight
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
    terms = damage_terms(fight, blow, result)
    return wound(fight, blow.target, result.attack.location, result.through, notes, id_=id_, by=blow.actor, terms=terms)


def damage_terms(fight: TacticoFight, blow: PreparedAttack, strike: Strike) -> Explanation:
    """What makes up the damage of a hit: the dice for all, the rest for the side that it belongs to (TAC-HOUSE-13)."""
    if strike.thrown is None:
        return ()
    rule, own = "TAC-HOUSE-13", knows_values(fight, blow.actor)
    faces, bonus = strike.thrown.faces, blow.weapon.bonus
    terms = [thrown(faces, rule)] if faces else []
    if bonus:
        terms.append(fact("term.weapon", bonus, rules=(rule,), audience=own, weapon=_named(fight, blow)))
    if least := strike.thrown.amount - sum(faces) - bonus:
        terms.append(fact("term.least_damage", least, rules=(rule,), audience=own))
    if strike.stopped:
        seen = controllers_of(blow.target)
        terms.append(fact("term.protection", -strike.stopped, rules=("TAC-HOUSE-14",), audience=seen))
    return tuple(terms)


def _named(fight: TacticoFight, blow: PreparedAttack) -> Param:
    return arm_param(blow.key, fight.body(blow.actor).arm(blow.key))


def _tell(
    fight: TacticoFight, blow: PreparedAttack, tries: Mapping[str, Try], landed: list[Hit], found: Known, notes: Notes
) -> None:
    """Tell rolls and location as they become known."""
    match found.name:
        case "compared":
            met: OpposedRoll = found.value
            attack, defence = compared_needs(fight, blow.test, tries[TARGET], met)
            notes.add(total_fact("attack.total", fight, blow.test, met.a, attack))
            notes.add(total_fact("attack.defence", fight, tries[TARGET], met.b, defence))
            tell_double(blow.test, met.a, notes)
            tell_double(tries[TARGET], met.b, notes)
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
        people_input(targets, default=declared, fresh=declared is not None, likely=likely, notes=notes),
        weapon_input(fight, actor, melee=melee, game_master=viewer.game_master),
        *seldom(*shots, aim, *((difficulty_input(RULED, free=(RULED,)), modifiers_input()) if sets else ())),
    )


def _attack_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return _form(fight, actor, viewer, melee=True)


def _shoot_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return _form(fight, actor, viewer, melee=False)


def _attack_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a blow at a target with which the attacker is not locked in melee, while turns count (TAC-MEL-01)."""
    actor = check_turn(fight, command, viewer, "attack")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    check_target(fight, command, viewer)
    taken(fight, actor, command.inputs.get("weapon"), melee=True)
    if not in_combat(fight) or viewer.game_master:
        return
    target = command.inputs.get("target")
    near = seen_opponents(fight, actor, viewer)
    if not near or (target in fight.combatants and not engaged(fight, actor, cast(Id, target))):
        raise NotAllowed("tactico.attack.not_engaged", field="target" if near else None)


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
    return told_odds(fight, blow.test, number_to_reach(blow.difficulty, blow.test.competence(fight).skill))


ATTACK: Action[Body, Round] = Action(
    "attack", _resolve, _attack_inputs, _attack_check, icon="swords", of_the_turn=True, needs_actor=True, odds=_odds
)
SHOOT: Action[Body, Round] = Action(
    "shoot", _resolve, _shoot_inputs, _shoot_check, icon="target", of_the_turn=True, needs_actor=True, odds=_odds
)
