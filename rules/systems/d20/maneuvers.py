"""What special attacks share: footing, touch attacks, opposed rolls, the way to the target, who may strike.

Rules: D20S-GEN-01 to -06, D20S-OVR-01 to -05, D20S-BULL-01 to -04, D20S-TRIP-01, D20H-COND-10, D20H-COND-12,
D20H-COND-17, D20H-COND-18, D20H-COND-22.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue, at_least, needed, one_of
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command
from rules.core.inputs import Combatants, Flag
from rules.core.people import people_input, rolls_seen
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.terms import beat, reach
from rules.core.throws import ACTOR, TARGET, Decision, Throws, asked, known
from rules.core.types import Id, Json
from rules.systems.d20.arms import BARE_HANDS, Weapon
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.blows import Attempt, Reckoned, reckon
from rules.systems.d20.budget import STEP_FT
from rules.systems.d20.cover import MissChance, check_target, hits_concealed
from rules.systems.d20.dice import Contests, Opposed, Roll, roll_against
from rules.systems.d20.doing import next_blow, spend, spend_blow, turn_of
from rules.systems.d20.explained import NO_CHOICES, Choosing, asking, roll_terms
from rules.systems.d20.lasting import charges
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.movement import CHARGE_LEAST_FT, MoveMode
from rules.systems.d20.moving import check_feet, leaves, most_feet, stands
from rules.systems.d20.opportunity import (
    Provoking,
    armed_unarmed,
    drawn_by,
    moves_on,
    opportunities,
    provoked,
    who_is_near,
)
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import adjacent, check_near, cover_of, feet_between, target_notes
from rules.systems.d20.sizes import Size, known_size, too_large
from rules.systems.d20.state import D20Fight, Spent, in_rounds
from rules.systems.d20.strike import told_concealment
from rules.systems.d20.terms import Term, die_term, facts_of
from rules.systems.d20.terms import total as sum_of
from rules.systems.d20.turns import check_turn, open_to_attack, others_than
from rules.systems.d20.ways import Walk, stood, walks

Maneuver = Literal["overrun", "bull_rush", "trip", "grapple_grab", "grapple_hold"]

Within = Literal["move_action", "charge", "other"]

Obstacle = Literal["target_too_large", "not_in_move_or_charge", "run_too_short"]

MANEUVERS: tuple[Maneuver, ...] = get_args(Maneuver)

WITHIN: tuple[Within, ...] = get_args(Within)

SHORTEST_RUN_FT = 10
"""Straight way into the target's square that an overrun needs (D20S-OVR-05)."""


@dataclass(frozen=True)
class Demands:
    """What a maneuver demands: a target not too large, to be part of a movement, a straight run."""

    size: bool = True
    in_movement: bool = False
    run: bool = False


DEMANDS: Mapping[Maneuver, Demands] = {
    "overrun": Demands(in_movement=True, run=True),
    "bull_rush": Demands(in_movement=True),
    "trip": Demands(),
    "grapple_grab": Demands(size=False),
    "grapple_hold": Demands(),
}
"""D20S-OVR-01 to -05, D20S-BULL-01 to -03, D20S-TRIP-01, D20S-GRAP-04, D20S-GRAP-13."""


@dataclass(frozen=True)
class Footing:
    """How firmly a creature stands: size, ability modifiers, whether exceptionally stable (D20S-TRIP-04, -05)."""

    size: Size
    strength_modifier: int
    dexterity_modifier: int
    stable: bool


def known_within(within: Within) -> Within:
    """Return the action that a maneuver is part of, or refuse it as unknown."""
    return one_of(within, WITHIN, "d20.maneuver.within_unknown", field="within")


def obstacles(
    maneuver: Maneuver,
    actor_size: Size,
    target_size: Size,
    *,
    within: Within | None = None,
    straight_run_ft: int | None = None,
) -> tuple[Obstacle, ...]:
    """Return every reason against a maneuver, always in the same order; none means that it may be tried.

    `within` is needed for an overrun and a bull rush, `straight_run_ft` (feet into the target's square) for an overrun.
    That the way is no 5-foot step, and the attempt the only one of its action, follows from `rush_cost`.
    Raises Missing without them, UnknownValue, OutOfRange for negative numbers (D20S-OVR-01 to -05, D20S-BULL-01 to -03,
    D20S-TRIP-01, D20S-GRAP-04, D20S-GRAP-13).
    """
    demands = DEMANDS.get(maneuver, Demands())
    if demands.in_movement:
        needed(within, "d20.maneuver.within_missing", field="within")
    if demands.run:
        needed(straight_run_ft, "d20.maneuver.run_missing", field="straight_run_ft")
    one_of(maneuver, MANEUVERS, "d20.maneuver.unknown", field="maneuver")
    known_size(actor_size, "actor_size")
    known_size(target_size, "target_size")
    if demands.in_movement and within is not None:
        known_within(within)
    if demands.run and straight_run_ft is not None:
        at_least(straight_run_ft, 0, "d20.distance.negative", field="straight_run_ft")
    against: Mapping[Obstacle, bool] = {
        "target_too_large": demands.size and too_large(actor_size, target_size),
        "not_in_move_or_charge": demands.in_movement and within == "other",
        "run_too_short": demands.run and straight_run_ft is not None and straight_run_ft < SHORTEST_RUN_FT,
    }
    return tuple(obstacle for obstacle, applies in against.items() if applies)


R = TypeVar("R")

TOUCH = ("D20C-DEF-10", "D20S-GEN-04")

NO_KEYS: Mapping[str, str] = {}

NOTHING_TOLD: Mapping[str, Callable[[Any], None]] = {}


def others_near(fight: D20Fight, actor: Id, viewer: Viewer) -> list[Id]:
    """Creatures that this viewer may name, the foes next to the actor first."""
    return [who for who in others_than(fight, actor, viewer) if fight.body(who).being != "object"]


def target_input(fight: D20Fight, actor: Id, viewer: Viewer) -> Combatants:
    """The target, with what is declared of each."""
    who = others_near(fight, actor, viewer)
    notes = {one: target_notes(fight, one, actor) for one in who}
    near = [one for one in who if adjacent(fight, one, actor)]
    return people_input(who, likely=open_to_attack(fight, actor, viewer), engaged=near, notes=notes)


def in_reach(fight: D20Fight, actor: Id, command: Command) -> Id:
    """The target of an attack hand to hand: not declared farther away, not wholly covered (D20C-MEL-01, -HOUSE-09)."""
    target = creature_target(fight, command)
    check_near(fight, actor, target)
    check_target(cover_of(fight, target, actor))
    return target


def creature_target(fight: D20Fight, command: Command) -> Id:
    """The target, who is still there and a creature; raises UnknownValue, NotAllowed."""
    target: Id = command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    if fight.body(target).being == "object":
        raise NotAllowed("d20.special.creatures_only", field="target")
    return target


def check_attack(fight: D20Fight, command: Command, viewer: Viewer) -> Id:
    """Refuse an actor who cannot attack now or has no attack left; return the actor."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    attack_spent(fight, actor, "attack_unarmed")
    return actor


def attack_needed(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The check of an action that takes the place of an attack."""
    check_attack(fight, command, viewer)


def attack_spent(fight: D20Fight, actor: Id, row: str) -> tuple[D20Fight, int]:
    """The fight with one attack of the turn spent on this row of the tables, and its base attack bonus."""
    base = next_blow(fight, actor, off=False, two_weapons=False)
    return spend_blow(fight, actor, row), base


def footing(fight: D20Fight, who: Id) -> Footing:
    """Return how firmly a combatant stands (D20S-TRIP-04, D20S-TRIP-05)."""
    body, effects = fight.body(who), effects_of(fight, who)
    steady = body.steady or body.legs == "quadruped"
    return Footing(body.size, modifier(body, "strength", effects), modifier(body, "dexterity", effects), steady)


def against(
    fight: D20Fight,
    actor: Id,
    target: Id,
    base: int,
    others: Json = (),
    *,
    weapon: Weapon = BARE_HANDS,
    touch: bool,
    tactics: tuple[str, ...] = (),
) -> Reckoned:
    """Both sides of a melee attack as things are, touch or not."""
    blow = Attempt(
        actor, target, weapon, Manner("melee", tactics=tactics), base, others=tuple(others or ()), touch=touch
    )
    attack = on_attack(fight, actor, target, weapon, blow.manner)
    return reckon(fight, blow, attack, on_defense(fight, target, actor, "melee"), blow.others)


def contest(
    fight: D20Fight,
    rule: Throws[R],
    actor: Id,
    target: Id,
    notes: Notes,
    key: str,
    *,
    keys: Mapping[str, str] = NO_KEYS,
    choices: Mapping[str, Choosing] = NO_CHOICES,
    told: Mapping[str, Callable[[Any], None]] = NOTHING_TOLD,
) -> Steps[R]:
    """Carry out a rule between two combatants.

    keys: what the requests begin with instead of `key`, by the purpose of the dice; choices: how each choice of the
    rule is asked; told: what tells each part of the result that is known before the end.
    """
    rollers: dict[str, Id | None] = {ACTOR: actor, TARGET: target}
    usual = asking(fight, rollers, notes, key=key, tell=lambda known: told[known.name](known.value))
    return (yield from asked(rule, replace(usual, keys=keys, choices=choices)))


def flag_choice(
    key: str, who: Id, name: str, label: str, refusal: str, ask: str, notes: Notes, *, unasked: bool
) -> Choosing:
    """Ask a combatant yes or no in the middle of a rule; `unasked` is the answer when the table goes on without one."""

    def step(decision: Decision) -> Steps[bool]:
        answer = yield from choose(
            f"{key}:{who}",
            who,
            Flag(name, label, default=True, fresh=True, refusal=refusal),
            so_far=notes.so_far,
            default={name: unasked},
            label=ask,
            standing=StandingOrder("order.counter", {name: True}, {name: False}),
        )
        return bool(answer[name])

    return step


def touch(attack_bonus: int, defense: int, hidden: MissChance | None) -> Throws[bool]:
    """Make a touch attack and return whether it reaches the target (D20S-GEN-01, D20S-GEN-04, D20C-CON-04).

    hidden: what conceals the target. Rolls d20, then d% where a good touch may miss a concealed target. Makes known
    `touch`, the roll, and `concealed` where concealment made it miss.
    """
    rolled = yield from roll_against("touch", attack_bonus, defense)
    yield from known("touch", rolled)
    if not rolled.success or hidden is None:
        return rolled.success
    through = yield from hits_concealed(hidden, attack_hit=True)
    if not through:
        yield from known("concealed", True)
    return through


def tell_touch(fight: D20Fight, actor: Id, target: Id, sides: Reckoned, rolled: Roll, notes: Notes) -> None:
    """Tell a melee touch attack, and what hides a target that it would reach (D20S-GEN-01, D20C-CON-03)."""
    seen, own = rolls_seen(fight, actor), controllers_of(actor)
    rules = TOUCH
    met = reach(sides.defense, *TOUCH, audience=controllers_of(target), terms=facts_of(sides.defense_terms))
    terms = (die_term(rolled.face, rules, seen), *facts_of(sides.terms), met)
    notes.tell("touch.total", rolled.total, who=actor, target=target, rules=rules, audience=own, terms=terms)
    if not rolled.success:
        notes.tell("touch.miss", who=actor, target=target, rules=rules)
        return
    notes.tell("touch.hit", who=actor, target=target, rules=rules)
    told_concealment(fight, actor, target, notes)


def tell_concealed(actor: Id, notes: Notes) -> None:
    """Tell that what hides the target made a good attack miss (D20C-CON-04)."""
    notes.tell("concealment.missed", who=actor, rules=("D20C-CON-04",))


def contests_of(fight: D20Fight) -> Contests:
    """How the table reads opposed checks (D20S-HOUSE-01, D20S-HOUSE-02)."""
    ties, naturals = (bool(setting(fight.house, name)) for name in ("actor_loses_ties", "naturals_decide_contests"))
    return Contests(ties, naturals)


Sides: TypeAlias = tuple[tuple[Term, ...], tuple[Term, ...]]
"""What the acting side and the other side add to their dice in an opposed check."""


def tell_contest(
    fight: D20Fight, actor: Id, target: Id, check: Opposed, notes: Notes, rules: tuple[str, ...], sides: Sides
) -> None:
    """Tell both totals with their terms, each to those who may see them, and who wins (D20S-HOUSE-01, -02)."""
    seen = rolls_seen(fight, actor).within(rolls_seen(fight, target))
    totals = {actor: check.acting_total, target: check.other_total}
    for (who, total), other, terms in zip(totals.items(), (target, actor), sides, strict=True):
        met = beat(totals[other], other, *rules, audience=seen)
        tell_side(fight, who, total, terms, notes, rules, met)
    winner = actor if check.won else target
    notes.tell("contest.won", who=winner, rules=(*rules, "D20S-HOUSE-01", "D20S-HOUSE-02"))


COMING_IN: tuple[Provoking, ...] = ("bull_rush_enter", "overrun_enter", "grapple_enter_space")
"""Acts in which the actor comes into the target's space, past everybody who stands there (D20S-AOO-01)."""


def tell_side(
    fight: D20Fight, who: Id, total: int, terms: tuple[Term, ...], notes: Notes, rules: tuple[str, ...], *met: Fact
) -> None:
    """Tell the roll of one side of an opposed check: its die, each term, the total, and the totals that it meets."""
    told = (*roll_terms(fight, who, total - sum_of(terms), terms, rules), *met)
    notes.tell("contest.total", total, who=who, rules=rules, audience=rolls_seen(fight, who), terms=told)


def draws(
    fight: D20Fight, who: Id, other: Id, act: Provoking, notes: Notes, key: str = "", asked: Collection[Id] = ()
) -> Steps[tuple[D20Fight, bool]]:
    """Let attacks of opportunity happen; return the fight and whether they dealt damage (D20S-AOO-01).

    asked: those who have had their chance on the way (D20C-HOUSE-20).
    """
    if not in_rounds(fight):
        return fight, False
    if act in COMING_IN:
        fight = yield from who_is_near(fight, who, notes)
    body = fight.body(who)
    found = drawn_by(
        act,
        tuple(foe for foe in provoked(fight, who) if foe not in asked),
        other,
        unarmed_counts_as_armed=armed_unarmed(body),
        sunder_feat=body.feat("sunder"),
    )
    return (yield from opportunities(fight, who, found, notes, key=key, rules=("D20S-AOO-01",)))


def tries(actor: Id, target: Id, what: str, notes: Notes, rules: tuple[str, ...]) -> None:
    """Tell who tries what against which target."""
    notes.tell("maneuver.tries", who=actor, target=target, what=Word(f"maneuver.{what}"), rules=rules)


@dataclass(frozen=True, slots=True)
class Rush:
    """A bull rush or an overrun: its rows in the action tables, and what its way into the square provokes."""

    attack: str
    charge: str
    enters: Provoking


BULL_RUSHING = Rush("bull_rush_attack", "bull_rush_charge", "bull_rush_enter")

OVERRUNNING = Rush("", "overrun_charge", "overrun_enter")
"""The tables list an overrun as part of a charge alone; inside a move it is an attack action all the same."""


def check_rush(fight: D20Fight, command: Command, viewer: Viewer, rush: Rush) -> None:
    """Require an actor who can attack and move, with a charge left, or an attack action and a move."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    try:
        paid(fight, actor, rush, "move_action", STEP_FT)
    except NotAllowed as refused:
        try:
            paid(fight, actor, rush, "charge", CHARGE_LEAST_FT)
        except NotAllowed:
            raise refused from None
    check_feet(fight, actor, "move", 0)


def rush_cost(rush: Rush, within: Within, feet: int) -> tuple[Spent, ...]:
    """What a rush takes of a turn: a charge, or an attack action and the move around it (D20S-OVR-01 to -04)."""
    if within == "charge":
        return (Spent("full_round", rush.charge, feet),)
    return Spent("attack", rush.attack), Spent("move", "move_speed", feet)


def paid(fight: D20Fight, actor: Id, rush: Rush, within: Within, feet: int) -> D20Fight:
    """The fight with the cost of a rush taken off the turn; raises NotAllowed."""
    if within == "charge" and not effects_of(fight, actor).can_charge:
        raise NotAllowed("d20.charge.not_now", field="within")
    return spend(fight, actor, *rush_cost(rush, within, feet))


def check_way(fight: D20Fight, actor: Id, target: Id, within: Within, feet: int, left: int = 0) -> None:
    """Refuse a way that is too long for the action or too short for the target (D20C-CHG-02, D20S-BULL-07).

    left: feet that are to be gone after entering the target's square.
    """
    turn = turn_of(fight, actor)
    mode: MoveMode = "charge" if within == "charge" else "move"
    limited = turn is not None and turn.limited
    for covered in (feet, feet + left):
        check_feet(fight, actor, mode, covered, limited=limited)
    said = feet_between(fight, actor, target)
    if not adjacent(fight, actor, target) and said is not None and said > feet:
        raise NotAllowed("d20.attack.not_adjacent", field="target")
    check_target(cover_of(fight, target, actor))


def rushes(
    fight: D20Fight,
    actor: Id,
    target: Id,
    rush: Rush,
    within: Within,
    feet: int,
    past: Sequence[Json],
    notes: Notes,
    walk: Walk | None = None,
    asked: set[Id] | None = None,
) -> Steps[tuple[D20Fight, bool]]:
    """Pay for it and come into the target's square: those who threaten may strike, the target too (D20S-BULL-04).

    walk: the way into it over a board; asked: filled with those who have their chance on it.
    Returns the fight and whether the rush goes on.
    """
    fight = paid(fight, actor, rush, within, feet)
    fight = charges(fight, actor) if within == "charge" else fight
    key, asked = "", set() if asked is None else asked
    if walk is not None:
        key = "enter:"
        up_to = Walk(walk.squares[:-1], walk.feet[:-1])
        fight, goes_on = yield from walks(fight, actor, up_to, "move", notes, rules=("D20C-AOO-05",), asked=asked)
        if not goes_on:
            return fight, False
    elif not adjacent(fight, actor, target):
        key = "enter:"
        on_the_way = [one for one in past if one != target]
        fight = yield from leaves(fight, actor, "move", on_the_way, notes, rules=("D20C-AOO-05",))
        if not moves_on(fight, actor, notes):
            return fight, False
        fight = stands(fight, actor, (target,))
    have_it = provoked(fight, actor)
    fight, _ = yield from draws(fight, actor, target, rush.enters, notes, key, asked)
    asked.update(have_it)
    if not moves_on(fight, actor, notes):
        return fight, False
    return (fight if walk is None else stood(fight, actor, walk.end)), True


def rush_feet(fight: D20Fight, actor: Id, within: Within) -> int:
    """How far the action goes that a rush is part of (D20S-BULL-07, D20C-CHG-02)."""
    turn = turn_of(fight, actor)
    mode: MoveMode = "charge" if within == "charge" else "move"
    return most_feet(fight, actor, mode, limited=turn is not None and turn.limited)
