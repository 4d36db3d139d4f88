"""Rolls: 3d6 or 10, everything that is added, and the comparison with a resistance (TAP-ROLL-02 to -08, -10, -11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Audience, controllers_of
from rules.core.board.walking import on_board, square_inputs
from rules.core.errors import at_least
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.inputs import (
    Choice,
    Input,
    Number,
    Option,
    Rows,
    Several,
    Text,
    game_master_decides,
    options_of,
    seldom,
)
from rules.core.people import rolls_seen
from rules.core.terms import reach
from rules.core.throws import ACTOR, TARGET, Asking, Dice, Known, Throw, Throws, known, throw
from rules.core.types import Id, Json
from rules.systems.tapiz.attributes import ATTRIBUTES, MENTAL, Attribute
from rules.systems.tapiz.effects import effect_fact, use_effects
from rules.systems.tapiz.in_force import LOAD, Sort, bearing_on, in_force_option, left_out, proposed, used_up
from rules.systems.tapiz.languages import LanguageUse, language_bonus
from rules.systems.tapiz.load import load_terms, weighs_on
from rules.systems.tapiz.moving import moving_input, moving_terms
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import Body, TapizFight, in_conflict

Mode = Literal["rolled", "static"]
AttributeBy = Literal["player", "custom", "game_master"]
"""Who says which attribute a roll takes: its player, custom unless the game master agrees, or the game master."""

MODES: tuple[Mode, ...] = get_args(Mode)

ACTION_DICE: tuple[int, ...] = (6, 6, 6)
"""The three dice of an action or resistance roll (TAP-ROLL-02)."""

STATIC_BASE = 10
"""What takes the place of the three dice in a static roll (TAP-ROLL-07)."""


@dataclass(frozen=True, slots=True)
class TraitBonus:
    """The parts of a trait bonus, their sum, its cap, and what enters the roll."""

    first_trait: int
    further_traits: int
    language_bonus: int
    uncapped: int
    cap: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Roll:
    """What goes into an action or resistance roll beside the dice."""

    attribute_modifier: int
    trait_bonus: int = 0
    other_modifiers: tuple[int, ...] = ()
    mode: Mode = "rolled"

    @property
    def added(self) -> int:
        """What is added to the dice, or to the 10 of a static roll."""
        return self.attribute_modifier + self.trait_bonus + sum(self.other_modifiers)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made."""

    faces: tuple[int, ...]
    """None in a static roll."""
    total: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a total achieved against a resistance."""

    success: bool
    effect_points: int
    consequence_points: int

    @property
    def points(self) -> int:
        """The points of one side or the other."""
        return self.effect_points or self.consequence_points


@dataclass(frozen=True, slots=True)
class Attempt:
    """A roll against a resistance."""

    resistance: int
    rolled: Rolled
    comparison: Comparison


def trait_bonus(
    level: int, traits: int, *, aimed: bool = False, over_cap: bool = False, language: LanguageUse | None = None
) -> TraitBonus:
    """Work out the trait bonus of a roll (TAP-ROLL-03, TAP-LANG-05 to -07; an aimed attack: TAP-STANCE-10).

    over_cap: what aiming adds goes beyond the cap, as some tables read it (TAP-ODD-08).
    """
    spoken = language_bonus(language) if language is not None else 0
    cap = (3 if aimed and over_cap else 2) * at_least(level, 1, "tapiz.level", field="level")
    at_least(traits, 0, "tapiz.traits.negative", field="traits")
    first = level * (2 if aimed else 1) if traits else 0
    further = max(0, traits - 1)
    uncapped = first + further + spoken
    return TraitBonus(first, further, spoken, uncapped, cap, min(uncapped, cap))


def static_total(terms: Roll) -> int:
    """Return the total of a static roll: 10 in place of the dice (TAP-ROLL-07)."""
    at_least(terms.trait_bonus, 0, "tapiz.trait_bonus.negative", field="trait_bonus")
    return STATIC_BASE + terms.added


def roll(purpose: str, terms: Roll, roller: str = ACTOR) -> Throws[Rolled]:
    """Make an action or resistance roll: 3d6, or 10 in a static one (TAP-ROLL-02, -06, -07, TAP-ROLL-08)."""
    if terms.mode == "static":
        return Rolled((), static_total(terms))
    at_least(terms.trait_bonus, 0, "tapiz.trait_bonus.negative", field="trait_bonus")
    faces = yield from throw(*(Throw(purpose, sides, roller, terms.added) for sides in ACTION_DICE))
    return Rolled(faces, sum(faces) + terms.added)


def resist(against: Roll | int) -> Throws[int]:
    """Return a resistance: a number that stands, or the total of the target's roll (TAP-ROLL-01, TAP-ROLL-06)."""
    if isinstance(against, int):
        return against
    resisted = yield from roll("resistance", against, TARGET)
    yield from known("resistance", resisted)
    return resisted.total


def compare(total: int, resistance: int) -> Comparison:
    """Compare a total with a resistance; the margin becomes points (TAP-ROLL-04, TAP-ROLL-05)."""
    margin = total - resistance
    return Comparison(margin >= 0, max(0, margin), max(0, -margin))


def attempt(purpose: str, terms: Roll, against: Roll | int) -> Throws[Attempt]:
    """Roll against a difficulty or a resistance roll, which comes first (TAP-ROLL-01 to -08)."""
    resistance = yield from resist(against)
    rolled = yield from roll(purpose, terms)
    return Attempt(resistance, rolled, compare(rolled.total, resistance))


def static_term() -> Fact:
    """The 10 in place of dice."""
    return fact("term.static", STATIC_BASE, rules=("TAP-ROLL-07",))


def dice_term(faces: Sequence[int]) -> Fact:
    """The dice of a roll as a term."""
    return fact("term.dice", sum(faces), faces=" ".join(map(str, faces)), rules=("TAP-ROLL-02",))


def attribute_term(body: Body, attribute: Attribute) -> Fact:
    """The modifier of an attribute as a term (TAP-HOUSE-02, TAP-HOUSE-03)."""
    named, score, value = Word(f"attribute.{attribute}"), body.scores[attribute], body.modifier(attribute)
    rules: tuple[str, ...] = ("TAP-CHAR-02", "TAP-HOUSE-02")
    if attribute == body.doubled:
        return fact("term.attribute_doubled", value, attribute=named, score=score, rules=(*rules, "TAP-HOUSE-03"))
    return fact("term.attribute", value, attribute=named, score=score, rules=rules)


def traits_term(
    level: int, traits: int, *, aimed: bool = False, over_cap: bool = False, language: LanguageUse | None = None
) -> Explanation:
    """The trait bonus of a roll as a term; none without traits or command of a language (TAP-ROLL-03, TAP-LANG-07)."""
    bonus = trait_bonus(level, traits, aimed=aimed, over_cap=over_cap, language=language)
    if not traits and not bonus.language_bonus:
        return ()
    code, rules, named = "term.traits", ["TAP-ROLL-03"], {"traits": traits, "level": level, "cap": bonus.cap}
    if bonus.language_bonus:
        code = "term.traits_language"
        rules += ["TAP-LANG-05", "TAP-LANG-06", "TAP-LANG-07"]
        named["language"] = bonus.language_bonus
    elif aimed:
        code = "term.traits_aimed"
        rules += ["TAP-STANCE-10", "TAP-ODD-08"]
    return (Fact(code, bonus.bonus, named, tuple(rules)),)


def attribute_input(body: Body, default: Attribute) -> Input:
    """The choice of the relevant attribute (TAP-ROLL-10)."""
    options = tuple(
        Option(attribute, fact(f"attribute_short.{attribute}"), notes=(fact("modifier", body.modifier(attribute)),))
        for attribute in ATTRIBUTES
    )
    return Choice("attribute", "input.attribute", default=default, layout="six", options=options)


def roll_inputs(
    fight: TapizFight,
    who: Id,
    default: Attribute,
    sort: Sort = "other",
    *,
    moving: bool = True,
    attribute_by: AttributeBy = "player",
    between: tuple[Input, ...] = (),
) -> tuple[Input, ...]:
    """The inputs of a roll: way on a board, attribute, traits, what is in force, moving, other modifiers, dice or 10.

    Of the traits each is given with a word how it helps (TAP-ROLL-11); of what is in force that is ticked whose number
    makes sense, with why (TAP-EFF-02, TAP-ODD-31).

    between: inputs that stand after those that change with every roll.
    """
    body = fight.body(who)
    traits = tuple(Option(trait.id, fact("trait", text=trait.text)) for trait in body.traits)
    found = bearing_on(fight, who, sort)
    in_force = tuple(in_force_option(one) for one in found)
    other = (
        Number("value", "input.modifier", minimum=-40, maximum=40, signed=True),
        Text("reason", "input.reason", required=False, length=80),
    )
    modes = options_of("mode", MODES)
    attribute: tuple[Input, ...] = (attribute_input(body, default),)
    if attribute_by != "player":
        attribute = game_master_decides(*attribute, rules=("TAP-ROLL-10",), always=attribute_by == "game_master")
    goes = moving and in_conflict(fight)
    by_square = goes and on_board(fight, who)
    return (
        *(square_inputs() if by_square else ()),
        *attribute,
        Several("traits", "input.traits", required=False, layout="grid", options=traits, words=True),
        *game_master_decides(
            Several(
                "in_force",
                "input.in_force",
                required=False,
                ordered=False,
                options=in_force,
                default=proposed(found),
                assumed=True,
            ),
            rules=("TAP-EFF-02",),
        ),
        *between,
        *((moving_input(body, by_square=by_square),) if goes else ()),
        *seldom(
            *game_master_decides(Rows("others", "input.others", maximum=6, of=other), rules=("TAP-ROLL-02",)),
            Choice("mode", "input.mode", default="rolled", required=False, layout="segments", options=modes),
        ),
    )


@dataclass(frozen=True, slots=True)
class Prepared:
    """A roll of a combatant before its dice fall."""

    who: Id
    roll: Roll
    terms: Explanation
    """What the roll is made of, dice apart, with how each trait helps."""
    bearing: tuple[Id, ...]
    """Ids of the effects that bear on the roll and may be used up by it."""

    def spent(self, fight: TapizFight) -> TapizFight:
        """The fight without the effects that the roll uses up (TAP-EFF-08, TAP-EFF-11)."""
        return used_up(fight, self.who, self.bearing)


def prepared(
    fight: TapizFight,
    who: Id,
    values: Mapping[str, Json],
    *,
    extra: Explanation = (),
    aimed: bool = False,
    language: LanguageUse | None = None,
    sort: Sort = "other",
) -> Prepared:
    """Put together what goes into a roll of a combatant (TAP-ROLL-02, TAP-ROLL-03, TAP-ROLL-11, TAP-EFF-02).

    values: attribute, traits, in_force, moving, others and mode, as `roll_inputs` declares them. extra: terms that are
    added whatever is chosen, such as armour. aimed: the first trait counts twice. language: the one that is used. sort:
    what the roll is for; what usually counts in it and was left out is told among the terms, with no value.
    """
    body = fight.body(who)
    attribute = cast(Attribute, values["attribute"])
    traits, ticked = values.get("traits") or [], values.get("in_force") or []
    modifiers = (
        *extra,
        *(load_terms(fight, body) if LOAD in ticked and weighs_on(fight, attribute in MENTAL) else ()),
        *moving_terms(body, values),
        *map(effect_fact, use_effects(body.effects.values(), ticked).weighing),
        *_by_hand(values.get("others") or []),
    )
    over_cap = settings_of(fight.house).aim_over_cap
    helping = traits_term(body.level, len(traits), aimed=aimed, over_cap=over_cap, language=language)
    terms = Roll(
        body.modifier(attribute),
        sum(term.value or 0 for term in helping),
        tuple(term.value or 0 for term in modifiers),
        cast(Mode, values.get("mode") or "rolled"),
    )
    left = left_out(bearing_on(fight, who, sort), ticked)
    told = (attribute_term(body, attribute), *helping, *_told_traits(body, traits), *modifiers, *left)
    return Prepared(who, terms, told, tuple(ticked))


def _by_hand(rows: Sequence[Mapping[str, Json]]) -> Explanation:
    """Modifiers in own words, such as what a setting lets effects weigh more or less by level (TAP-OPT-10)."""
    return tuple(
        fact("term.own", row["value"], rules=("TAP-ROLL-02",), reason=row["reason"] or Word("input.others"))
        for row in rows
    )


def _told_traits(body: Body, traits: Sequence[Sequence[str]]) -> Explanation:
    texts = {trait.id: trait.text for trait in body.traits}
    return tuple(
        fact("term.trait_used", trait=texts.get(name, ""), how=how or "…", rules=("TAP-ROLL-11",))
        for name, how in traits
    )


def _tell_total(
    notes: Notes, code: str, made: Prepared, rolled: Rolled, audience: Audience, *more: Fact, damage: Explanation = ()
) -> None:
    """Tell the total of a roll with its terms: the combatant's player reads them all, the others the dice."""
    own = controllers_of(made.who)
    first = static_term() if made.roll.mode == "static" else dice_term(rolled.faces)
    terms = (first, *(term.told_to(own) for term in (*made.terms, *damage)), *more)
    total = rolled.total + sum(term.value or 0 for term in damage)
    notes.tell(code, total, who=made.who, rules=("TAP-ROLL-02",), terms=terms, audience=audience)


def asking(
    fight: TapizFight,
    notes: Notes,
    made: Prepared,
    *,
    key: str,
    odds: Callable[[Dice], Fact | None],
    against: Prepared | None = None,
    tell: Callable[[Known], None] = lambda found: None,
) -> Asking:
    """How the dice of a roll, and of the resistance roll before it, reach the players.

    key: the key of the roll's three dice; stored logs rest on it. tell: tells what is known before the roll ends; the
    total of the resistance is told here.
    """

    def told(found: Known) -> None:
        if found.name == "resistance" and against is not None:
            seen = controllers_of(against.who)
            _tell_total(notes, "roll.resistance", against, found.value, seen)
        tell(found)

    def audience(die: Throw, to: Id | None) -> Audience:
        resists = against is not None and to == against.who
        return controllers_of(to) if resists and to is not None else rolls_seen(fight, to)

    keys = {"resistance": "resistance", "damage": f"{key}_damage"}
    return Asking(
        {ACTOR: made.who, TARGET: against.who if against is not None else None},
        audience=audience,
        so_far=lambda: notes.so_far,
        odds=odds,
        name=lambda die, roller, time: keys.get(die.purpose, key),
        tell=told,
    )


def tell_outcome(
    notes: Notes,
    fight: TapizFight,
    made: Prepared,
    rolled: Rolled,
    comparison: Comparison,
    resistance: Fact,
    *,
    spender: Id | None,
    opponent: Id | None = None,
    damage: Explanation = (),
) -> None:
    """Tell the total of a roll and how it compares: the table learns success or failure, the spender the margin.

    The margin tells its spender the resistance; see docs/secrecy.md. damage: the term of the damage dice, which count
    towards the total. (TAP-ROLL-02, TAP-ROLL-04, TAP-ROLL-05, TAP-EFF-04)
    """
    who = made.who
    entitled = controllers_of(*(one for one in (spender, opponent) if one is not None))
    needed = reach(resistance.value or 0, *resistance.rules, audience=entitled, terms=resistance.terms)
    _tell_total(notes, "roll.total", made, rolled, rolls_seen(fight, who), needed, damage=damage)
    notes.add(resistance.told_to(entitled))
    points = comparison.effect_points if comparison.success else comparison.consequence_points
    if comparison.success:
        code, plain, rule = "roll.success", "roll.success_plain", "TAP-ROLL-04"
    else:
        code, plain, rule = "roll.failure", "roll.failure_plain", "TAP-ROLL-05"
    notes.tell(
        code,
        points,
        who=who,
        points=points,
        rules=(rule,),
        audience=controllers_of(spender) if spender is not None else controllers_of(),
        otherwise=fact(plain, who=who),
    )
