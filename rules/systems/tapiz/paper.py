"""What Tapiz puts on paper: the card of a creature, its row on a sheet of the fight, the game master's screen."""

from __future__ import annotations

from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.fight import Combatant
from rules.core.paper import Cell, Line, Paper, Profile, Track, Values, after_dice, plain, signed
from rules.systems.tapiz.attributes import ATTRIBUTES, MENTAL, Attribute
from rules.systems.tapiz.defence import armour_class_fact, mental_defence_fact
from rules.systems.tapiz.gear.arms import ammunition_for, attribute_of, die_of, weapons
from rules.systems.tapiz.initiative import initiative_terms
from rules.systems.tapiz.rolls import traits_term
from rules.systems.tapiz.screen import SCREEN
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import Body


def profile(one: Combatant[Body], house: Values) -> Profile:
    """A combatant as it is now: defences, both pools, rolls with and without a trait (TAP-ROLL-02, TAP-ROLL-03)."""
    body = one.body
    armour, mind = armour_class_fact(body).value or 0, mental_defence_fact(body).value or 0
    first = sum(term.value or 0 for term in initiative_terms(body))
    defences = (Cell("value.armour_class", plain(armour)), Cell("paper.mental_defence", plain(mind)))
    pools = (("paper.physical", body.physical), ("paper.mental", body.mental))
    armed = weapons(one.gear)
    return Profile(
        level=body.level,
        asked=(
            *defences,
            Cell("paper.initiative", signed(first)),
            Cell("value.movement", fact("paper.metres", body.mov)),
        ),
        row=defences,
        tracks=tuple(Track(fact(name), pool.maximum, pool.maximum - pool.current) for name, pool in pools),
        attacks=(
            *(Line(arm.name, _roll(body, attribute_of(arm), die_of(arm))) for arm in armed),
            *(() if armed else (Line(Word("weapon_use.melee"), _roll(body, "strength")),)),
            *(() if armed else (Line(Word("weapon_use.ranged"), _roll(body, "dexterity")),)),
            Line(Word("paper.of_mind"), _roll(body, max(sorted(MENTAL), key=body.modifier))),
        ),
        abilities=tuple(Cell(f"attribute_short.{name}", signed(body.modifier(name))) for name in ATTRIBUTES),
        more=_traits(body),
        shots=tuple(
            Track(fact("paper.rounds", weapon=arm.name), sum(stack.quantity for stack in ammunition_for(one.gear, arm)))
            for arm in armed
            if arm.values.get("ammunition")
        ),
    )


def _traits(body: Body) -> tuple[Line, ...]:
    if not body.traits:
        return ()
    return (Line(Word("sheet.traits"), fact("plain_text", text=" · ".join(trait.text for trait in body.traits))),)


def _roll(body: Body, attribute: Attribute, die: int = 0) -> Fact:
    """What an attack rolls, plain and with one trait, and the die of its weapon."""
    bonus = body.modifier(attribute)
    helped = bonus + sum(term.value or 0 for term in traits_term(body.level, min(1, len(body.traits))))
    code = "paper.attack_with" if die else "paper.attack"
    return fact(code, plain=after_dice(bonus), helped=after_dice(helped), die=die)


def at_zero(kind: str, house: Values) -> Explanation:
    """What both pools leave of a character at zero and below (TAP-HP-02 to -09, TAP-HOUSE-16)."""
    base = settings_of(house).stabilise_base
    return (fact("reminder.physical_low", base), fact("reminder.mental_low", base))


def reminders(kind: str, house: Values) -> Explanation:
    """The turn, the roll and the points that it brings."""
    return (fact("reminder.turn"), fact("reminder.roll"), fact("reminder.points"))


PAPER = Paper(
    profile=profile,
    lasts=("effect.",),
    reminders=reminders,
    at_zero=at_zero,
    screen=SCREEN,
)
