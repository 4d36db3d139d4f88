"""Any other action, against a difficulty or opposed; and working to remove an effect.

(TAP-ROLL-01 to -08, TAP-EFF-06, TAP-GEN-03, TAP-STORY-04, TAP-STORY-05)
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Text, options_of
from rules.core.people import may_name, person_options, rolls_seen
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.throws import Dice, Known, asked
from rules.core.types import Id
from rules.systems.tapiz.attributes import ATTRIBUTES, MENTAL, Attribute
from rules.systems.tapiz.defence import check_static
from rules.systems.tapiz.difficulties import ask_difficulty, difficulty_input, difficulty_set
from rules.systems.tapiz.effects import PRICES, Points, Tier
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.in_force import bearing_on, proposed
from rules.systems.tapiz.languages import language_inputs, language_used
from rules.systems.tapiz.moving import moved_first
from rules.systems.tapiz.odds import (
    contest,
    hand_of,
    likely_on,
    odds_against,
    odds_of_resisting,
)
from rules.systems.tapiz.rolls import (
    Attempt,
    Prepared,
    asking,
    attempt,
    prepared,
    roll_inputs,
    tell_outcome,
)
from rules.systems.tapiz.spending import spend_points
from rules.systems.tapiz.stances import resistance_terms
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.turned_failures import turned_failure
from rules.systems.tapiz.turns import acted, caught, check_may_act


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, against which opponent if any, and how; the game master sets the difficulty at once."""
    if actor is None or actor not in fight.combatants:
        return ()
    opponents = person_options([who for who in may_name(fight, viewer) if who != actor])
    # without modifiers: the table may not know the opponent's
    attributes = options_of("attribute_short", ATTRIBUTES)
    return (
        Text("what", "input.what", length=120),
        *roll_inputs(fight, actor, "dexterity", attribute_by="game_master"),
        *language_inputs(fight, fight.body(actor)),
        Combatants("opponent", "input.opponent", required=False, layout="five", options=opponents),
        Choice(
            "opponent_attribute",
            "input.opponent_attribute",
            required=False,
            default="wisdom",
            layout="six",
            options=attributes,
        ),
        *(difficulty_input(fight.house) if viewer.game_master else ()),
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """An incapacitated mind may still obey or flee (TAP-HP-03)."""
    check_may_act(fight, command, viewer, orders=True)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against a difficulty or an opponent's resistance roll, and let the entitled side spend the points.

    (TAP-ROLL-01 to -08, TAP-GEN-03)
    """
    actor = cast(Id, command.actor)
    opponent: Id | None = command.inputs["opponent"]
    notes = Notes()
    fight, command = moved_first(fight, command, notes)
    made = _prepared(fight, command)
    if opponent is not None and opponent in fight.combatants:
        tried, fight = yield from _opposed(fight, made, opponent, command, notes)
        resistance = fact("resistance.rolled", tried.resistance, rules=("TAP-ROLL-06",))
    else:
        opponent = None
        notes.tell("action.tried", who=actor, what=command.inputs["what"], rules=("TAP-GEN-03",))
        value = yield from ask_difficulty(command, fight.house, notes)
        tried = yield from _against_difficulty(fight, made, value, notes)
        rules = ("TAP-ROLL-01", "TAP-HOUSE-11")
        resistance = fact("resistance.difficulty", value, rules=rules, audience=GAME_MASTER)
    comparison = tried.comparison
    spender, against = (actor, opponent) if comparison.success else (opponent, actor)
    tell_outcome(notes, fight, made, tried.rolled, comparison, resistance, spender=spender)
    fight = made.spent(fight)
    kind = _pool_of(cast(Attribute, command.inputs["attribute"]))
    points = Points(
        kind="effect" if comparison.success else "consequence",
        amount=comparison.points,
        spender=spender,
        opponent=against,
        pool=kind if against is not None and in_conflict(fight) else None,
        about=kind,
        # hiding or talking wounds only if the spender says so
        harming=False,
    )
    if not comparison.success:
        turned = yield from turned_failure(fight, actor, points, command.id, notes)
        if turned is not None:
            return Outcome(acted(turned, actor), notes.so_far)
    fight = yield from spend_points(fight, points, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds before the difficulty or the opponent's resistance is known."""
    actor = cast(Id, command.actor)
    opponent = command.inputs.get("opponent")
    fight, command = moved_first(fight, command, Notes())
    own = hand_of(_prepared(fight, command).roll)
    if opponent is not None and opponent in fight.combatants:
        resisting = _resisting(fight, opponent, _proposed(fight, opponent, command))
        return contest(actor, own, hand_of(resisting.roll))
    return (
        odds_against(actor, own, difficulty_set(command, fight.house), likely=likely_on(fight.house))
        if own.rolled
        else None
    )


def _prepared(fight: TapizFight, command: Command) -> Prepared:
    """The action roll before its dice fall, in a language where one was chosen (TAP-LANG-07)."""
    actor = cast(Id, command.actor)
    return prepared(fight, actor, command.inputs, language=language_used(fight, actor, command.inputs))


def _resisting(fight: TapizFight, opponent: Id, chosen: Answer) -> Prepared:
    """The opponent's resistance roll before its dice fall (TAP-ROLL-06)."""
    return prepared(fight, opponent, chosen, extra=resistance_terms(fight, fight.body(opponent)), sort="resistance")


def _against_difficulty(fight: TapizFight, made: Prepared, difficulty: int, notes: Notes) -> Steps[Attempt]:
    """Roll against a difficulty (TAP-ROLL-01)."""
    told = partial(odds_against, made.who, hand_of(made.roll), difficulty, likely=likely_on(fight.house))
    rule = attempt("action", made.roll, difficulty)
    return (yield from asked(rule, asking(fight, notes, made, key="action", odds=lambda dice: told())))


def _opposed(
    fight: TapizFight, made: Prepared, opponent: Id, command: Command, notes: Notes
) -> Steps[tuple[Attempt, TapizFight]]:
    """Roll against an opponent, who says how it resists and rolls first (TAP-ROLL-06, TAP-ROLL-11)."""
    what: str = command.inputs["what"]
    notes.tell("action.opposed", who=made.who, what=what, opponent=opponent, rules=("TAP-ROLL-06",))
    chosen = yield from _opposition(fight, opponent, command, notes)
    if chosen.get("mode") == "static":
        check_static(surprised=caught(fight, opponent))
    resisting = _resisting(fight, opponent, chosen)
    own, other = hand_of(made.roll), hand_of(resisting.roll)
    known: list[int] = []

    def told(dice: Dice) -> Fact:
        if dice[0].purpose == "resistance":
            return odds_of_resisting(opponent, other, own)
        return odds_against(made.who, own, known[0])

    def heard(found: Known) -> None:
        known.append(found.value.total)

    asks = asking(fight, notes, made, key="action", odds=told, against=resisting, tell=heard)
    tried = yield from asked(attempt("action", made.roll, resisting.roll), asks)
    return tried, resisting.spent(fight)


def _opposition(fight: TapizFight, opponent: Id, command: Command, notes: Notes) -> Steps[Answer]:
    """How the opponent resists: attribute, traits and what is in force (TAP-ROLL-06, TAP-ROLL-11).

    Proposed are the attribute that was named and everything in force.
    """
    default = _proposed(fight, opponent, command)
    answer = yield from choose(
        "opposing",
        opponent,
        *roll_inputs(
            fight,
            opponent,
            cast(Attribute, default["attribute"]),
            "resistance",
            moving=False,
            attribute_by="custom",
        ),
        so_far=notes.so_far,
        audience=rolls_seen(fight, opponent),
        default=default,
        label="ask.opposing",
    )
    return answer


def _proposed(fight: TapizFight, opponent: Id, command: Command) -> Answer:
    """How an opponent resists unless its player says otherwise."""
    attribute = command.inputs["opponent_attribute"] or "wisdom"
    return {"attribute": attribute, "in_force": proposed(bearing_on(fight, opponent, "resistance"))}


def _pool_of(attribute: Attribute) -> PoolName:
    """What such an action wears down: the mind with the attributes of the mind (TAP-HP-01, TAP-EFF-07)."""
    return "mental" if attribute in MENTAL else "physical"


def remove_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose effect is to be removed, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    bearers = _bearers(fight, viewer)
    # with one bearer there is nothing to choose, though it may be one who cannot act
    only = bearers[0] if len(bearers) == 1 else None
    return (
        Combatants("target", "input.bearer", layout="five", options=person_options(bearers), default=only),
        *roll_inputs(fight, actor, "intelligence", attribute_by="game_master"),
        *(difficulty_input(fight.house) if viewer.game_master else ()),
    )


def remove_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be something to remove."""
    check_may_act(fight, command, viewer)
    if not _bearers(fight, viewer):
        raise NotAllowed("tapiz.nothing_to_remove")


def remove_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll, and spend the points on removing or reducing what the target carries (TAP-EFF-06, TAP-STORY-05).

    Where the story does not allow it the game master drops it instead of setting a difficulty (TAP-STORY-04).
    """
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    if target not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="target")
    notes = Notes()
    fight, command = moved_first(fight, command, notes)
    tries = "action.remove_own" if actor == target else "action.remove"
    notes.tell(tries, who=actor, target=target, rules=("TAP-EFF-06",))
    value = yield from ask_difficulty(command, fight.house, notes)
    made = prepared(fight, actor, command.inputs)
    tried = yield from _against_difficulty(fight, made, value, notes)
    comparison = tried.comparison
    resistance = fact("resistance.difficulty", value, rules=("TAP-ROLL-01",), audience=GAME_MASTER)
    spender = actor if comparison.success else None
    tell_outcome(notes, fight, made, tried.rolled, comparison, resistance, spender=spender)
    fight = made.spent(fight)
    points = Points(
        kind="effect" if comparison.success else "consequence",
        amount=comparison.points,
        spender=spender,
        opponent=None if comparison.success else actor,
        pool=None,
        remove_from=target if comparison.success else None,
        preset=_within_reach(fight, target, comparison.effect_points),
    )

    def removed(now: TapizFight, won: Points) -> Steps[TapizFight]:
        won = replace(won, remove_from=target, preset=_within_reach(now, target, won.amount))
        return (yield from spend_points(now, won, command.id, notes))

    if not comparison.success:
        turned = yield from turned_failure(fight, actor, points, command.id, notes, succeeds=removed)
        if turned is not None:
            return Outcome(acted(turned, actor), notes.so_far)
    fight = yield from spend_points(fight, points, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def remove_odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds before the difficulty is known."""
    actor = cast(Id, command.actor)
    fight, command = moved_first(fight, command, Notes())
    own = hand_of(prepared(fight, actor, command.inputs).roll)
    return (
        odds_against(actor, own, difficulty_set(command, fight.house), likely=likely_on(fight.house))
        if own.rolled
        else None
    )


def _within_reach(fight: TapizFight, target: Id, points: int) -> tuple[Id, ...]:
    """The one effect that the target carries, if the points suffice to remove it: proposed at once."""
    carried = [effect for effect in fight.body(target).effects.values() if effect.tier != "momentary"]
    if len(carried) != 1 or PRICES[cast(Tier, carried[0].tier)] > points:
        return ()
    return (carried[0].id,)


def _bearers(fight: TapizFight, viewer: Viewer) -> list[Id]:
    """The combatants that carry an effect that may be removed, oneself included."""
    return [
        who
        for who in may_name(fight, viewer)
        if any(effect.tier != "momentary" for effect in fight.body(who).effects.values())
    ]


OTHER: Action[Body, Round] = Action(
    "other", resolve, inputs, check, icon="feather", of_the_turn=True, needs_actor=True, odds=odds
)
REMOVE_EFFECT: Action[Body, Round] = Action(
    "remove_effect",
    remove_resolve,
    remove_inputs,
    remove_check,
    icon="wand-sparkles",
    of_the_turn=True,
    needs_actor=True,
    odds=remove_odds,
)
