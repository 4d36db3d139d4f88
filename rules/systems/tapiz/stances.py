"""Stances: what they ask, what they change, and an attack roll made in one (TAP-STANCE-01 to -10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import Missing, NotAllowed, at_least, needed, one_of, within
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.people import here, rolls_seen
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.throws import Throw, Throws, known, throw
from rules.core.types import Id
from rules.systems.tapiz.dice import SIDES, die_rolled, die_value
from rules.systems.tapiz.effects import MODIFIERS, BestTier, Effect, best_tier, tier_above
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.in_force import give_effect
from rules.systems.tapiz.order import acts_last, placed, waits
from rules.systems.tapiz.rolls import Roll, Rolled, roll
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import STANCES, Stance
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.turns import acted, check_has_asalto, check_may_act

AttackMode = Literal["melee", "ranged"]
WeaponRange = Literal["inmediato", "cerca", "other"]

ATTACK_MODES: tuple[AttackMode, ...] = get_args(AttackMode)
WEAPON_RANGES: tuple[WeaponRange, ...] = get_args(WeaponRange)

IRON_DEFENCE_BONUS = 4
"""What iron defence adds to resistance rolls, static ones included (TAP-STANCE-09)."""

CHANGE_MODIFIER = -MODIFIERS["minor"]
"""Consequence of changing stance in a conflict, on the next roll (TAP-STANCE-02)."""

OWN = "own"
"""What the values of the game master's stances begin with; their place on the sheet follows."""


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack roll with the damage dice that entered it."""

    rolled: Rolled
    """The 3d6, or 10, and what is added to them."""
    damage_faces: tuple[int, ...]
    damage: int
    """What the damage dice added."""

    @property
    def total(self) -> int:
        """The total of the attack."""
        return self.rolled.total + self.damage


def known_stance(stance: Stance) -> Stance:
    """Return the stance, or refuse it as unknown (TAP-STANCE-05 to -10)."""
    return one_of(stance, STANCES, "tapiz.stance.unknown", field="stance")


def all_out_maximum(level: int) -> int:
    """Return the largest bonus of an all-out attack: half the level, rounded up (TAP-STANCE-06)."""
    return (at_least(level, 1, "tapiz.level", field="level") + 1) // 2


def all_out_bonus(level: int | None, chosen_bonus: int | None) -> int:
    """Return the bonus of an all-out attack, the largest unless a smaller one was chosen (TAP-STANCE-06)."""
    most = all_out_maximum(needed(level, "tapiz.level_missing", field="level"))
    if chosen_bonus is None:
        return most
    return within(chosen_bonus, 1, most, "tapiz.stance.chosen_bonus", field="chosen_bonus")


def resistance_modifier(stance: Stance, *, level: int | None, chosen_bonus: int | None) -> int:
    """Return what a stance adds to resistance rolls, the armour class included (TAP-STANCE-06, TAP-STANCE-09)."""
    match known_stance(stance):
        case "all_out_attack":
            return -all_out_bonus(level, chosen_bonus)
        case "iron_defence":
            return IRON_DEFENCE_BONUS
        case _:
            return 0


def check_stance(
    stance: Stance,
    *,
    acquired: bool,
    conflict: PoolName,
    attack: AttackMode,
    weapon_range: WeaponRange | None,
    aimed_last_asalto: bool,
) -> None:
    """Refuse an attack that its stance does not cover (TAP-STANCE-02, TAP-STANCE-07, TAP-STANCE-10)."""
    known_stance(stance)
    one_of(conflict, POOLS, "tapiz.conflict.unknown", field="conflict")
    one_of(attack, ATTACK_MODES, "tapiz.attack.mode_unknown", field="attack")
    if weapon_range is not None:
        one_of(weapon_range, WEAPON_RANGES, "tapiz.weapon_range.unknown", field="weapon_range")
    if stance != "normal" and not acquired:
        raise NotAllowed("tapiz.stance.not_acquired", field="stance", params={"stance": stance})
    close_weapon = attack == "melee" and weapon_range in ("inmediato", "cerca")
    if stance == "focus_on_damage" and conflict == "physical" and not close_weapon:
        raise NotAllowed("tapiz.stance.focus_needs_close_weapon", field="weapon_range")
    if stance == "aim" and attack != "ranged":
        raise NotAllowed("tapiz.stance.aim_needs_ranged", field="attack")
    if stance == "aim" and not aimed_last_asalto:
        raise NotAllowed("tapiz.stance.aim_needs_asalto", field="aimed_last_asalto")


def in_stance(stance: Stance, terms: Roll, *, level: int, chosen_bonus: int | None) -> Roll:
    """Return what a stance leaves of an attack roll and adds to it (TAP-STANCE-06, TAP-STANCE-09)."""
    match known_stance(stance):
        case "iron_defence":
            others = tuple(modifier for modifier in terms.other_modifiers if modifier < 0)
            kept = min(0, terms.attribute_modifier)
            return replace(terms, attribute_modifier=kept, trait_bonus=0, other_modifiers=others)
        case "all_out_attack":
            bonus = all_out_bonus(level, chosen_bonus)
            return replace(terms, other_modifiers=(*terms.other_modifiers, bonus))
        case _:
            return terms


def damage_dice_thrown(stance: Stance, damage_dice: Sequence[int]) -> tuple[int, ...]:
    """Return the damage dice of an attack in order: in focus on damage all of them twice (TAP-STANCE-07)."""
    if known_stance(stance) != "focus_on_damage":
        return tuple(damage_dice)
    if not damage_dice:
        raise Missing("tapiz.stance.damage_dice_missing", field="weapon")
    return (*damage_dice, *damage_dice)


def strike(stance: Stance, terms: Roll, damage_dice: Sequence[int]) -> Throws[Strike]:
    """Make an attack roll: focus on damage adds the highest damage die of two throws, other stances the sum.

    (TAP-ROLL-02, TAP-STANCE-07, TAP-HOUSE-18)
    """
    thrown = damage_dice_thrown(stance, damage_dice)
    for die in thrown:
        one_of(die, SIDES, "tapiz.damage_die.unknown", field="damage_dice")
    rolled = yield from roll("attack", terms)
    yield from known("attack", rolled)
    faces = yield from throw(*(Throw("damage", die_rolled(die)) for die in thrown))
    worth = [die_value(die, face) for die, face in zip(thrown, faces, strict=True)]
    return Strike(rolled, faces, max(worth) if stance == "focus_on_damage" else sum(worth))


def failure_tier(stance: Stance, consequence_points: int) -> BestTier:
    """Return the best tier that the target may impose after a failed attack (TAP-ROLL-05, TAP-STANCE-08)."""
    tier = best_tier(consequence_points)
    if known_stance(stance) == "focus_on_damage" and consequence_points > 0:
        return tier_above(tier)
    return tier


def stance_of(fight: TapizFight, body: Body) -> Stance:
    """The stance in which a combatant fights; outside a conflict there is none (TAP-STANCE-01)."""
    return body.stance if fight.ordered else "normal"


def resistance_terms(fight: TapizFight, body: Body, *, static: bool = False) -> Explanation:
    """What the stance adds to a resistance roll, or to a static one (TAP-STANCE-04, TAP-STANCE-06, TAP-STANCE-09)."""
    own = body.house_stance
    if own is not None and own.resistance and fight.ordered:
        return (fact("term.stance", own.resistance, stance=own.name, rules=("TAP-STANCE-04",)),)
    stance = stance_of(fight, body)
    if static and stance == "iron_defence" and not settings_of(fight.house).iron_defence_static:
        return ()
    modifier = resistance_modifier(stance, level=body.level, chosen_bonus=body.stance_bonus)
    return (_stance_term(stance, modifier),) if modifier else ()


def attack_terms(stance: Stance, change: int) -> Explanation:
    """What a stance changed in an attack roll (TAP-STANCE-06, TAP-STANCE-09)."""
    return (_stance_term(stance, change),) if change else ()


def _stance_term(stance: Stance, value: int) -> Fact:
    rule = "TAP-STANCE-06" if stance == "all_out_attack" else "TAP-STANCE-09"
    return fact("term.stance", value, stance=Word(f"stance.{stance}"), rules=(rule,))


def own_stance_term(fight: TapizFight, body: Body) -> Explanation:
    """What a stance of the game master adds to attacks (TAP-STANCE-04)."""
    own = body.house_stance
    if own is None or not own.attack or not fight.ordered:
        return ()
    return (fact("term.stance", own.attack, stance=own.name, rules=("TAP-STANCE-04",)),)


def damage_term(stance: Stance, made: Strike) -> Explanation:
    """What the damage dice added to an attack (TAP-STANCE-07, TAP-HOUSE-18)."""
    if not made.damage_faces:
        return ()
    faces = " ".join(map(str, made.damage_faces))
    if stance == "focus_on_damage":
        return (fact("term.damage_best", made.damage, faces=faces, rules=("TAP-STANCE-07", "TAP-ODD-09")),)
    return (fact("term.damage", made.damage, faces=faces, rules=("TAP-HOUSE-18",)),)


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which stance, with what it does to the order and what changing costs now; how much of an all-out attack."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    return _questions(body, _options(body, costs=in_conflict(fight)))


def _options(body: Body, *, costs: bool) -> tuple[Option, ...]:
    return (
        *(_option(body, stance, costs) for stance in STANCES),
        *(_own_option(body, place, costs) for place in range(len(body.own_stances))),
    )


def _questions(body: Body, options: tuple[Option, ...]) -> tuple[Input, ...]:
    chosen = body.stance_bonus or all_out_maximum(body.level)
    bonus = Number("bonus", "input.stance_bonus", required=False, minimum=-99, maximum=99, default=chosen)
    return (
        Choice("stance", "input.stance", default=_now(body), layout="column", options=options),
        *((bonus,) if "all_out_attack" in body.stances else ()),
    )


def _option(body: Body, stance: Stance, costs: bool) -> Option:
    notes = (
        fact(f"stance_note.{stance}"),
        *((fact("note.acts_last", rules=("TAP-STANCE-03",)),) if acts_last(stance) else ()),
        *(_changing() if costs and stance != _now(body) else ()),
    )
    acquired = stance == "normal" or stance in body.stances
    reason = None if acquired else fact("error.tapiz.stance.not_acquired", rules=("TAP-STANCE-02",))
    return Option(stance, fact(f"stance.{stance}"), notes=notes, reason=reason)


def _own_option(body: Body, place: int, costs: bool) -> Option:
    """A stance that the game master has added (TAP-STANCE-04)."""
    own = body.own_stances[place]
    notes = (
        fact("stance_note.own", attack=own.attack, resistance=own.resistance, rules=("TAP-STANCE-04",)),
        *((fact("note.acts_last", rules=("TAP-STANCE-03",)),) if own.last else ()),
        *(_changing() if costs and place != body.own_stance else ()),
    )
    return Option(f"{OWN}{place}", fact("stance.own", stance=own.name), notes=notes)


def _now(body: Body) -> str:
    return body.stance if body.house_stance is None else f"{OWN}{body.own_stance}"


def _changing() -> Explanation:
    """What changing stance costs in a conflict (TAP-STANCE-02)."""
    return (fact("note.changing_costs", modifier=CHANGE_MODIFIER, rules=("TAP-STANCE-02", "TAP-ODD-26")),)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Only in a conflict, and by a combatant who has acquired a stance (TAP-STANCE-01, TAP-STANCE-02)."""
    if not fight.ordered:
        raise NotAllowed("tapiz.stance.in_conflict")
    actor = here(fight, command)
    body = fight.body(actor)
    if not body.stances and not body.own_stances:
        raise NotAllowed("tapiz.stance.none_acquired")
    if not in_conflict(fight):
        return
    same_attack = command.inputs.get("stance") == body.stance == "all_out_attack"
    if same_attack or settings_of(fight.house).stance_moment == "own_turn":
        # what an attack was given is missing from the defence until the next one (TAP-STANCE-06)
        check_has_asalto(fight, actor, viewer)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take the stance; once the conflict has begun that is a minor consequence (TAP-STANCE-02, TAP-ODD-26)."""
    yield from ()
    actor = cast(Id, command.actor)
    before = fight.body(actor)
    notes = Notes()
    fight = _taken(fight, actor, command.inputs, notes)
    after = fight.body(actor)
    changed = _now(after) != _now(before)
    if not changed and after.stance_bonus == before.stance_bonus:
        raise NotAllowed("tapiz.stance.same", field="stance")
    if changed and in_conflict(fight):
        named = "stance_change" if settings_of(fight.house).stance_weight == "attack" else "stance_change_any"
        late = Effect(f"{command.id}-stance", "minor", -1, True, "next_roll", named, since=fight.round.number)
        fight = give_effect(fight, actor, late, notes)
    if waits(after) != waits(before):
        fight = placed(fight, [actor])
        code = "posture.last" if waits(after) else "posture.in_order"
        notes.tell(code, who=actor, rules=("TAP-STANCE-03",))
    return Outcome(fight, notes.so_far)


def _taken(fight: TapizFight, who: Id, values: Answer, notes: Notes) -> TapizFight:
    """Put a combatant in the stance of these values, and tell it (TAP-STANCE-01, TAP-STANCE-02, TAP-STANCE-04)."""
    body = fight.body(who)
    chosen: str = values["stance"]
    own = int(chosen.removeprefix(OWN)) if chosen.startswith(OWN) else None
    stance = cast(Stance, chosen if own is None else "normal")
    if own is None and stance != "normal" and stance not in body.stances:
        raise NotAllowed("tapiz.stance.not_acquired", field="stance")
    bonus = all_out_bonus(body.level, values.get("bonus")) if stance == "all_out_attack" else None
    called: str | Word = Word(f"stance.{stance}") if own is None else body.own_stances[own].name
    rule = "TAP-STANCE-01" if own is None else "TAP-STANCE-04"
    notes.tell("posture.taken", who=who, stance=called, rules=(rule,))
    if bonus is not None:
        notes.tell("posture.bonus", bonus, who=who, rules=("TAP-STANCE-06",), audience=controllers_of(who))
    return fight.with_body(who, replace(body, stance=stance, stance_bonus=bonus, aimed=None, own_stance=own))


def undeclared(fight: TapizFight, who: Id) -> bool:
    """Whether a combatant who joins a conflict has a stance to choose and has not taken one yet (TAP-STANCE-01)."""
    body = fight.body(who)
    return bool(body.stances or body.own_stances) and _now(body) == "normal"


def declared(fight: TapizFight, who: Id) -> Steps[Answer]:
    """Ask in which stance a combatant begins the conflict; proposed is the normal one (TAP-STANCE-01)."""
    body = fight.body(who)
    acquired = tuple(option for option in _options(body, costs=False) if option.reason is None)
    return choose(
        f"stance:{who}",
        who,
        *_questions(body, acquired),
        audience=rolls_seen(fight, who),
        default={"stance": "normal"},
        label="ask.stance",
    )


def with_declared(fight: TapizFight, declared: Mapping[Id, Answer], notes: Notes) -> TapizFight:
    """Put those who chose at the beginning in their stances, which costs nothing (TAP-STANCE-01)."""
    for who, values in declared.items():
        if values["stance"] != "normal":
            fight = _taken(fight, who, values, notes)
    return fight


def aim_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Only a combatant who can act and fights in that stance aims (TAP-STANCE-10)."""
    check_may_act(fight, command, viewer)
    if not in_conflict(fight) or fight.body(cast(Id, command.actor)).stance != "aim":
        raise NotAllowed("tapiz.stance.not_aiming")


def aim_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Spend the asalto on nothing but aiming (TAP-STANCE-10)."""
    yield from ()
    actor = cast(Id, command.actor)
    fight = fight.with_body(actor, replace(fight.body(actor), aimed=fight.round.number))
    return Outcome(acted(fight, actor), (fact("posture.aims", who=actor, rules=("TAP-STANCE-10",)),))


STANCE: Action[Body, Round] = Action("stance", resolve, inputs, check, icon="shield", needs_actor=True)
AIM: Action[Body, Round] = Action(
    "aim", aim_resolve, check=aim_check, icon="target", of_the_turn=True, needs_actor=True
)
