"""Attacks of opportunity: provoking acts, the attackers, the question, the attack.

Rules: D20C-AOO-01 to -10, D20C-UNA-02 to -04, D20S-AOO-01 and the rows it collects, D20S-OBJ-03, D20C-AOT-07,
D20C-AOT-09, D20C-HOUSE-20, D20C-HOUSE-22 to -24, D20S-GRAP-16, D20H-COND-11.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import Missing, OutOfRange, RuleError, one_of
from rules.core.facts import Fact, Notes, Ref, fact
from rules.core.inputs import Choice, Flag, Option
from rules.core.once import once
from rules.core.people import people_input, rolls_seen
from rules.core.requests import Answer, StandingOrder, Steps, choose, together
from rules.core.types import Id, put
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import base_attacks
from rules.systems.d20.bearing import base_attack, can_act, effects_of
from rules.systems.d20.blows import Attempt, why_not
from rules.systems.d20.budget import action_provokes
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import comes_near, cover_of, foes, nearness_known, placed, within_reach
from rules.systems.d20.squares import natural_reach, reach_with
from rules.systems.d20.standing import THREATENS
from rules.systems.d20.state import Body, D20Fight, bears, grapple_of, in_rounds
from rules.systems.d20.strike import strike

PathMode = Literal["move", "five_foot_step", "withdraw"]

HeldWeapon = Literal["melee", "ranged", "unarmed", "natural"]

PATH_MODES: tuple[PathMode, ...] = get_args(PathMode)

HELD_WEAPONS: tuple[HeldWeapon, ...] = get_args(HeldWeapon)

PER_ROUND = 1
"""Attacks of opportunity of one combatant in a round (D20C-AOO-08)."""


def movement_provokes(mode: PathMode, squares: Sequence[Sequence[Id]]) -> tuple[Id, ...]:
    """Return the enemies that a path provokes, each once, in order (D20C-AOO-04 to -06, D20C-WDR-02 to -04).

    squares: the enemies that threaten each square of the path, from the start. Leaving a threatened square provokes,
    entering one and stopping there does not; a 5-foot step never does, and withdrawing spares the first square. Only
    the first provocation of each enemy counts (D20C-HOUSE-20). Raises Missing without a square, UnknownValue,
    OutOfRange for a step of more than two squares.
    """
    if not squares:
        raise Missing("d20.path.empty", field="squares")
    one_of(mode, PATH_MODES, "d20.path.mode_unknown", field="mode")
    if mode == "five_foot_step" and len(squares) > 2:
        raise OutOfRange("d20.path.step_too_long", field="squares", params={"squares": len(squares)})
    if mode == "five_foot_step":
        return ()
    left = squares[1:-1] if mode == "withdraw" else squares[:-1]
    return tuple(dict.fromkeys(enemy for threatened_by in left for enemy in threatened_by))


def can_strike(weapon: HeldWeapon, *, unarmed_counts_as_armed: bool = False) -> bool:
    """Whether a combatant threatens: by a melee or natural weapon, or armed unarmed attacks (D20C-AOO-02, -03)."""
    one_of(weapon, HELD_WEAPONS, "d20.weapon.held_unknown", field="weapon")
    return weapon in ("melee", "natural") or unarmed_counts_as_armed


def has_opportunity(made_this_round: int, *, flat_footed: bool, total_defense: bool) -> bool:
    """Whether a threatening combatant may strike: once per round (D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23)."""
    return not (flat_footed or total_defense) and made_this_round < PER_ROUND


Provoking = Literal[
    "ranged_attack",
    "unarmed_attack",
    "trip_unarmed",
    "trip_weapon",
    "disarm_melee_weapon",
    "disarm_ranged_weapon",
    "grab_worn_object",
    "disarm_counter",
    "bull_rush_enter",
    "bull_rush_push_actor",
    "bull_rush_push_target",
    "overrun_enter",
    "grapple_start",
    "grapple_join",
    "grapple_enter_space",
    "strike_held_object",
    "strike_loose_object",
    "aid_another",
]

Drawn = Literal["everybody", "other", "everybody_but_other", "nobody"]

PROVOKING: tuple[Provoking, ...] = get_args(Provoking)


@dataclass(frozen=True)
class Opening:
    """The combatants from which an act draws attacks of opportunity."""

    drawn: Drawn
    """Which combatants; `other` is the second party of the act."""
    action: str | None
    """The row of the action tables that decides; None if a rule of its own decides."""
    rule: str


OPENINGS: Mapping[Provoking, Opening] = {
    "ranged_attack": Opening("everybody", "attack_ranged", "D20S-GUN-05"),
    "unarmed_attack": Opening("other", "attack_unarmed", "D20C-UNA-02"),
    "trip_unarmed": Opening("other", "attack_unarmed", "D20S-TRIP-03"),
    "trip_weapon": Opening("nobody", "trip", "D20S-TRIP-10"),
    "disarm_melee_weapon": Opening("other", "disarm", "D20S-DIS-02"),
    "disarm_ranged_weapon": Opening("other", "disarm", "D20S-DIS-10"),
    "grab_worn_object": Opening("other", "disarm", "D20S-GRB-01"),
    "disarm_counter": Opening("nobody", None, "D20S-DIS-06"),
    "bull_rush_enter": Opening("everybody", "move_speed", "D20S-BULL-04"),
    "bull_rush_push_actor": Opening("everybody_but_other", "move_speed", "D20S-BULL-09"),
    "bull_rush_push_target": Opening("everybody_but_other", "move_speed", "D20S-BULL-09"),
    "overrun_enter": Opening("everybody", "move_speed", "D20S-OVR-05"),
    "grapple_start": Opening("other", "grapple", "D20S-GRAP-09"),
    "grapple_join": Opening("nobody", None, "D20S-GRAP-36"),
    "grapple_enter_space": Opening("everybody_but_other", "move_speed", "D20S-GRAP-14"),
    "strike_held_object": Opening("other", "attack_object", "D20S-OBJ-05"),
    "strike_loose_object": Opening("nobody", "attack_object", "D20S-OBJ-05"),
    "aid_another": Opening("nobody", "aid_another", "D20S-AOO-01"),
}
"""The attackers where the action tables leave them open (D20S-AOO-01, D20S-TRIP-10, D20S-BULL-04, D20S-BULL-09)."""

SPARED_BY_ARMED_HANDS: tuple[Provoking, ...] = ("unarmed_attack", "trip_unarmed")
"""Acts that do not provoke if the actor's unarmed attacks count as armed (D20S-TRIP-03, D20C-UNA-03)."""

SPARED_BY_SUNDER: tuple[Provoking, ...] = ("strike_held_object",)
"""Acts that do not provoke if the actor has the Sunder feat (D20S-OBJ-05)."""


def drawn_by(
    action: Provoking,
    threatened_by: Sequence[Id],
    other: Id,
    *,
    unarmed_counts_as_armed: bool = False,
    sunder_feat: bool = False,
) -> tuple[Id, ...]:
    """Return the threatening combatants that get an attack of opportunity, in their order.

    other: the target, the holder of the object, or the pusher of a pushed creature. Raises UnknownValue for an
    action that is not in the table (D20S-AOO-01, D20S-TRIP-03, D20S-OBJ-05, D20C-AOT-08).
    """
    one_of(action, PROVOKING, "d20.action.unknown", field="maneuver")
    if (unarmed_counts_as_armed and action in SPARED_BY_ARMED_HANDS) or (sunder_feat and action in SPARED_BY_SUNDER):
        return ()
    match OPENINGS[action].drawn:
        case "nobody":
            return ()
        case "other":
            return tuple(foe for foe in threatened_by if foe == other)
        case "everybody_but_other":
            return tuple(foe for foe in threatened_by if foe != other)
        case "everybody":
            return tuple(threatened_by)


def armed_unarmed(body: Body) -> bool:
    """Whether a combatant's unarmed attacks count as armed (D20C-UNA-04)."""
    natural = any(weapon.use == "natural" for weapon in body.weapons)
    return natural or body.feat("combat_martial_arts")


@once
def melee_arms(body: Body) -> tuple[Weapon, ...]:
    """Return the weapons usable outside the turn: held or natural weapons, armed hands (D20C-AOO-02)."""
    found = []
    for weapon in body.carried():
        # what is part of the body is always at hand
        ready = weapon.unarmed or weapon.use == "natural" or (weapon.key in (body.main, body.off) and weapon.melee)
        held: HeldWeapon = "unarmed" if weapon.unarmed else "melee"
        if ready and can_strike(held, unarmed_counts_as_armed=armed_unarmed(body)):
            found.append(weapon)
    return tuple(found)


def arms_against(fight: D20Fight, foe: Id, who: Id) -> tuple[Weapon, ...]:
    """The weapons of a foe that reach a combatant outside the turn; all of them where one has come between."""
    arms, body = melee_arms(fight.body(foe)), fight.body(foe)
    return tuple(one for one in arms if within_reach(fight, foe, who, reach_with(body, one))) or arms


@once
def arms_reach(body: Body) -> int:
    """How many squares the arms reach that are usable outside the turn."""
    return max((reach_with(body, weapon) for weapon in melee_arms(body)), default=1)


def threatens(fight: D20Fight, foe: Id, who: Id) -> bool:
    """Whether a foe can strike at a combatant within the reach of its arms (D20C-AOO-03, D20S-GRAP-16)."""
    body = fight.body(foe)
    if body.being == "object" or not foes(fight, foe, who) or not within_reach(fight, foe, who, arms_reach(body)):
        return False
    if grapple_of(fight, foe) is not None or not effects_of(fight, foe).attack_allowed:
        return False
    return bool(melee_arms(body))


THREATENS["melee"] = threatens


@once
def may_strike(fight: D20Fight, foe: Id, who: Id) -> bool:
    """Whether a threatening foe has an attack of opportunity left (D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23)."""
    if not threatens(fight, foe, who):
        return False
    if cover_of(fight, who, foe) == "total":
        # a combatant in total cover cannot be attacked (D20C-HOUSE-09)
        return False
    defending = bears(fight.body(foe), "total_defense") and not setting(fight.house, "opportunities_in_total_defense")
    flat_footed = not effects_of(fight, foe).can_attack_of_opportunity
    return has_opportunity(fight.round.opportunities.get(foe, 0), flat_footed=flat_footed, total_defense=defending)


def provoked(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """Return the foes that may strike at a combatant that drops its guard, in order (D20C-AOO-04, D20C-AOO-07)."""
    if not in_rounds(fight) or grapple_of(fight, who) is not None:
        return ()
    return tuple(foe for foe in fight.order if may_strike(fight, foe, who))


@dataclass(frozen=True, slots=True)
class Replacing:
    """An attempt in the place of one melee attack: out of turn, or at the end of a charge (D20C-AOT-09)."""

    actor: Id
    target: Id
    base: int
    """The base attack bonus of the attack that it replaces."""
    key: str = ""
    """Comes before the keys of all requests."""
    tactics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Instead:
    """A special attack that may take the place of a melee attack."""

    check: Callable[[D20Fight, Id, Id], None]
    """Refuses what actor and target make impossible."""
    does: Callable[[D20Fight, Replacing, Notes], Steps[tuple[D20Fight, int]]]
    """The fight after it, and the damage that it dealt to the target."""


INSTEAD: dict[str, Instead] = {}
"""Trip, disarm and grapple by name, which register themselves: they rest on this module."""


def takes_the_place_of_a_blow(
    name: str,
    check: Callable[[D20Fight, Id, Id], None],
    does: Callable[[D20Fight, Replacing, Notes], Steps[tuple[D20Fight, int]]],
) -> None:
    """Register a special attack that may take the place of a melee attack (D20C-AOT-09, D20S-GEN-06)."""
    INSTEAD[name] = Instead(check, does)


BLOW = "blow"

IN_PLACE_OF_A_BLOW = ("trip", "disarm", "grapple")
"""What may take the place of a melee attack (D20C-AOT-09)."""

AOT = ("D20C-AOT-09", "D20S-GEN-06")


def possible_instead(fight: D20Fight, actor: Id, target: Id) -> tuple[str, ...]:
    """The special attacks that actor and target allow in the place of a blow, in order."""

    def allowed(one: Instead) -> bool:
        try:
            one.check(fight, actor, target)
        except RuleError:
            return False
        return True

    return tuple(name for name in IN_PLACE_OF_A_BLOW if allowed(INSTEAD[name]))


def instead_input(names: Sequence[str]) -> tuple[Choice, ...]:
    """The choice between a blow and the special attacks that may take its place; none where there are none."""
    if not names:
        return ()
    options = tuple(Option(name, Fact(f"instead_of_blow.{name}", rules=AOT)) for name in (BLOW, *names))
    return (
        Choice(
            "instead_of_blow",
            "input.instead_of_blow",
            required=False,
            default=BLOW,
            layout="segments",
            options=options,
            fresh=True,
        ),
    )


def opportunities(
    fight: D20Fight, who: Id, foes_: Sequence[Id], notes: Notes, *, key: str = "", rules: tuple[str, ...] = ()
) -> Steps[tuple[D20Fight, bool]]:
    """Ask the foes that may strike, and resolve the attacks they choose (D20C-AOO-08, D20C-AOO-09, D20C-HOUSE-20).

    Returns the fight and whether an attack dealt damage. An answer is optional: without one the foe does not strike.
    A foe is asked again if the target falls before its attack.
    """
    if not foes_:
        return fight, False
    refs = tuple(Ref(foe) for foe in foes_ if not fight.combatants[foe].hidden)
    if refs:
        notes.tell("opportunity.provoked", who=who, foes=refs, rules=("D20C-AOO-04", *rules))
    wanted = yield from together(
        {foe: _wants(fight, foe, who, notes, key) for foe in foes_}, key=f"{key}opportunities", so_far=notes.so_far
    )
    # for a target that shows nothing, the question would tell that it has fallen
    seen_to_fall = not effects_of(fight, who).helpless and fight.combatants[who].shows != "nothing"
    hurt_by_any = False
    for foe in foes_:
        answer = wanted[foe]
        if not answer["strikes"] or not fight.body(who).alive:
            continue
        if seen_to_fall and effects_of(fight, who).helpless:
            # the choice to strike at a standing target is not a choice to strike at a dying one
            again = yield from _wants(fight, foe, who, notes, key, fallen=True)
            if not again["strikes"]:
                continue
        made = fight.round.opportunities.get(foe, 0) + 1
        fight = replace(fight, round=replace(fight.round, opportunities=put(fight.round.opportunities, foe, made)))
        notes.tell("opportunity.made", who=foe, target=who, rules=("D20C-AOO-08", "D20C-AOO-09"))
        fight, dealt = yield from _strikes(fight, foe, who, answer, notes, f"{key}{foe}:")
        hurt_by_any = hurt_by_any or dealt > 0
    return fight, hurt_by_any


def _strikes(fight: D20Fight, foe: Id, who: Id, answer: Answer, notes: Notes, key: str) -> Steps[tuple[D20Fight, int]]:
    """Make one attack of opportunity: a blow, or what takes its place (D20C-AOO-09, D20C-AOT-09)."""
    body, instead = fight.body(foe), answer.get("instead_of_blow") or BLOW
    base = base_attacks(base_attack(body))[0]
    # an attack before this one may have made it impossible
    if instead in possible_instead(fight, foe, who):
        return (yield from INSTEAD[instead].does(fight, Replacing(foe, who, base, key), notes))
    arms = arms_against(fight, foe, who)
    weapon = next((one for one in arms if one.key == answer.get("weapon")), arms[0])
    struck = yield from strike(fight, Attempt(foe, who, weapon, Manner("melee"), base, key=key), notes)
    return struck.fight, struck.damage


def _wants(fight: D20Fight, foe: Id, who: Id, notes: Notes, key: str, *, fallen: bool = False) -> Steps[Answer]:
    arms = arms_against(fight, foe, who)
    options = tuple(
        Option(one.key, fact("weapon.named", name=one.name) if one.name else Fact("weapon.unarmed")) for one in arms
    )
    weapon = Choice("weapon", "input.weapon", required=False, default=arms[0].key, layout="grid", options=options)
    instead = instead_input(possible_instead(fight, foe, who))
    return choose(
        f"{key}opportunity:{foe}:fallen" if fallen else f"{key}opportunity:{foe}",
        foe,
        Flag("strikes", "input.strikes", fresh=True, refusal="answer.let_pass"),
        *((weapon,) if len(arms) > 1 and not fallen else ()),
        *(() if fallen or not within_reach(fight, foe, who, natural_reach(fight.body(foe))) else instead),
        so_far=notes.so_far,
        audience=rolls_seen(fight, foe),
        default={"strikes": False},
        label="ask.opportunity_fallen" if fallen else "ask.opportunity",
        # to strike at the dying is never decided beforehand
        standing=None if fallen else StandingOrder("order.opportunity", {"strikes": True}, {"strikes": False}),
    )


def go_on_after(fight: D20Fight, who: Id, notes: Notes, *, wrestling: bool = False) -> bool:
    """Whether a combatant can go on with its action after an attack on it.

    wrestling: the action is one in a grapple; any other ends when it is taken hold of (D20S-GRAP-18, D20S-GRAP-19).
    """
    if can_act(fight, who) and (wrestling or grapple_of(fight, who) is None):
        return True
    notes.tell("act.interrupted", who=who, rules=("D20C-AOO-08",))
    return False


def moves_on(fight: D20Fight, who: Id, notes: Notes, *, crawling: bool = False) -> bool:
    """Whether a combatant on its way can go on after an attack on it, which may have tripped it (D20S-TRIP-06)."""
    if not go_on_after(fight, who, notes):
        return False
    if crawling or not bears(fight.body(who), "prone"):
        return True
    notes.tell("act.interrupted", who=who, rules=("D20C-AOO-08", "D20S-TRIP-06"))
    return False


def attacks_on(fight: D20Fight, who: Id, weapon: Weapon, notes: Notes, *, wrestling: bool = False) -> bool:
    """Whether a combatant can go on to attack after an attack on it: the weapon may be gone (D20S-DIS-05)."""
    if not go_on_after(fight, who, notes, wrestling=wrestling):
        return False
    if not why_not(fight, who, weapon):
        return True
    notes.tell("act.interrupted", who=who, rules=("D20C-AOO-08", "D20S-DIS-05", "D20C-CIR-10"))
    return False


def distracted(fight: D20Fight, who: Id, notes: Notes, *, rules: tuple[str, ...], action: str = "") -> Steps[D20Fight]:
    """Let all foes that threaten a combatant strike (D20C-AOO-07, D20C-AOT-07).

    action: the row of the tables that decides whether it provokes; without one it does.
    """
    if action and not action_provokes(action):
        return fight
    fight = yield from who_is_near(fight, who, notes)
    after, _ = yield from opportunities(fight, who, provoked(fight, who), notes, rules=rules)
    return after


def unplaced_foes(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """The foes of which nothing tells whether they stand next to a combatant, as its players may know them.

    What a foe could do there does not count: the question would tell it.
    """
    played = bool(fight.combatants[who].controllers)

    def counts(foe: Id) -> bool:
        one = fight.combatants[foe]
        standing = one.body.awake or one.shows == "nothing"
        return foes(fight, who, foe) and one.body.being != "object" and standing and not (one.hidden and played)

    return tuple(foe for foe in fight.order if foe != who and counts(foe) and not nearness_known(fight, who, foe))


def who_is_near(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """Ask once who stands next to a combatant that drops its guard, where nothing tells it (D20C-AOO-03, -07)."""
    unknown = unplaced_foes(fight, who) if in_rounds(fight) and grapple_of(fight, who) is None else ()
    if not unknown:
        return fight
    answer = yield from choose(
        f"near:{who}",
        who,
        people_input(unknown, name="beside", label="input.near", several=True, required=False),
        so_far=notes.so_far,
        default={"beside": []},
        label="ask.near",
    )
    fight = placed(fight, who)
    for foe in (one for one in unknown if one in answer["beside"]):
        fight = comes_near(fight, foe, who, notes)
    return fight


def stands_still(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant is an immobile object without a holder (D20S-OBJ-03)."""
    body = fight.body(who)
    return body.being == "object" and body.thing.immobile and body.thing.holder not in fight.combatants


def provoke(fight: D20Fight, blow: Attempt, notes: Notes) -> Steps[D20Fight]:
    """Resolve the attacks that an attack provokes: shooting all that threaten, unarmed attacks the target.

    (D20C-AOO-07, D20C-UNA-02 to -04, D20S-GUN-05, D20S-OBJ-05, D20C-AOT-08)
    """
    actor, target = blow.actor, blow.target
    holder = fight.body(target).thing.holder
    if blow.manner.mode == "melee" and holder is not None:
        sunder = fight.body(actor).feat("sunder")
        found = drawn_by("strike_held_object", provoked(fight, actor), holder, sunder_feat=sunder)
        after, _ = yield from opportunities(fight, actor, found, notes, rules=("D20S-OBJ-05",))
        return after
    if blow.manner.mode == "ranged":
        rules = ("D20C-AOO-07", "D20S-GUN-05")
        return (yield from distracted(fight, actor, notes, rules=rules, action="attack_ranged"))
    if not blow.weapon.unarmed or not in_rounds(fight):
        return fight
    threatening = tuple(foe for foe in fight.order if may_strike(fight, foe, actor))
    armed = armed_unarmed(fight.body(actor))
    found = drawn_by("unarmed_attack", threatening, target, unarmed_counts_as_armed=armed)
    after, _ = yield from opportunities(fight, actor, found, notes, rules=("D20C-UNA-02", "D20C-UNA-03"))
    return after
