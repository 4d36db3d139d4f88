"""What tests share: dice with a named cause, exploding sixes, the total with its terms, the result.

(TUM-TEST-04, TUM-EXPL-01 to -03, TUM-DICE-01 to -05, TUM-SNAKE-01, TUM-PLUS-01, TUM-FUMB-01, TUM-LOAD-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.inputs import Choice, Flag, Input, Number, Option, Rows, Several, Text
from rules.core.odds import against
from rules.core.requests import Steps, roll
from rules.core.types import Id, Json
from rules.systems.tumbas.attributes import ATTRIBUTES, PHYSICAL, Attribute
from rules.systems.tumbas.dice import SIDES, Pool, Roll, net_dice, next_dice, read_roll
from rules.systems.tumbas.house import Talent
from rules.systems.tumbas.odds import chances
from rules.systems.tumbas.rolls import TARGET, AttributeTest, attribute_test
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, TumbasFight
from rules.systems.tumbas.values import aptitude_left, attribute_term

TALENTS_OF: Mapping[Attribute, tuple[Talent, ...]] = {
    "strength": (),
    "agility": ("light_footed",),
    "resistance": ("iron_gut",),
    "intelligence": ("learned", "smooth_tongue"),
    "will": ("alert", "firm_mind", "smooth_tongue"),
}
"""The talents that may give reward dice on tests of an attribute (TUM-HOUSE-06)."""


@dataclass(frozen=True, slots=True)
class Try:
    """A test that is about to be rolled: who, with which attribute, and the dice with their causes."""

    who: Id
    attribute: Attribute
    causes: Explanation

    @property
    def pool(self) -> Pool:
        """The dice after cancelling and limiting (TUM-DICE-04, TUM-DICE-05)."""
        given = [cause.value or 0 for cause in self.causes]
        return net_dice(sum(one for one in given if one > 0), -sum(one for one in given if one < 0))


ATTRIBUTE_ROWS: Mapping[Attribute, tuple[str, ...]] = {
    "strength": ("TUM-ATTR-02",),
    "agility": ("TUM-ATTR-03",),
    "resistance": ("TUM-ATTR-04",),
    "intelligence": ("TUM-ATTR-05",),
    "will": ("TUM-ATTR-06",),
}
"""What each attribute is for, as its row says (TUM-ATTR-02 to -06)."""


def cause(what: str, dice: int, *rules: str, **params: Param) -> Fact:
    """Reward dice (positive) or punishment dice (negative) with what brings them."""
    return Fact(f"cause.{what}", value=dice, params=params, rules=rules)


def others_input() -> Rows:
    """Reward and punishment dice that the game master gives, each with its cause (TUM-DICE-01)."""
    return Rows(
        "others",
        "input.others",
        maximum=6,
        fresh=True,
        of=(
            Choice("kind", "input.dice_kind", default="reward", layout="segments", options=options_of("extra", EXTRAS)),
            Number("dice", "input.dice", default=1, minimum=1, maximum=9, required=False),
            Text("reason", "input.reason", required=False, length=80),
        ),
    )


EXTRAS = ("reward", "punishment")
OVERLOAD = ("ruled", "yes", "no")


def dice_inputs(body: Body, talents: Sequence[str] = ()) -> tuple[Input, ...]:
    """What may bring dice: own talents, the class aptitude, the overload of an unusual test, the game master."""
    owned = tuple(name for name in talents if name in body.talents)
    found: list[Input] = []
    if owned:
        named = options_of("talent", owned)
        found.append(
            Several("talents", "input.talents", required=False, fresh=True, ordered=False, layout="grid", options=named)
        )
    if aptitude_left(body):
        field = Fact(f"aptitude.{body.character_class}")
        found.append(Flag("aptitude", "input.aptitude", fresh=True, note=field))
    if body.overloaded:
        switch = options_of("overload", OVERLOAD)
        found.append(
            Choice(
                "overload",
                "input.overload",
                required=False,
                default="ruled",
                layout="segments",
                fresh=True,
                options=switch,
            )
        )
    return (*found, others_input())


def attribute_input(body: Body, default: Attribute, name: str = "attribute") -> Choice:
    """The choice of the attribute that fits best; options cite what they are for (TUM-TEST-03, TUM-ATTR-02 to -06)."""
    options = tuple(
        Option(
            one, Fact(f"attribute.{one}", rules=ATTRIBUTE_ROWS[one]), notes=(Fact("modifier", value=body.value(one)),)
        )
        for one in ATTRIBUTES
    )
    return Choice(name, "input.attribute", default=default, layout="five", options=options)


def given_causes(body: Body, values: Mapping[str, Json], attribute: Attribute) -> Explanation:
    """The dice that a form brings, and those of the moment: overload, help, talents, aptitude, by word."""
    found: list[Fact] = []
    switch = values.get("overload") or "ruled"
    if body.overloaded and (switch == "yes" or (switch == "ruled" and attribute in PHYSICAL)):
        found.append(cause("overload", -1, "TUM-LOAD-03", "TUM-HOUSE-11"))
    if body.helped:
        found.append(cause("help", body.helped, "TUM-HOUSE-12"))
    for name in values.get("talents") or ():
        talent = cast(Talent, name)
        found.append(cause("talent", body.bonus(talent), "TUM-HOUSE-06", talent=Word(f"talent.{talent}")))
    if values.get("aptitude"):
        found.append(cause("aptitude", 1, "TUM-HOUSE-04", class_name=Word(f"class.{body.character_class}")))
    for row in values.get("others") or ():
        dice = row["dice"] if row["kind"] == "reward" else -row["dice"]
        found.append(cause(row["kind"], dice, "TUM-DICE-01", reason=row["reason"] or Word(f"extra.{row['kind']}")))
    return tuple(found)


def spent(fight: TumbasFight, who: Id, values: Mapping[str, Json]) -> TumbasFight:
    """The fight in which help and a use of the aptitude are gone with the test they were for (TUM-HOUSE-04, -12)."""
    body = fight.combatants[who].body
    used = body.aptitude_used + (1 if values.get("aptitude") else 0)
    if used == body.aptitude_used and not body.helped:
        return fight
    return fight.with_body(who, replace(body, helped=0, aptitude_used=used))


def seen_by(fight: TumbasFight, who: Id) -> Audience:
    """Who may see the dice of a test: the table those of characters that somebody plays, else who controls it."""
    return TABLE if fight.combatants[who].controllers else controllers_of(who)


def tell_pool(fight: TumbasFight, test: Try, notes: Notes) -> None:
    """Tell which dice a test has and why; nothing where it has just its two (TUM-DICE-04, TUM-DICE-05)."""
    if not test.causes:
        return
    pool = test.pool
    extra = -pool.extra_dice if pool.kind == "punishment" else pool.extra_dice
    terms = list(test.causes)
    if over := extra - sum(term.value or 0 for term in terms):
        terms.append(cause("limit", over, "TUM-DICE-05"))
    params: dict[str, Param] = {"who": Ref(test.who), "dice": pool.extra_dice}
    seen = seen_by(fight, test.who)
    notes.add(Fact(f"pool.{pool.kind}", extra, params, ("TUM-DICE-04", "TUM-DICE-05"), seen, tuple(terms)))


def roll_dice(
    fight: TumbasFight, test: Try, key: str, *, label: str, so_far: Explanation = (), odds: Fact | None = None
) -> Steps[Roll]:
    """Roll the pool of a test, then a die for every counted six, one by one (TUM-EXPL-01 to -03)."""
    pool, seen = test.pool, seen_by(fight, test.who)
    # of more dice not all count: what is added would be shown with a sum that is none
    value = None if pool.extra_dice else fight.combatants[test.who].body.value(test.attribute)
    faces = yield from roll(
        key,
        test.who,
        *(SIDES,) * pool.size,
        so_far=so_far,
        audience=seen,
        label=label,
        bonus=value,
        odds=odds,
        summed=not pool.extra_dice,
    )
    while next_dice(pool, faces):
        place = len(faces) - pool.size + 1
        more = yield from roll(
            f"{key}:explosion:{place}", test.who, SIDES, so_far=so_far, audience=seen, label="dice.explosion"
        )
        faces = (*faces, *more)
    return read_roll(pool, faces)


def tell_total(fight: TumbasFight, test: Try, result: AttributeTest, notes: Notes, *, code: str = "test.total") -> None:
    """Tell the total of a test: the dice that count, what exploded, the attribute (TUM-TEST-04, TUM-EXPL-01)."""
    own, seen = controllers_of(test.who), seen_by(fight, test.who)
    body = fight.combatants[test.who].body
    rolled = result.roll
    faces: dict[str, Param] = {
        "faces": " ".join(map(str, rolled.counted)),
        "rolled": " ".join(map(str, rolled.faces)),
    }
    terms = [Fact("term.dice", sum(rolled.counted), faces, ("TUM-TEST-04", "TUM-EXPL-03"), seen)]
    if rolled.explosions:
        exploded: dict[str, Param] = {"faces": " ".join(map(str, rolled.explosions))}
        terms.append(Fact("term.explosions", sum(rolled.explosions), exploded, ("TUM-EXPL-01",), seen))
    terms.append(attribute_term(body, test.attribute).told_to(own))
    params: dict[str, Param] = {"who": Ref(test.who), "attribute": Word(f"attribute.{test.attribute}")}
    notes.add(Fact(code, result.total, params, ("TUM-TEST-04",), seen, tuple(terms)))
    if result.automatic_failure:
        notes.add(Fact("test.snake_eyes", params={"who": Ref(test.who)}, rules=("TUM-SNAKE-01", "TUM-SNAKE-02")))


def tell_result(test: Try, result: AttributeTest, notes: Notes) -> None:
    """Tell success with its pluses, failure or fumble against 10 (TUM-TEST-04, TUM-PLUS-01, TUM-FUMB-01)."""
    params: dict[str, Param] = {"who": Ref(test.who)}
    if result.success:
        params["pluses"] = result.pluses
        code = "test.success_plus" if result.pluses else "test.success"
        notes.add(Fact(code, result.pluses or None, params, ("TUM-TEST-04", "TUM-PLUS-01")))
    elif result.fumble:
        notes.add(Fact("test.fumble", params=params, rules=("TUM-FUMB-01", "TUM-FUMB-02")))
    else:
        notes.add(Fact("test.failure", params=params, rules=("TUM-TEST-04",)))


def odds_of(fight: TumbasFight, test: Try) -> Fact:
    """The exact odds of a test against 10, for whoever may see its dice."""
    found = chances(test.pool, fight.combatants[test.who].body.value(test.attribute))
    told = {"odds.success": found.success, "odds.plus": found.plus, "odds.fumble": found.fumble}
    return against(TARGET, told, "TUM-TEST-04", "TUM-PLUS-01", "TUM-FUMB-01", audience=seen_by(fight, test.who))


def make_test(fight: TumbasFight, test: Try, key: str, notes: Notes, *, label: str) -> Steps[AttributeTest]:
    """Tell the dice of one test, roll it, and tell its total."""
    tell_pool(fight, test, notes)
    odds = odds_of(fight, test)
    rolled = yield from roll_dice(fight, test, key, label=label, so_far=notes.so_far, odds=odds)
    result = attribute_test(fight.combatants[test.who].body.value(test.attribute), rolled)
    tell_total(fight, test, result, notes)
    return result
