"""What action rolls share: inputs, the total with all its terms, the result (TAP-ROLL-02 to -08, -10, -11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Ref, Word
from rules.core.fight import Command
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Rows, Several, Text
from rules.core.requests import Steps, choose, roll
from rules.core.types import Id, Json
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.dice import ACTION_DICE
from rules.systems.tapiz.effects import ActiveEffect, use_effects
from rules.systems.tapiz.house import DIFFICULTIES, Difficulty, difficulty
from rules.systems.tapiz.rolls import MODES, Comparison, Mode, roll_total
from rules.systems.tapiz.state import Body, Effect, TapizFight, effect_fact, in_force
from rules.systems.tapiz.traits import trait_bonus
from rules.systems.tapiz.values import attribute_term, dice_term, static_term, traits_term


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made: its total, and the fight in which the effects it used up are gone (TAP-EFF-11)."""

    total: int
    fight: TapizFight


def attribute_input(body: Body, default: Attribute, name: str = "attribute") -> Choice:
    """The choice of the relevant attribute (TAP-ROLL-10)."""
    options = tuple(
        Option(
            attribute,
            Fact(f"attribute_short.{attribute}"),
            notes=(Fact("modifier", value=body.modifier(attribute)),),
        )
        for attribute in ATTRIBUTES
    )
    return Choice(name, "input.attribute", default=default, layout="six", options=options)


def traits_input(body: Body) -> Several:
    """The traits that help, in order, each with a word how (TAP-ROLL-11)."""
    options = tuple(Option(trait.id, Fact("trait", params={"text": trait.text})) for trait in body.traits)
    return Several("traits", "input.traits", required=False, layout="grid", options=options, words=True)


def effects_input(name: str, label: str, effects: Sequence[Effect], *, ticked: bool) -> Several:
    """The effects in force that may bear on a roll; ticked ones count (TAP-EFF-02)."""
    options = tuple(
        Option(
            effect.id,
            Fact("effect.plain", params={"name": effect.called()}),
            notes=(Fact("modifier", value=effect.modifier), Fact(f"duration.{effect.duration}")),
            icon="anchor" if effect.sign > 0 else "droplet",
        )
        for effect in effects
    )
    default = [effect.id for effect in effects] if ticked else []
    return Several(name, label, required=False, options=options, default=default)


def roll_inputs(body: Body, default: Attribute) -> tuple[Input, ...]:
    """The inputs of an action roll: attribute, traits, effects in force, other modifiers, dice or 10."""
    return (
        attribute_input(body, default),
        traits_input(body),
        effects_input("in_force", "input.in_force", in_force(body), ticked=True),
        Rows(
            "others",
            "input.others",
            maximum=6,
            of=(
                Number("value", "input.modifier", minimum=-40, maximum=40),
                Text("reason", "input.reason", required=False, length=80),
            ),
        ),
        Choice(
            "mode",
            "input.mode",
            default="rolled",
            required=False,
            layout="segments",
            options=tuple(Option(mode, Fact(f"mode.{mode}")) for mode in MODES),
        ),
    )


def difficulty_input(*, required: bool) -> tuple[Input, ...]:
    """The difficulty by the scale, or as a number of one's own (TAP-ROLL-01, TAP-HOUSE-11)."""
    options = tuple(
        Option(name, Fact(f"difficulty.{name}"), notes=(Fact("plain_number", value=value),))
        for name, value in DIFFICULTIES.items()
    )
    return (
        Choice("difficulty", "input.difficulty", default="average", required=required, layout="grid", options=options),
        Number("resistance", "input.resistance", required=False, minimum=0, maximum=99),
    )


def difficulty_of(values: Mapping[str, Json]) -> int:
    """The difficulty that was chosen: the number, where one is given, else the word of the scale."""
    if values.get("resistance") is not None:
        return int(values["resistance"])
    return difficulty(cast(Difficulty, values.get("difficulty") or "average"))


def ask_difficulty(command: Command, notes: Notes) -> Steps[int]:
    """The difficulty as the game master set it with the command, or is asked for it now (TAP-ROLL-01)."""
    if command.inputs.get("difficulty") or command.inputs.get("resistance") is not None:
        return difficulty_of(command.inputs)
    answer = yield from choose(
        "difficulty",
        None,
        *difficulty_input(required=False),
        so_far=notes.so_far,
        default={"difficulty": "average"},
        label="ask.difficulty",
    )
    return difficulty_of(answer)


def make_roll(
    fight: TapizFight,
    who: Id,
    key: str,
    values: Mapping[str, Json],
    notes: Notes,
    *,
    label: str,
    audience: Audience | None = None,
    code: str = "roll.total",
    extra: Explanation = (),
) -> Steps[Rolled]:
    """Roll 3d6, or take 10, and add everything that was chosen; the effects that bear on it are used up.

    `values`: attribute, traits, in_force, others and mode as `roll_inputs` declares them. The table sees a player's
    total, and of its terms the dice; whoever controls the roller sees them all. `audience`: who sees the total instead.
    `extra`: terms that are added whatever is chosen, such as armour.
    (TAP-ROLL-02, TAP-ROLL-03, TAP-ROLL-07, TAP-EFF-02, TAP-EFF-11)
    """
    body = fight.combatants[who].body
    own = controllers_of(who)
    if audience is None:
        audience = TABLE if fight.combatants[who].controllers else own
    attribute = cast(Attribute, values["attribute"])
    traits = values.get("traits") or []
    others = values.get("others") or []
    bonus = trait_bonus(body.level, len(traits)).bonus
    used = use_effects(_bearing(body, values.get("in_force") or []))
    worn = [term.value or 0 for term in extra]
    modifiers = [*worn, *(value for _, value in used.terms), *(row["value"] for row in others)]
    mode = cast(Mode, values.get("mode") or "rolled")
    faces: tuple[int, ...] = ()
    if mode == "rolled":
        fixed = body.modifier(attribute) + bonus + sum(modifiers)
        faces = yield from roll(
            key, who, *ACTION_DICE, so_far=notes.so_far, audience=audience, label=label, bonus=fixed
        )
    result = roll_total(
        attribute_modifier=body.modifier(attribute),
        trait_bonus=bonus,
        other_modifiers=modifiers,
        mode=mode,
        faces=faces,
    )
    by_hand = tuple(
        Fact("term.own", value=row["value"], params={"reason": row["reason"] or Word("input.others")}) for row in others
    )
    texts = {trait.id: trait.text for trait in body.traits}
    told = tuple(
        Fact("term.trait_used", params={"trait": texts.get(name, ""), "how": how or "…"}, rules=("TAP-ROLL-11",))
        for name, how in traits
    )
    private = (
        attribute_term(body, attribute),
        *extra,
        *traits_term(body.level, len(traits)),
        *told,
        *(effect_fact(body.effects[effect]) for effect, _ in used.terms),
        *by_hand,
    )
    terms = (
        static_term() if mode == "static" else dice_term(faces),
        *(replace(term, audience=own) for term in private),
    )
    notes.add(
        Fact(code, value=result.total, params={"who": Ref(who)}, rules=("TAP-ROLL-02",), terms=terms, audience=audience)
    )
    return Rolled(result.total, without_effects(fight, who, used.remaining))


def without_effects(fight: TapizFight, who: Id, remaining: Sequence[Id]) -> TapizFight:
    """The fight in which this combatant keeps only these effects."""
    body = fight.combatants[who].body
    if len(remaining) == len(body.effects):
        return fight
    kept = {name: body.effects[name] for name in sorted(remaining)}
    return fight.with_body(who, replace(body, effects=kept))


def tell_result(
    notes: Notes, who: Id, comparison: Comparison, resistance: Fact, *, spender: Id | None, opponent: Id | None
) -> None:
    """Tell how a roll compares: everybody learns success or failure, whoever spends the points learns the margin.

    The margin tells its spender the resistance; see docs/secrecy.md. (TAP-ROLL-04, TAP-ROLL-05, TAP-EFF-04)
    """
    entitled = controllers_of(*(one for one in (spender, opponent) if one is not None))
    notes.add(replace(resistance, audience=entitled))
    points = comparison.effect_points if comparison.success else comparison.consequence_points
    code = "roll.success" if comparison.success else "roll.failure"
    notes.add(
        Fact(
            code,
            value=points,
            params={"who": Ref(who), "points": points},
            rules=("TAP-ROLL-04",) if comparison.success else ("TAP-ROLL-05",),
            audience=controllers_of(spender) if spender is not None else controllers_of(),
            otherwise=Fact(f"{code}_plain", params={"who": Ref(who)}),
        )
    )


def others_than(fight: TapizFight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """The combatants that this viewer may aim at, in order."""
    return [
        who
        for who in fight.order
        if (itself or who != actor) and (viewer.game_master or not fight.combatants[who].hidden)
    ]


def state_known(fight: TapizFight, who: Id, viewer: Viewer) -> bool:
    """Whether this viewer may know how a combatant fares."""
    return viewer.game_master or who in viewer.controls or fight.combatants[who].shows != "nothing"


def opponents_first(fight: TapizFight, actor: Id, who: Sequence[Id], viewer: Viewer) -> list[Id]:
    """The same combatants, those of other sides first and of these the ones that are seen to stand."""
    side = fight.combatants[actor].side

    def fallen(one: Id) -> bool:
        return state_known(fight, one, viewer) and not fight.combatants[one].body.has_asalto

    return sorted(who, key=lambda one: (fight.combatants[one].side == side, fallen(one)))


def targets_input(
    fight: TapizFight,
    who: Sequence[Id],
    *,
    name: str = "target",
    label: str = "input.target",
    notes: Callable[[Id], tuple[Fact, ...]] = lambda who: (),
) -> Combatants:
    """The choice of one combatant, the first proposed; `notes` says what the chooser may know of each."""
    options = tuple(Option(one, Fact("core.combatant", params={"who": Ref(one)}), notes=notes(one)) for one in who)
    return Combatants(name, label, layout="five", options=options, default=who[0] if who else None)


def check_may_act(fight: TapizFight, command: Command, viewer: Viewer, *, orders: bool = False) -> None:
    """Refuse an asalto to whoever cannot act, or whose turn it is not (TAP-HP-02, TAP-HP-03, TAP-TIME-01).

    The game master may let anybody act at any time. `orders`: an action that an incapacitated mind may still take.
    """
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    allowed = fight.combatants[actor].body.allowed
    if allowed == "none" or (allowed == "obey_or_flee" and not orders):
        raise NotAllowed(f"tapiz.cannot_act.{allowed}")
    check_has_asalto(fight, actor, viewer)


def check_has_asalto(fight: TapizFight, actor: Id, viewer: Viewer) -> None:
    """Refuse players who act out of turn or twice in one asalto; not in the free scene, nor the game master."""
    if viewer.game_master or not fight.ordered:
        return
    if fight.round.turn != actor:
        raise NotAllowed("tapiz.not_your_turn")
    if fight.round.used:
        raise NotAllowed("tapiz.asalto_used")


def _bearing(body: Body, ticked: Sequence[Id]) -> list[ActiveEffect]:
    return [
        ActiveEffect(
            effect.id, effect.tier, effect.sign, effect.id in ticked, duration=effect.duration, numeric=effect.numeric
        )
        for effect in body.effects.values()
    ]
