"""What action rolls share: inputs, the total with all its terms, the result (TAP-ROLL-02 to -08, -10, -11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Ref, Word
from rules.core.fight import Command
from rules.core.inputs import Choice, Combatants, Input, Number, Option, Rows, Several, Text
from rules.core.requests import Steps, choose, roll
from rules.core.types import Id, Json
from rules.systems.tapiz.actions.moving import moving_input, moving_terms
from rules.systems.tapiz.attributes import ATTRIBUTES, Attribute
from rules.systems.tapiz.bearing import LOAD, Sort, bearing_on, load_terms, proposed
from rules.systems.tapiz.dice import ACTION_DICE, die_value
from rules.systems.tapiz.effects import ActiveEffect, use_effects
from rules.systems.tapiz.house import DIFFICULTIES, Difficulty, difficulty, raise_difficulty
from rules.systems.tapiz.languages import LanguageUse
from rules.systems.tapiz.odds import Hand
from rules.systems.tapiz.rolls import MODES, STATIC_BASE, Comparison, Mode, roll_total
from rules.systems.tapiz.stances import Stance, attack_terms, highest_damage_die
from rules.systems.tapiz.state import Body, TapizFight, effect_fact, in_conflict
from rules.systems.tapiz.values import attribute_term, dice_term, static_term, traits_term

STEPS_UP = (0, 1, 2)
"""By how many steps the game master may raise a difficulty at once (TAP-LANG-08)."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made: its total, and the fight in which the effects it used up are gone (TAP-EFF-11)."""

    total: int
    fight: TapizFight


Odds: TypeAlias = Callable[[Hand], Fact | None]
"""What is told of the odds of a roll, once it is known what it brings."""


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


def in_force_input(fight: TapizFight, who: Id, sort: Sort) -> Several:
    """Everything in force on whoever rolls: ticked where its number makes sense, with why (TAP-EFF-02, TAP-ODD-31)."""
    found = bearing_on(fight, who, sort)
    options = tuple(
        Option(
            one.id,
            Fact("effect.plain", params={"name": one.name}),
            notes=(Fact("modifier", value=one.modifier), *one.notes),
            icon="anchor" if one.modifier > 0 else "droplet",
        )
        for one in found
    )
    return Several("in_force", "input.in_force", required=False, options=options, default=proposed(found))


def roll_inputs(
    fight: TapizFight, who: Id, default: Attribute, sort: Sort = "other", *, moving: bool = True
) -> tuple[Input, ...]:
    """The inputs of a roll: attribute, traits, what is in force, moving in a conflict, other modifiers, dice or 10."""
    body = fight.combatants[who].body
    return (
        attribute_input(body, default),
        traits_input(body),
        in_force_input(fight, who, sort),
        *(moving_input(body) if moving and in_conflict(fight) else ()),
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
    steps = tuple(Option(str(step), Fact(f"harder.n{step}", rules=("TAP-LANG-08",))) for step in STEPS_UP)
    return (
        Choice("difficulty", "input.difficulty", default="average", required=required, layout="grid", options=options),
        Number("resistance", "input.resistance", required=False, minimum=0, maximum=99),
        Choice("harder", "input.harder", default="0", required=False, layout="segments", options=steps),
    )


def difficulty_of(values: Mapping[str, Json]) -> int:
    """The difficulty that was chosen: the number, where one is given, else the word of the scale.

    `harder`: steps of the scale on top, such as for a language too poorly known (TAP-LANG-08, TAP-HOUSE-11).
    """
    steps = int(values.get("harder") or 0)
    if values.get("resistance") is not None:
        return raise_difficulty(int(values["resistance"]), steps)
    return difficulty(cast(Difficulty, values.get("difficulty") or "average"), steps)


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
    stance: Stance = "normal",
    damage_dice: Sequence[int] = (),
    language: LanguageUse | None = None,
    odds: Odds | None = None,
) -> Steps[Rolled]:
    """Roll 3d6, or take 10, and add everything that was chosen; the effects that bear on it are used up.

    `values`: attribute, traits, in_force, moving, others and mode as `roll_inputs` declares them. The table sees a
    player's total, and of its terms the dice; whoever controls the roller sees them all. `audience`: who sees the total
    instead. `extra`: terms that are added whatever is chosen, such as armour. `stance`: of an attack; `damage_dice`:
    added to it, all of them in focus on damage rolled twice. `odds`: what to tell before the dice fall.
    (TAP-ROLL-02, TAP-ROLL-03, TAP-ROLL-07, TAP-EFF-02, TAP-EFF-11, TAP-STANCE-06 to -10)
    """
    body = fight.combatants[who].body
    own = controllers_of(who)
    if audience is None:
        audience = TABLE if fight.combatants[who].controllers else own
    attribute = cast(Attribute, values["attribute"])
    traits = values.get("traits") or []
    ticked = values.get("in_force") or []
    used = use_effects(_bearing(body, ticked))
    modifiers = (
        *extra,
        *(load_terms(fight, body) if LOAD in ticked else ()),
        *moving_terms(values),
        *(effect_fact(body.effects[effect]) for effect, _ in used.terms),
        *_by_hand(values.get("others") or []),
    )
    kept = attack_terms(
        stance,
        level=body.level,
        attribute_modifier=body.modifier(attribute),
        traits=len(traits),
        other_modifiers=[term.value or 0 for term in modifiers],
        chosen_bonus=body.stance_bonus,
    )
    helping = traits_term(body.level, len(traits), aimed=stance == "aim", language=language)
    bonus = 0 if stance == "iron_defence" else sum(term.value or 0 for term in helping)
    fixed = kept.attribute_modifier + bonus + sum(kept.other_modifiers) + kept.stance_bonus
    mode = cast(Mode, values.get("mode") or "rolled")
    faces: tuple[int, ...] = ()
    sides, base = (ACTION_DICE, 0) if mode == "rolled" else ((), STATIC_BASE)
    chances = odds(_hand(sides, base + fixed, damage_dice, stance)) if odds else None
    if mode == "rolled":
        faces = yield from roll(
            key,
            who,
            *ACTION_DICE,
            so_far=notes.so_far,
            audience=audience,
            label=label,
            bonus=fixed,
            odds=chances,
        )
    hurting: Explanation = ()
    if damage_dice:
        chances = odds(_hand((), base + fixed + sum(faces), damage_dice, stance)) if odds else None
        hurting = yield from _damage_dice(who, key, stance, damage_dice, notes, audience, chances)
    result = roll_total(
        attribute_modifier=kept.attribute_modifier,
        trait_bonus=bonus,
        other_modifiers=[*kept.other_modifiers, kept.stance_bonus, *(term.value or 0 for term in hurting)],
        mode=mode,
        faces=faces,
    )
    plain = (attribute_term(body, attribute), *helping, *modifiers)
    private = (
        attribute_term(body, attribute),
        *helping,
        *_told_traits(body, traits),
        *modifiers,
        *_stance_terms(stance, kept.stance_bonus, dropped=sum(term.value or 0 for term in plain) - fixed),
        *hurting,
    )
    terms = (
        static_term() if mode == "static" else dice_term(faces),
        *(term.told_to(own) for term in private),
    )
    notes.add(
        Fact(code, value=result.total, params={"who": Ref(who)}, rules=("TAP-ROLL-02",), terms=terms, audience=audience)
    )
    return Rolled(result.total, without_effects(fight, who, used.remaining))


def _by_hand(rows: Sequence[Mapping[str, Json]]) -> Explanation:
    """Modifiers in own words, such as what a setting lets effects weigh more or less by level (TAP-OPT-10)."""
    return tuple(
        Fact("term.own", value=row["value"], params={"reason": row["reason"] or Word("input.others")}) for row in rows
    )


def _told_traits(body: Body, traits: Sequence[Sequence[str]]) -> Explanation:
    texts = {trait.id: trait.text for trait in body.traits}
    return tuple(
        Fact("term.trait_used", params={"trait": texts.get(name, ""), "how": how or "…"}, rules=("TAP-ROLL-11",))
        for name, how in traits
    )


def _stance_terms(stance: Stance, bonus: int, *, dropped: int) -> Explanation:
    """What the stance adds, or drops of everything that would help (TAP-STANCE-06, TAP-STANCE-09)."""
    named: dict[str, Word] = {"stance": Word(f"stance.{stance}")}
    if stance == "iron_defence":
        return (Fact("term.stance", value=-dropped, params=named, rules=("TAP-STANCE-09",)),) if dropped else ()
    return (Fact("term.stance", value=bonus, params=named, rules=("TAP-STANCE-06",)),) if bonus else ()


def _hand(sides: tuple[int, ...], bonus: int, damage_dice: Sequence[int], stance: Stance) -> Hand:
    """What a roll brings, for its odds: dice, damage dice by the stance, and what is added (TAP-STANCE-07)."""
    if stance == "focus_on_damage":
        return Hand(sides, bonus, best=(*damage_dice, *damage_dice))
    return Hand((*sides, *damage_dice), bonus)


def _damage_dice(
    who: Id, key: str, stance: Stance, dice: Sequence[int], notes: Notes, audience: Audience, chances: Fact | None
) -> Steps[Explanation]:
    """The damage dice that enter an attack: the best of two rolls in focus on damage, else their sum."""
    focus = stance == "focus_on_damage"
    thrown = (*dice, *dice) if focus else tuple(dice)
    faces = yield from roll(
        f"{key}_damage", who, *thrown, so_far=notes.so_far, audience=audience, label="dice.damage", odds=chances
    )
    shown = {"faces": " ".join(map(str, faces))}
    if focus:
        best = highest_damage_die(dice, faces)
        return (Fact("term.damage_best", value=best, params=shown, rules=("TAP-STANCE-07", "TAP-ODD-09")),)
    total = sum(die_value(die, face) for die, face in zip(dice, faces, strict=True))
    return (Fact("term.damage", value=total, params=shown, rules=("TAP-HOUSE-18",)),)


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
    notes.add(resistance.told_to(entitled))
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
    refused: Mapping[Id, Fact] | None = None,
) -> Combatants:
    """The choice of one combatant, the first proposed; `notes` says what the chooser may know of each.

    `refused`: others who are shown with the reason why they cannot be chosen.
    """
    options = tuple(Option(one, Fact("core.combatant", params={"who": Ref(one)}), notes=notes(one)) for one in who)
    options += tuple(
        Option(one, Fact("core.combatant", params={"who": Ref(one)}), reason=reason)
        for one, reason in (refused or {}).items()
    )
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
