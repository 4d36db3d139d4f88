"""Defense: its components, which of them count against an attack, and their sum.

Rules: D20C-DEF-01 to -12, D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.errors import NotAllowed, UnknownValue, at_least
from rules.systems.d20.abilities import ability_modifier, checked_score
from rules.systems.d20.attack_bonus import PINNED_DEXTERITY, Circumstance, Stance, circumstance, stance_defense
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.conditions import Condition, ConditionEffects, condition_effects
from rules.systems.d20.cover import COVER_BONUSES, Cover, check_target, known_cover
from rules.systems.d20.sizes import DEFAULT_SIZE, Size, known_size, size_modifier
from rules.systems.d20.terms import Term, total

Component = Literal["dexterity", "class", "equipment", "enhancement", "natural_armor", "size", "dodge", "other"]

Counts = Literal["yes", "no", "penalty"]

BASE = 10
"""Defense before anything is added (D20C-DEF-01)."""

AREA_DEFENSE = BASE
"""Defense of a square, of an area and of the foe to be distracted (D20S-AUTO-03, D20S-EXP-04, D20S-AID-02)."""

HELPLESS_BASE = 5
"""What takes its place for the helpless, with nothing but size and cover (D20C-HLP-03, D20C-HOUSE-11)."""

DEFENDER_STATES: tuple[str, ...] = (
    "stunned_or_cowering",
    "running",
    "flat_footed",
    "grappled",
    "helpless",
    "sitting_or_kneeling",
    "pinned",
    "climbing",
    "prone",
)
"""Circumstances of the defender that this sum knows; cover and concealment are told apart (D20C-CIR-03)."""


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
    """What somebody brings along: `feat_bonus` is of feats other than dodging, `dodge` one by one (D20C-DEF-09)."""

    dexterity_modifier: int = 0
    class_bonus: int = 0
    armor: Armor | None = None
    enhancement: int = 0
    natural_armor: int = 0
    deflection: int = 0
    feat_bonus: int = 0
    dodge: tuple[int, ...] = ()
    size: Size = DEFAULT_SIZE
    other_modifiers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Situation:
    """What the moment makes of a Defense.

    denied: no Dexterity bonus and no dodging; dodges: dodge bonuses of stances; modifiers: what counts unless helpless;
    cover: what counts even then.
    """

    denied: bool = False
    helpless: bool = False
    touch: bool = False
    dodges: tuple[Term, ...] = ()
    modifiers: tuple[Term, ...] = ()
    cover: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Defense:
    """The Defense against one attack and its terms; terms of 0 are left out, save the base."""

    defense: int
    terms: tuple[Term, ...]
    dexterity_denied: bool


def defense(
    defender: Defender,
    attack: AttackMode,
    *,
    touch: bool = False,
    can_react: bool = True,
    attacker_invisible: bool = False,
    circumstances: Sequence[str] = (),
    stances: Sequence[Stance] = (),
    cover: Cover = "none",
    cover_improved_by: int | None = None,
) -> Defense:
    """Add up the Defense that counts against one attack (D20C-DEF-01 to -12, D20C-CIR-03 to -07, D20C-COV-04).

    Circumstances, stances and cover all add. The Dexterity bonus and all dodging are denied to whoever cannot react,
    does not see the attacker (D20C-CIR-11) or is in a state that says so. cover_improved_by: the GM lets a posture
    improve cover by so much instead of giving its own bonus (D20C-CIR-04). Raises UnknownValue, OutOfRange for a
    negative improvement, NotAllowed for total cover and for improving where there is no cover or no such posture.
    """
    rows = _rows(defender, attack, circumstances, stances, cover)
    if cover_improved_by is not None:
        at_least(cover_improved_by, 0, "d20.cover.improved_by_negative", field="cover_improved_by")
    check_target(cover)
    if cover_improved_by is not None:
        if cover == "none" or not any(row.may_improve_cover for row in rows.values()):
            raise NotAllowed("d20.cover.nothing_to_improve", field="cover_improved_by")
        rows = {name: row for name, row in rows.items() if not row.may_improve_cover}
    covered = Term("cover", COVER_BONUSES[cover].defense + (cover_improved_by or 0), ("D20C-COV-04",))
    standing = {stance: stance_defense(stance) for stance in stances}
    situation = Situation(
        denied=not can_react or attacker_invisible or any(row.loses_dex for row in rows.values()),
        helpless="helpless" in rows,
        touch=touch,
        dodges=tuple(Term(name, held.modifier, held.rules) for name, held in standing.items() if held.dodge),
        modifiers=(
            *(Term(name, row.modifier or 0, ("D20C-CIR-03",)) for name, row in rows.items()),
            *(Term(name, held.modifier, held.rules) for name, held in standing.items() if not held.dodge),
        ),
        cover=(covered,),
    )
    for row in rows.values():
        if row.dex_modifier_becomes is not None:
            defender = replace(defender, dexterity_modifier=row.dex_modifier_becomes)
    return defense_in(defender, situation)


def defense_in(defender: Defender, situation: Situation) -> Defense:
    """Add up what counts of a Defense in a situation (D20C-DEF-01 to -12, D20C-HLP-03, D20C-HOUSE-11)."""
    size = Term("size", size_modifier(defender.size), ("D20C-ATK-07", "D20C-DEF-06"))
    if situation.helpless:
        terms = [Term("helpless", HELPLESS_BASE, ("D20C-HLP-03", "D20C-HOUSE-11")), size, *situation.cover]
    else:
        counted = [
            term
            for component, term in _components(defender, situation.dodges)
            if _counts(component, term.value, touch=situation.touch, denied=situation.denied)
        ]
        base = Term("base", BASE, ("D20C-DEF-01",))
        terms = [base, *counted, size, *situation.modifiers, *situation.cover]
    return Defense(total(terms), tuple(term for term in terms if term.value), situation.denied)


def _rows(
    defender: Defender, attack: AttackMode, circumstances: Sequence[str], stances: Sequence[Stance], cover: Cover
) -> dict[str, Circumstance]:
    """Look up every word before anything is added; what is named twice holds once."""
    known_attack_mode(attack)
    known_size(defender.size)
    known_cover(cover)
    for stance in stances:
        stance_defense(stance)
    for name in circumstances:
        if name not in DEFENDER_STATES:
            raise UnknownValue("d20.circumstance.unknown", field="circumstances", params={"value": name})
    return {name: circumstance("defender", name, attack) for name in circumstances}


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


def defense_against(
    dexterity: int,
    class_bonus: int,
    equipment_bonus: int,
    size: Size,
    conditions: Sequence[Condition],
    attack: AttackMode,
    *,
    attacker_is_grappler: bool = False,
    max_dexterity_modifier: int | None = None,
    anchored: bool = False,
    can_flee: bool = True,
) -> int:
    """Work out Defense against one attack (D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08, D20C-HLP-03).

    dexterity: 0..99. attacker_is_grappler: the attack comes from whoever grapples or pins the character. Raises
    UnknownValue, OutOfRange.
    """
    known_size(size)
    effects = condition_effects(conditions, can_flee=can_flee, anchored=anchored)
    known_attack_mode(attack)
    checked_score(dexterity, "dexterity", least=0)
    defender = Defender(
        dexterity_modifier=dexterity_in_defense(dexterity, effects, max_dexterity_modifier=max_dexterity_modifier),
        class_bonus=class_bonus,
        armor=Armor(equipment_bonus, equipment_bonus, proficient=True),
        size=size,
    )
    modifier = effects.defense_modifier(attack, by_grappler=attacker_is_grappler)
    situation = Situation(
        denied=effects.denies_dexterity(by_grappler=attacker_is_grappler),
        helpless=effects.helpless,
        modifiers=(Term("conditions", modifier, ("D20H-COND-01",)),),
    )
    return defense_in(defender, situation).defense
