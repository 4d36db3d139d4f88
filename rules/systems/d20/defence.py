"""Defense: its components, which of them count against an attack, and their sum.

Rules: D20C-DEF-01 to -12, D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.quick import quick
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.attack_bonus import PINNED_DEXTERITY
from rules.systems.d20.conditions import ConditionEffects
from rules.systems.d20.sizes import DEFAULT_SIZE, Size, size_modifier
from rules.systems.d20.terms import Term, total

Component = Literal["dexterity", "class", "equipment", "enhancement", "natural_armor", "size", "dodge", "other"]

Counts = Literal["yes", "no", "penalty"]

BASE = 10
"""Defense before anything is added (D20C-DEF-01)."""

AREA_DEFENSE = BASE
"""Defense of a square, of an area and of the foe to be distracted (D20S-AUTO-03, D20S-EXP-04, D20S-AID-02)."""

HELPLESS_BASE = 5
"""What takes its place for the helpless, with nothing but size and cover (D20C-HLP-03, D20C-HOUSE-11)."""


@dataclass(frozen=True)
class Counting:
    """Whether a component counts while the Dexterity bonus is denied, and against touch attacks."""

    denied: Counts
    touch: Counts


COUNTING: Mapping[Component, Counting] = {
    "dexterity": Counting(denied="penalty", touch="yes"),
    "class": Counting(denied="yes", touch="yes"),
    "equipment": Counting(denied="yes", touch="no"),
    "enhancement": Counting(denied="yes", touch="no"),
    "natural_armor": Counting(denied="yes", touch="no"),
    "size": Counting(denied="yes", touch="yes"),
    "dodge": Counting(denied="no", touch="yes"),
    "other": Counting(denied="yes", touch="yes"),
}
"""Which component counts when; what counts for the helpless is `HELPLESS_BASE` (D20C-DEF-12)."""


@dataclass(frozen=True)
class Armor:
    """Worn armour: the equipment bonus of any wearer, and that of one who is proficient with it (D20C-DEF-04)."""

    unproficient_bonus: int
    proficient_bonus: int
    proficient: bool

    @property
    def equipment_bonus(self) -> int:
        """The bonus that this wearer has of it (D20C-DEF-04)."""
        return self.proficient_bonus if self.proficient else self.unproficient_bonus


@dataclass(frozen=True)
class Defender:
    """The components of a Defense that a character has by itself."""

    dexterity_modifier: int = 0
    class_bonus: int = 0
    armor: Armor | None = None
    enhancement: int = 0
    natural_armor: int = 0
    deflection: int = 0
    feat_bonus: int = 0
    """Of feats other than dodging."""
    dodge: tuple[int, ...] = ()
    """One by one (D20C-DEF-09)."""
    size: Size = DEFAULT_SIZE
    other_modifiers: tuple[int, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Situation:
    """What the moment makes of a Defense."""

    denied: bool = False
    """No Dexterity bonus and no dodge bonuses count."""
    helpless: bool = False
    touch: bool = False
    dodges: tuple[Term, ...] = ()
    """Dodge bonuses of stances."""
    modifiers: tuple[Term, ...] = ()
    """Modifiers that count unless the defender is helpless."""
    cover: tuple[Term, ...] = ()
    """Modifiers that count even then."""


@quick
@dataclass(frozen=True, slots=True)
class Defense:
    """The Defense against one attack and its terms; terms of 0 are left out, save the base."""

    defense: int
    terms: tuple[Term, ...]
    dexterity_denied: bool
    lost: tuple[Term, ...] = ()
    """Bonuses that do not count now, with what they would be."""


def defense_in(defender: Defender, situation: Situation) -> Defense:
    """Add up what counts of a Defense in a situation (D20C-DEF-01 to -12, D20C-HLP-03, D20C-HOUSE-11)."""
    size = Term("size", size_modifier(defender.size), ("D20C-ATK-07", "D20C-DEF-06"))
    whole = tuple(_components(defender, situation.dodges))
    if situation.helpless:
        counted: list[Term] = []
        terms = [Term("helpless", HELPLESS_BASE, ("D20C-HLP-03", "D20C-HOUSE-11")), size, *situation.cover]
    else:
        counted = [
            term
            for component, term in whole
            if _counts(component, term.value, touch=situation.touch, denied=situation.denied)
        ]
        base = Term("base", BASE, ("D20C-DEF-01",))
        terms = [base, *counted, size, *situation.modifiers, *situation.cover]
    lost = tuple(term for _, term in whole if term.value > 0 and term not in counted)
    return Defense(total(terms), tuple(term for term in terms if term.value), situation.denied, lost)


def _components(defender: Defender, dodges: Sequence[Term]) -> Iterator[tuple[Component, Term]]:
    """All that may count, with the component it counts as."""
    yield "dexterity", Term("dexterity", defender.dexterity_modifier, ("D20C-DEF-02", "D20C-CIR-07"))
    yield "class", Term("class", defender.class_bonus, ("D20C-DEF-03",))
    if defender.armor is not None:
        yield "equipment", Term("equipment", defender.armor.equipment_bonus, ("D20C-DEF-04",))
    yield "enhancement", Term("enhancement", defender.enhancement, ("D20C-DEF-10",))
    yield "natural_armor", Term("natural_armor", defender.natural_armor, ("D20C-DEF-08",))
    for bonus in defender.dodge:
        yield "dodge", Term("dodge", bonus, ("D20C-DEF-09",))
    for dodge in dodges:
        yield "dodge", dodge
    yield "other", Term("deflection", defender.deflection, ("D20C-DEF-10",))
    yield "other", Term("feat", defender.feat_bonus, ("D20C-DEF-07",))
    for modifier in defender.other_modifiers:
        yield "other", Term("other", modifier, ("D20C-DEF-07",))


def _counts(component: Component, value: int, *, touch: bool, denied: bool) -> bool:
    counting = COUNTING[component]
    asked = ([counting.touch] if touch else []) + ([counting.denied] if denied else [])
    return all(answer == "yes" or (answer == "penalty" and value < 0) for answer in asked)


def present_dexterity(dexterity: int, effects: ConditionEffects) -> int:
    """Return the Dexterity score under conditions, never below 0 (D20H-COND-08, -12, -17, -18, -25)."""
    replaced = effects.effective_dexterity
    score = dexterity if replaced is None else min(replaced, dexterity)
    return max(0, score + effects.dexterity_change)


def dexterity_in_defense(
    dexterity: int, effects: ConditionEffects, *, max_dexterity_modifier: int | None = None
) -> int:
    """Return the Dexterity modifier to Defense, whether or not a bonus counts (D20C-CIR-07, D20H-LOAD-04, -08)."""
    modifier = PINNED_DEXTERITY if effects.pinned else ability_modifier(present_dexterity(dexterity, effects))
    return modifier if max_dexterity_modifier is None else min(modifier, max_dexterity_modifier)
