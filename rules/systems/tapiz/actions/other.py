"""Any other action: against a difficulty, or opposed by somebody; and working to remove an effect.

(TAP-ROLL-01 to -08, TAP-EFF-06, TAP-STORY-04)
"""

from __future__ import annotations

from functools import partial
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option, Text
from rules.core.requests import Answer, Steps, choose
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.odds import contest, hand_of, odds_against, odds_of_resisting
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.rolling import (
    Odds,
    Rolled,
    ask_difficulty,
    check_may_act,
    difficulty_input,
    difficulty_of,
    make_roll,
    others_than,
    roll_inputs,
    tell_result,
)
from rules.systems.tapiz.actions.spending import spend_points
from rules.systems.tapiz.actions.surprise import check_mode
from rules.systems.tapiz.actions.talking import language_inputs, spoken_in
from rules.systems.tapiz.actions.turning import turned_failure
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.bearing import bearing_on, proposed
from rules.systems.tapiz.effects import PRICES, Tier
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.odds import likely_difficulties, likely_resistances
from rules.systems.tapiz.resisting import stance_term
from rules.systems.tapiz.rolls import Mode, compare
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.turns import acted


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, against whom if anybody, and how; the game master sets the difficulty at once."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    opponents = tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in others_than(fight, actor, viewer)
    )
    return (
        Text("what", "input.what", length=120),
        *roll_inputs(fight, actor, "dexterity"),
        *language_inputs(fight, body),
        Combatants("opponent", "input.opponent", required=False, layout="five", options=opponents),
        Choice(
            "opponent_attribute",
            "input.opponent_attribute",
            required=False,
            default="wisdom",
            layout="six",
            # without modifiers: the opponent's are not for everybody
            options=tuple(Option(name, Fact(f"attribute_short.{name}")) for name in ATTRIBUTES),
        ),
        *(difficulty_input(required=False) if viewer.game_master else ()),
    )


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against a difficulty or an opponent's resistance roll, and let the entitled side spend the points."""
    actor = cast(Id, command.actor)
    opponent: Id | None = command.inputs["opponent"]
    # asked for its refusals, before anything else
    spoken_in(fight, actor, command.inputs)
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "what": command.inputs["what"]}
    if opponent is not None and opponent in fight.combatants:
        notes.add(Fact("action.opposed", params={**params, "opponent": Ref(opponent)}, rules=("TAP-ROLL-06",)))
        chosen = yield from _opposition(fight, opponent, command, notes)
        check_mode(fight, opponent, cast(Mode, chosen.get("mode") or "rolled"))
        told = odds_of_resisting(opponent, hand_of(partial(_attempt, fight, command, Notes())))
        resisted = yield from _resist(fight, opponent, chosen, notes, told)
        fight = resisted.fight
        resistance = Fact("resistance.rolled", value=resisted.total, rules=("TAP-ROLL-06",))
    else:
        opponent = None
        notes.add(Fact("action.tried", params=params, rules=("TAP-GEN-03",)))
        value = yield from ask_difficulty(command, notes)
        resistance = Fact(
            "resistance.difficulty", value=value, rules=("TAP-ROLL-01", "TAP-HOUSE-11"), audience=GAME_MASTER
        )
    likely = likely_resistances if opponent is not None else likely_difficulties
    rolled = yield from _attempt(fight, command, notes, odds_against(actor, resistance.value, likely=likely))
    comparison = compare(rolled.total, resistance.value or 0)
    spender, against = (actor, opponent) if comparison.success else (opponent, actor)
    tell_result(notes, actor, comparison, resistance, spender=spender, opponent=None)
    kind = _pool_of(cast(Attribute, command.inputs["attribute"]))
    points = Points(
        kind="effect" if comparison.success else "consequence",
        amount=comparison.effect_points or comparison.consequence_points,
        spender=spender,
        opponent=against,
        pool=kind if against is not None and in_conflict(fight) else None,
        about=kind,
        # whoever hides or talks wounds nobody unless somebody says so
        harming=False,
    )
    if not comparison.success:
        turned = yield from turned_failure(rolled.fight, actor, points, command.id, notes)
        if turned is not None:
            return Outcome(acted(turned, actor), notes.so_far)
    fight = yield from spend_points(rolled.fight, points, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _pool_of(attribute: Attribute) -> PoolName:
    """What such an action wears down: the mind with the attributes of the mind (TAP-HP-01, TAP-EFF-07)."""
    return "mental" if attribute in ("intelligence", "wisdom", "charisma") else "physical"


def odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds before the difficulty or the opponent's resistance is known to anybody."""
    actor = cast(Id, command.actor)
    opponent = command.inputs.get("opponent")
    own = hand_of(partial(_attempt, fight, command, Notes()))
    if opponent is not None and opponent in fight.combatants:
        resisting = partial(_resist, fight, opponent, _proposed(fight, opponent, command), Notes())
        return contest(actor, own, hand_of(resisting))
    if not own.rolled:
        return None
    return odds_against(actor, _difficulty_set(command), likely=likely_difficulties)(own)


def _difficulty_set(command: Command) -> int | None:
    """The difficulty that came with the command, if any did."""
    named = command.inputs.get("difficulty") or command.inputs.get("resistance") is not None
    return difficulty_of(command.inputs) if named else None


def _attempt(fight: TapizFight, command: Command, notes: Notes, odds: Odds | None = None) -> Steps[Rolled]:
    """The action roll."""
    actor = cast(Id, command.actor)
    spoken = spoken_in(fight, actor, command.inputs)
    return make_roll(fight, actor, "action", command.inputs, notes, label="dice.action", language=spoken, odds=odds)


def _resist(fight: TapizFight, opponent: Id, chosen: Answer, notes: Notes, odds: Odds | None = None) -> Steps[Rolled]:
    """The opponent's resistance roll."""
    return make_roll(
        fight,
        opponent,
        "resistance",
        chosen,
        notes,
        audience=controllers_of(opponent),
        label="dice.resistance",
        code="roll.resistance",
        extra=stance_term(fight, fight.combatants[opponent].body),
        odds=odds,
    )


def _proposed(fight: TapizFight, opponent: Id, command: Command) -> Answer:
    """How an opponent resists unless they say otherwise: the attribute that was named, everything in force."""
    attribute = command.inputs["opponent_attribute"] or "wisdom"
    return {"attribute": attribute, "in_force": proposed(bearing_on(fight, opponent, "resistance"))}


def _opposition(fight: TapizFight, opponent: Id, command: Command, notes: Notes) -> Steps[Answer]:
    """How the opponent resists: attribute, traits and what is in force, as the opponent says (TAP-ROLL-06, -11).

    Nobody waits for it: proposed are the attribute that was named and everything in force.
    """
    default = _proposed(fight, opponent, command)
    answer = yield from choose(
        "opposing",
        opponent,
        *roll_inputs(fight, opponent, cast(Attribute, default["attribute"]), "resistance", moving=False),
        so_far=notes.so_far,
        audience=controllers_of(opponent),
        default=default,
        label="ask.opposing",
    )
    return answer


def remove_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose effect is to be removed, and how."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (
        Combatants("target", "input.bearer", layout="five", options=_bearers(fight, actor, viewer)),
        *roll_inputs(fight, actor, "intelligence"),
        *(difficulty_input(required=False) if viewer.game_master else ()),
    )


def remove_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll, and spend the points on removing or reducing what the target carries (TAP-EFF-06, TAP-STORY-05).

    Where the story does not allow it the game master drops it instead of setting a difficulty (TAP-STORY-04).
    """
    actor = cast(Id, command.actor)
    target: Id = command.inputs["target"]
    if target not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="target")
    notes = Notes()
    notes.add(Fact("action.remove", params={"who": Ref(actor), "target": Ref(target)}, rules=("TAP-EFF-06",)))
    value = yield from ask_difficulty(command, notes)
    told = odds_against(actor, value, likely=likely_difficulties)
    rolled = yield from make_roll(fight, actor, "action", command.inputs, notes, label="dice.action", odds=told)
    comparison = compare(rolled.total, value)
    resistance = Fact("resistance.difficulty", value=value, rules=("TAP-ROLL-01",), audience=GAME_MASTER)
    spender = actor if comparison.success else None
    tell_result(notes, actor, comparison, resistance, spender=spender, opponent=None)
    fight = yield from spend_points(
        rolled.fight,
        Points(
            kind="effect" if comparison.success else "consequence",
            amount=comparison.effect_points or comparison.consequence_points,
            spender=spender,
            opponent=None if comparison.success else actor,
            pool=None,
            remove_from=target if comparison.success else None,
            preset=_within_reach(fight, target, comparison.effect_points),
        ),
        command.id,
        notes,
    )
    return Outcome(acted(fight, actor), notes.so_far)


def remove_odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds before the difficulty is known to anybody."""
    actor = cast(Id, command.actor)
    own = hand_of(lambda odds: make_roll(fight, actor, "action", command.inputs, Notes(), label="", odds=odds))
    return odds_against(actor, _difficulty_set(command), likely=likely_difficulties)(own) if own.rolled else None


def _within_reach(fight: TapizFight, target: Id, points: int) -> tuple[Id, ...]:
    """The one effect that the target carries, if the points suffice to remove it: proposed at once."""
    carried = [effect for effect in fight.combatants[target].body.effects.values() if effect.tier != "momentary"]
    if len(carried) != 1 or PRICES[cast(Tier, carried[0].tier)] > points:
        return ()
    return (carried[0].id,)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """An incapacitated mind may still obey or flee (TAP-HP-03)."""
    check_may_act(fight, command, viewer, orders=True)


def remove_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be something to remove."""
    check_may_act(fight, command, viewer)
    if not _bearers(fight, cast(Id, command.actor), viewer):
        raise NotAllowed("tapiz.nothing_to_remove")


def _bearers(fight: TapizFight, actor: Id, viewer: Viewer) -> tuple[Option, ...]:
    return tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)}))
        for who in others_than(fight, actor, viewer, itself=True)
        if any(effect.tier != "momentary" for effect in fight.combatants[who].body.effects.values())
    )


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
