"""Optional models: caps per blow, the defence reserve, consequence slots (TAP-OPT-02 to -09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.core.facts import Notes, fact
from rules.core.inputs import Choice, Number, options_of
from rules.core.people import rolls_seen
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.terms import thrown
from rules.core.throws import ACTOR, TARGET, Asking, Decision, Throws, asked, decide, throw_one
from rules.core.types import Id
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.dice import die_rolled, die_value
from rules.systems.tapiz.effects import BestTier, Effect, Points, Tier, best_tier, known_tier
from rules.systems.tapiz.harm import hurt
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.in_force import without_effect
from rules.systems.tapiz.settings import SlotRule, settings_of
from rules.systems.tapiz.state import TapizFight

CapRule = Literal["weapon_die", "attribute", "flat"]
SlotAction = Literal["add", "replace"]

CAP_RULES: tuple[CapRule, ...] = get_args(CapRule)
SLOT_ACTIONS: tuple[SlotAction, ...] = get_args(SlotAction)

CAP_ROWS = ("TAP-OPT-06", "TAP-OPT-07", "TAP-OPT-08")
"""The rows of the cap per blow."""

APART: tuple[SlotRule, ...] = ("by_kind", "by_part")
"""The rules under which what a consequence is about decides which slot it takes (TAP-OPT-05)."""

PARTS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
"""Parts of the body with slots of their own; a table that means others by them loses nothing."""


@dataclass(frozen=True, slots=True)
class DefenceReserve:
    """An attack after the defender spent hit points against it."""

    spent: int
    current: int
    remaining_points: int
    tier: BestTier
    may_kill: bool
    """The points left suffice for an extreme consequence (TAP-OPT-03)."""


@dataclass(frozen=True, slots=True)
class Slots:
    """One place for a consequence of each tier (TAP-OPT-04)."""

    minor: str | None = None
    major: str | None = None
    extreme: str | None = None

    def of(self, tier: Tier) -> str | None:
        """Return the consequence in the slot of a tier."""
        by_tier: Mapping[Tier, str | None] = {"minor": self.minor, "major": self.major, "extreme": self.extreme}
        return by_tier[known_tier(tier)]


def blow_cap(rule: CapRule, level: int, *, die: int | None, attribute: int | None, base: int) -> int:
    """Return the most hit points that one blow removes (TAP-OPT-06, TAP-OPT-07, TAP-OPT-08)."""
    match one_of(rule, CAP_RULES, "tapiz.cap.rule_unknown", field="cap"):
        case "weapon_die":
            start = needed(die, "tapiz.cap.die_missing", field="die")
        case "attribute":
            start = needed(attribute, "tapiz.cap.attribute_missing", field="attribute")
        case "flat":
            start = base
    return start + at_least(level, 1, "tapiz.level", field="level")


def capped(hit_points: int, cap: int | None) -> int:
    """Return what a blow removes under a cap (TAP-OPT-06 to -08)."""
    return hit_points if cap is None else min(hit_points, cap)


def defend(incoming_points: int, current: int, cap: int | None) -> Throws[DefenceReserve]:
    """Let the defender cancel incoming points with hit points, one for one.

    Raises NotAllowed for more than there is, than comes in or than the cap of a blow lets through.
    (TAP-OPT-02, TAP-OPT-03, TAP-OPT-09, TAP-HOUSE-28)
    """
    for field, number in (("incoming_points", incoming_points), ("current", current)):
        at_least(number, 0, "tapiz.reserve.negative", field=field)
    spend: int = yield from decide("reserve", TARGET, default=capped(max(0, min(incoming_points, current - 1)), cap))
    at_least(spend, 0, "tapiz.reserve.negative", field="spend")
    if spend > current:
        raise NotAllowed("tapiz.reserve.more_than_held", field="spend", params={"most": current})
    if spend > incoming_points:
        raise NotAllowed("tapiz.reserve.more_than_incoming", field="spend", params={"most": incoming_points})
    if cap is not None and spend > cap:
        raise NotAllowed("tapiz.reserve.more_than_cap", field="spend", params={"most": cap})
    remaining = incoming_points - spend
    tier = best_tier(remaining)
    return DefenceReserve(spend, current - spend, remaining, tier, tier == "extreme")


def fill_slot(slots: Slots, tier: Tier, name: str, action: SlotAction) -> Slots:
    """Put a consequence in the slot of its tier: add to an empty one, replace in an occupied one (TAP-OPT-04)."""
    known_tier(tier)
    one_of(action, SLOT_ACTIONS, "tapiz.slot.action_unknown", field="action")
    occupied = slots.of(tier) is not None
    if action == "add" and occupied:
        raise NotAllowed("tapiz.slot.occupied", field="tier", params={"tier": tier})
    if action == "replace" and not occupied:
        raise NotAllowed("tapiz.slot.empty", field="tier", params={"tier": tier})
    match tier:
        case "minor":
            return replace(slots, minor=name)
        case "major":
            return replace(slots, major=name)
        case "extreme":
            return replace(slots, extreme=name)


def cap_of(fight: TapizFight, actor: Id, die: int | None, attribute: Attribute, notes: Notes) -> Steps[int | None]:
    """The most hit points that a blow takes, its die rolled where the table reads it so; None where there is no cap.

    die: of the weapon, None without one. attribute: the one that attacks. (TAP-OPT-06 to -08, TAP-ODD-18)
    """
    settings, body = settings_of(fight.house), fight.body(actor)
    if settings.blow_cap == "none":
        return None
    rule: CapRule = "flat" if settings.blow_cap == "flat" else "attribute" if die is None else "weapon_die"
    worth = body.scores[attribute] if settings.cap_attribute == "score" else body.modifier(attribute)
    if rule != "weapon_die" or die is None or settings.cap_die == "highest_face":
        return max(0, blow_cap(rule, body.level, die=die, attribute=worth, base=settings.flat_cap))
    how = Asking({ACTOR: actor}, so_far=lambda: notes.so_far, audience=lambda _, to: rolls_seen(fight, to))
    face = yield from asked(throw_one("cap", die_rolled(die)), how)
    value = die_value(die, face)
    cap = blow_cap(rule, body.level, die=value, attribute=None, base=settings.flat_cap)
    terms = (
        thrown([face], "TAP-OPT-06", "TAP-ODD-18", value=value),
        fact("term.level", body.level, rules=("TAP-OPT-06",)),
    )
    notes.tell("cap.rolled", cap, who=actor, rules=("TAP-OPT-06",), terms=terms, audience=controllers_of(actor))
    return cap


def defended(fight: TapizFight, points: Points, notes: Notes, key: str = "reserve") -> Steps[tuple[TapizFight, Points]]:
    """Let the opponent of the points spend hit points against them; what is left buys consequences alone.

    Proposed is to cancel as much as leaves one point. (TAP-OPT-02, TAP-OPT-03, TAP-OPT-09, TAP-HOUSE-28)
    """
    victim, name = cast(Id, points.opponent), cast(PoolName, points.pool)
    held = max(0, fight.body(victim).pool(name).current)
    own = controllers_of(victim)

    def ask(decision: Decision) -> Steps[int]:
        most, proposed = capped(min(points.amount, held), points.cap), int(decision.default)
        if not most:
            return 0
        rules = ("TAP-OPT-02", "TAP-HOUSE-28")
        notes.tell("reserve.incoming", who=victim, points=points.amount, most=most, rules=rules, audience=own)
        answer = yield from choose(
            key,
            victim,
            Number("spend", f"input.reserve.{name}", default=proposed, minimum=0, maximum=999, required=False),
            so_far=notes.so_far,
            audience=rolls_seen(fight, victim),
            default={"spend": proposed},
            label="ask.reserve",
            standing=StandingOrder("order.reserve", {"spend": proposed}, {"spend": 0}),
        )
        return proposed if answer.get("spend") is None else int(answer["spend"])

    rule = defend(points.amount, held, points.cap)
    left = yield from asked(rule, Asking({TARGET: victim}, choices={"reserve": ask}))
    if left.spent:
        rules = ("TAP-OPT-02", "TAP-HOUSE-28", *(("TAP-OPT-09",) if points.cap is not None else ()))
        notes.tell("reserve.spent", who=victim, points=left.spent, rules=rules, audience=own)
        fight = hurt(fight, victim, name, left.spent, notes)
    seen = controllers_of(points.spender) if points.spender is not None else controllers_of()
    notes.tell(
        "reserve.left", left.remaining_points, points=left.remaining_points, rules=("TAP-OPT-02",), audience=seen
    )
    if left.may_kill:
        notes.tell("reserve.may_kill", rules=("TAP-OPT-03",), audience=seen)
    return fight, replace(points, amount=left.remaining_points, pool=None, cap=None)


def slots_taken(fight: TapizFight, created: Sequence[tuple[Id, Effect]]) -> list[tuple[Id, Effect]]:
    """The consequences that new ones replace, where the table has one slot for each tier (TAP-OPT-04, TAP-OPT-05).

    Raises NotAllowed when two new ones would need the same slot.
    """
    rule = settings_of(fight.house).slots
    if rule == "none":
        return []
    replaced: list[tuple[Id, Effect]] = []
    filled: dict[tuple[Id, str], Slots] = {}
    for bearer, effect in created:
        if not _in_a_slot(effect):
            continue
        shelf = (bearer, effect.about if rule in APART else "")
        old = [one for one in fight.body(bearer).effects.values() if _same_slot(rule, one, effect)]
        # what lies there from before is replaced; what this very roll has put there is not
        tier, before = cast(Tier, effect.tier), filled.get(shelf, Slots())
        action: SlotAction = "replace" if old and before.of(tier) is None else "add"
        if action == "replace":
            before = fill_slot(before, tier, old[0].id, "add")
        filled[shelf] = fill_slot(before, tier, effect.id, action)
        if action == "replace":
            replaced.extend((bearer, one) for one in old)
    return replaced


def without_slot(fight: TapizFight, bearer: Id, old: Effect, notes: Notes) -> TapizFight:
    """The fight without a consequence whose slot another takes (TAP-OPT-04)."""
    notes.tell("effect.replaced", whom=bearer, name=old.called(), rules=("TAP-OPT-04",))
    return without_effect(fight, bearer, old)


def _in_a_slot(effect: Effect) -> bool:
    """Whether an effect is a consequence that takes a slot: it harms its bearer, and stays on it."""
    return effect.sign < 0 and effect.tier != "momentary" and not effect.at_once


def _same_slot(rule: SlotRule, one: Effect, other: Effect) -> bool:
    alike = _in_a_slot(one) and one.tier == other.tier
    return alike and (rule not in APART or one.about == other.about)


def part_input(fight: TapizFight) -> tuple[Choice, ...]:
    """Which part of the body consequences concern, where the table has slots for each (TAP-OPT-05)."""
    if settings_of(fight.house).slots != "by_part":
        return ()
    parts = options_of("part", PARTS)
    return (Choice("part", "input.part", default=PARTS[1], required=False, layout="grid", options=parts),)
