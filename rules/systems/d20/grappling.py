"""Taking hold, joining a grapple, and the grapples of a fight.

Rules: D20S-GRAP-01 to -17, D20S-GRAP-22 to -38, D20S-HOUSE-15, D20H-STRG-05, D20H-STRG-06.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.board.walking import place_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, seldom
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id, Json, put
from rules.systems.d20.arms import MEDIUM_DAMAGE
from rules.systems.d20.bearing import base_attack, effects_of, modifier
from rules.systems.d20.blows import others_input
from rules.systems.d20.breath import BREATH, air_again
from rules.systems.d20.cover import MissChance
from rules.systems.d20.dice import USUAL_CONTESTS, Contests, Opposed, opposed_check, parse_amount
from rules.systems.d20.grapple import (
    Bond,
    Bonds,
    StrikeDamage,
    Wrestler,
    begun,
    grapple_bonus,
    grapple_load,
    grapple_terms,
    lethal_modifier,
    unarmed_damage,
)
from rules.systems.d20.harm import hurt, strain
from rules.systems.d20.maneuvers import (
    against,
    attack_spent,
    check_attack,
    contest,
    contests_of,
    draws,
    in_reach,
    target_input,
    tell_concealed,
    tell_contest,
    tell_touch,
    touch,
    tries,
)
from rules.systems.d20.opportunity import Replacing, armed_unarmed, go_on_after, takes_the_place_of_a_blow
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import beside, comes_near
from rules.systems.d20.sizes import MOST_CATEGORIES_LARGER, categories_larger, known_size
from rules.systems.d20.state import Body, D20Fight, Grapple, Pair, Round, effects_named, grapple_of, without_effects
from rules.systems.d20.strike import told_concealment
from rules.systems.d20.ways import stood

PINNED = "pinned"


def pinner_of(fight: D20Fight, who: Id) -> Id | None:
    """Return who pins a combatant; None for no one (D20S-GRAP-22)."""
    return next((effect.by for effect in effects_named(fight.body(who), PINNED) if effect.by), None)


def bonds_of(fight: D20Fight) -> Bonds:
    """Return all pairs that grapple, each with its pinner."""
    found = []
    for held in fight.round.grapples.values():
        for pair in held.pairs:
            pins = [by for by, who in (pair.both, pair.both[::-1]) if pinner_of(fight, who) == by]
            found.append(Bond(pair.one, pair.other, pins[0] if pins else None))
    return tuple(found)


def with_bonds(fight: D20Fight, bonds: Bonds) -> D20Fight:
    """Let exactly these grapple: bonds that share a member are one grapple, and pins follow the bonds."""
    choking = {who: by for held in fight.round.grapples.values() for who, by in held.choking.items()}
    groups: list[list[Bond]] = []
    for bond in bonds:
        near = [group for group in groups if any(other.joins(bond.one) or other.joins(bond.other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(one for group in near for one in group), bond])
    found = {}
    for group in groups:
        held = Grapple(group[0].other, tuple(Pair(bond.one, bond.other) for bond in group))
        kept = {who: by for who, by in sorted(choking.items()) if by in held.opponents(who)}
        found[held.id] = replace(held, choking=kept)
    fight = replace(fight, round=replace(fight.round, grapples=dict(sorted(found.items()))))
    pins = {bond.opponent(bond.pinner): bond.pinner for bond in bonds if bond.pinner is not None}
    for who, one in fight.combatants.items():
        gone = [effect.id for effect in effects_named(one.body, PINNED) if effect.by and pins.get(who) != effect.by]
        if gone:
            fight = without_effects(fight, who, *gone)
    return fight


def choked(fight: D20Fight, who: Id, by: Id) -> D20Fight:
    """Let a combatant be strangled, which takes its air (D20H-STRG-05)."""
    held = grapple_of(fight, who)
    if held is None or BREATH not in fight.body(who).timers:
        return fight
    after = replace(held, choking=put(held.choking, who, by))
    return replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, held.id, after)))


def _lasts(fight: D20Fight, bond: Bond, choking: dict[Id, Id]) -> bool:
    """Whether a bond goes on: both are there and alive, and one of them still holds the other."""
    if any(who not in fight.combatants or not fight.body(who).alive for who in (bond.one, bond.other)):
        return False
    holds = [who for who in (bond.one, bond.other) if not effects_of(fight, who).helpless]
    return bond.one in holds or (bond.other in holds and choking.get(bond.one) == bond.other)


def with_bonds_settled(fight: D20Fight) -> D20Fight:
    """End the grapples that no one holds any more, and give air back; idempotent (D20S-HOUSE-15, D20H-STRG-06)."""
    if fight.round.grapples:
        choking = {who: by for held in fight.round.grapples.values() for who, by in held.choking.items()}
        before = bonds_of(fight)
        after = tuple(bond for bond in before if _lasts(fight, bond, choking))
        if after != before:
            fight = with_bonds(fight, after)
        fight = _no_longer_choking(fight)
    for who, one in fight.combatants.items():
        loose = [
            effect.id for effect in effects_named(one.body, PINNED) if effect.by and grapple_of(fight, who) is None
        ]
        if loose:
            fight = without_effects(fight, who, *loose)
        timer = one.body.timers.get(BREATH)
        if timer is not None and timer.by is not None:
            held = grapple_of(fight, who)
            if held is None or who not in held.choking:
                fight = air_again(fight, who, Notes())
    return fight


def _no_longer_choking(fight: D20Fight) -> D20Fight:
    """End the strangling of those who are pinned or helpless (D20H-STRG-07, D20S-GRAP-25)."""
    for name, held in fight.round.grapples.items():
        kept = {
            who: by
            for who, by in held.choking.items()
            if by in held.opponents(who)
            and BREATH in fight.body(who).timers
            and pinner_of(fight, by) is None
            and not effects_of(fight, by).helpless
        }
        if kept != dict(held.choking):
            after = replace(held, choking=kept)
            fight = replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, name, after)))
    return fight


def wrestler(fight: D20Fight, who: Id, base: int | None = None, *, lethal: bool = False) -> Wrestler:
    """Return what a combatant brings to a grapple check (D20S-GRAP-05, D20S-GRAP-06, D20S-HOUSE-16)."""
    body = fight.body(who)
    other = lethal_modifier(lethal=lethal, unarmed_counts_as_armed=armed_unarmed(body))
    bonus = base_attack(body) if base is None else base
    return Wrestler(bonus, modifier(body, "strength", effects_of(fight, who)), body.size, other)


def unarmed_blow(fight: D20Fight, who: Id) -> StrikeDamage:
    """Return the damage of a combatant's bare hands (D20C-UNA-05, D20S-GRAP-12)."""
    strength = modifier(fight.body(who), "strength", effects_of(fight, who))
    return StrikeDamage(parse_amount(MEDIUM_DAMAGE).sides or 1, strength)


StartResult = Literal["failed_aoo", "failed_grab", "grabbed", "failed_hold", "released", "grappling"]


@dataclass(frozen=True)
class GrappleStart:
    """How far an attempt got, its opposed check if there was one, and the damage dealt."""

    result: StartResult
    check: Opposed | None = None
    damage: int = 0


def grapple_start(
    actor: Wrestler,
    target: Wrestler,
    strike: StrikeDamage,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    opportunity_damage: int,
    joining: bool,
    grab_only: bool,
    can_enter_square: bool,
    hidden: MissChance | None = None,
    contests: Contests = USUAL_CONTESTS,
    two_sizes: bool = False,
) -> Throws[GrappleStart]:
    """Make one attempt to start a grapple or to join one (D20S-GRAP-02 to -04, -08 to -15, -36, D20S-HOUSE-01, -02).

    target: when joining, the enemy picked for the check (D20S-GRAP-37). opportunity_damage: of any kind, from the
    target's attack of opportunity, at least 0, which a joining actor never draws. hidden: what conceals the
    target (D20C-CON-04). two_sizes: a target two categories larger can be held too. Rolls the touch d20 (not when
    joining), after a touch on a concealed target d%, actor's and target's d20, the die of the unarmed strike. Raises
    UnknownValue, OutOfRange, NotAllowed.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    at_least(opportunity_damage, 0, "d20.damage.negative", field="opportunity_damage")
    at_least(strike.die, 1, "d20.damage.sides", field="unarmed_die")
    if joining and opportunity_damage > 0:
        raise NotAllowed("d20.grapple.no_opportunity", field="opportunity_damage")
    if opportunity_damage > 0:
        return GrappleStart("failed_aoo")
    if not joining and not (yield from touch(touch_attack_bonus, touch_defense, hidden)):
        return GrappleStart("failed_grab")
    if grab_only:
        return GrappleStart("grabbed")
    if categories_larger(target.size, actor.size) > MOST_CATEGORIES_LARGER + two_sizes:
        return GrappleStart("failed_hold")
    check = yield from opposed_check("grapple", grapple_bonus(actor), grapple_bonus(target), contests)
    if not check.won:
        return GrappleStart("failed_hold", check)
    damage = yield from unarmed_damage(strike)
    return GrappleStart("grappling" if can_enter_square else "released", check, damage)


STARTING = ("D20S-GRAP-02", "D20S-GRAP-05", "D20S-GRAP-08", "D20S-GRAP-11", "D20S-GRAP-12", "D20S-GRAP-13")

MOVING_IN = ("D20S-GRAP-14", "D20S-GRAP-15")

JOINING = ("D20S-GRAP-36", "D20S-GRAP-37", "D20S-GRAP-38")


def lethal_input() -> Flag:
    """Whether the damage is meant to be lethal (D20S-HOUSE-16)."""
    return Flag("lethal", "input.grapple_lethal", note=Fact("note.grapple_lethal", rules=("D20S-HOUSE-16",)))


def grapple_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, whether it is only a grab, and whether the actor can move in."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (
        target_input(fight, actor, viewer),
        Flag("grab_only", "input.grab_only", note=Fact("note.grab_only", rules=("D20S-GRAP-03",)), fresh=True),
        Flag("enters", "input.enters", default=True, note=Fact("note.enters", rules=MOVING_IN), fresh=True),
        lethal_input(),
        *seldom(others_input()),
    )


def grapple_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Require an attack, and an actor who is in no grapple yet."""
    actor = here(fight, command)
    if grapple_of(fight, actor) is not None:
        raise NotAllowed("d20.grapple.in_one")
    check_attack(fight, command, viewer)


def grapple_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let the target strike first, then grab, hold and move in (D20S-GRAP-08 to -15); joining needs no grab."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = in_reach(fight, actor, command)
    check_room(fight, actor, target)
    fight, base = attack_spent(fight, actor, "grapple")
    fight, _ = yield from _tried(fight, Replacing(actor, target, base), values, notes)
    return Outcome(fight, notes.so_far)


def _tried(fight: D20Fight, trying: Replacing, values: Mapping[str, Json], notes: Notes) -> Steps[tuple[D20Fight, int]]:
    """The whole attempt, the blow that it draws first; returns the damage dealt too (D20S-GRAP-08 to -15)."""
    actor, target, key = trying.actor, trying.target, trying.key
    joining = grapple_of(fight, target) is not None
    tries(actor, target, "join_grapple" if joining else "grapple", notes, JOINING if joining else STARTING[:1])
    fight = comes_near(fight, actor, target, notes)
    hurt_first = False
    if not joining:
        fight, hurt_first = yield from draws(fight, actor, target, "grapple_start", notes, key)
        if not go_on_after(fight, actor, notes):
            return fight, 0
    lethal = bool(values.get("lethal"))
    sides = against(fight, actor, target, trying.base, values.get("others"), touch=True, tactics=trying.tactics)
    hidden = None if joining or hurt_first else told_concealment(fight, actor, target, Notes())
    mine, theirs = wrestler(fight, actor, trying.base, lethal=lethal), wrestler(fight, target)
    rule = grapple_start(
        mine,
        theirs,
        unarmed_blow(fight, actor),
        touch_attack_bonus=sides.bonus,
        touch_defense=sides.defense,
        opportunity_damage=int(hurt_first),
        joining=joining,
        grab_only=bool(values.get("grab_only")),
        can_enter_square=bool(values.get("enters", True)),
        hidden=hidden,
        contests=contests_of(fight),
        two_sizes=bool(setting(fight.house, "two_sizes_can_be_held")),
    )
    found = yield from contest(
        fight,
        rule,
        actor,
        target,
        notes,
        f"{key}hold",
        told={
            "touch": lambda rolled: tell_touch(fight, actor, target, sides, rolled, notes),
            "concealed": lambda _: tell_concealed(actor, notes),
        },
    )
    if found.check is not None:
        tell_contest(fight, actor, target, found.check, notes, STARTING, (grapple_terms(mine), grapple_terms(theirs)))
    notes.tell(f"grapple.{found.result}", who=actor, target=target, rules=(*STARTING, *MOVING_IN))
    if found.damage:
        fight = yield from squeezed(fight, actor, target, found.damage, notes, f"{key}hold:", lethal=lethal)
    if found.result == "grappling":
        fight = yield from _moved_in(fight, actor, target, notes, key)
    return (yield from strain(fight, actor, notes)), found.damage


def _may_grapple(fight: D20Fight, actor: Id, target: Id) -> None:
    """Refuse a thing, an actor in a grapple, and a target around which there is no room (D20S-GRAP-38)."""
    if fight.body(target).being == "object":
        raise NotAllowed("d20.special.creatures_only", field="target")
    if grapple_of(fight, actor) is not None:
        raise NotAllowed("d20.grapple.in_one")
    check_room(fight, actor, target)


takes_the_place_of_a_blow("grapple", _may_grapple, lambda fight, trying, notes: _tried(fight, trying, {}, notes))


def check_room(fight: D20Fight, actor: Id, target: Id) -> None:
    """Refuse more than four around one (D20S-GRAP-38, D20S-HOUSE-11)."""
    held = grapple_of(fight, target)
    already = () if held is None else held.opponents(target)
    sizes = [fight.body(who).size for who in (*already, actor)]
    if already and not grapple_load(fight.body(target).size, sizes).allowed:
        raise NotAllowed("d20.grapple.no_room", field="target")


def squeezed(
    fight: D20Fight, actor: Id, target: Id, damage: int, notes: Notes, key: str, *, lethal: bool
) -> Steps[D20Fight]:
    """Damage of bare hands in a grapple (D20S-GRAP-12, D20S-GRAP-21, D20S-HOUSE-16)."""
    rules = ("D20S-GRAP-12", "D20S-GRAP-21")
    return (
        yield from hurt(
            fight, target, damage, notes, by=actor, key=f"{key}{target}", nonlethal=not lethal, rules=rules
        )
    )  # fmt: skip


def _moved_in(fight: D20Fight, actor: Id, target: Id, notes: Notes, key: str) -> Steps[D20Fight]:
    """Move into the target's square, past those who threaten it; an actor who falls lets go (D20S-GRAP-14)."""
    if not fight.body(target).alive:
        return fight
    fight, _ = yield from draws(fight, actor, target, "grapple_enter_space", notes, key=f"{key}enter:")
    if not go_on_after(fight, actor, notes):
        return fight
    fight = beside(with_bonds(fight, begun(bonds_of(fight), actor, target)), actor, target)
    # on a board both are in one square from now on
    return stood(fight, actor, place_of(fight, target)) if both_placed(fight, actor, target) else fight


GRAPPLE: Action[Body, Round] = Action(
    "grapple", grapple_resolve, grapple_inputs, grapple_check, icon="link", of_the_turn=True, needs_actor=True
)
