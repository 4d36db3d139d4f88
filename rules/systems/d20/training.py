"""The feats and skills of a new person, as tiles: what each does, what it asks for, and how many there are to choose.

What a feat asks for is ours where the rows are silent; sheets do not check it. (D20C-FST-01, D20C-FST-02)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.creation import Left, Offered, Said, offered, offered_as
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Figure, Input, Option, Several, seldom
from rules.core.types import Json
from rules.systems.d20.abilities import FEATS, SKILL_ABILITIES, SKILLS, Ability, ability_modifier
from rules.systems.d20.archetypes import ARCHETYPES
from rules.systems.d20.fields import OTHER_FEATS, OTHER_SKILLS, SKILL_INPUT
from rules.systems.d20.levelling import FEAT_EVERY, known_level, skill_points_at

STARTING_FEATS = 2
"""The feats of a new person besides those of its class (D20C-FST-01)."""

RANKS_ABOVE_LEVEL = 3
"""A skill has this many ranks more than its owner has levels, at most (D20C-FST-02)."""


@dataclass(frozen=True, slots=True)
class Person:
    """What the answers so far say of the new person."""

    archetype: str
    """The archetype that its class is, or is most like."""
    level: int
    attack: int
    """Base attack bonus."""
    scores: Mapping[Ability, int]
    skill_points: int
    """Those of its class a level."""
    feats: tuple[str, ...] = ()
    """Those of its class."""
    ranks: Mapping[str, int] | None = None
    """Those of its background."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a person must have to choose a feat."""

    feat: str = ""
    ability: Ability | None = None
    score: int = 0
    attack: int = 0


FEAT_NEEDS: Mapping[str, Needs] = {
    "two_weapon_fighting": Needs(ability="dexterity", score=13),
    "combat_martial_arts": Needs(attack=1),
    "advanced_firearms": Needs(feat="personal_firearms"),
    "burst_fire": Needs(feat="advanced_firearms", ability="wisdom", score=13),
    "sunder": Needs(ability="strength", score=13),
}
"""What the usual feats ask for."""

GAINS: tuple[str, ...] = (
    *("personal_firearms", "advanced_firearms", "improved_initiative", "improved_damage_threshold"),
    *("two_weapon_fighting", "burst_fire", "blind_fight"),
)
"""The feats whose gain is a number: the word `feat_gain.<feat>`."""


def feats_to_choose(level: int) -> int:
    """How many feats a new person of this level chooses (D20C-FST-01)."""
    return STARTING_FEATS + known_level(level) // FEAT_EVERY


def chosen_feats(said: Said) -> tuple[str, ...]:
    """The feats that were chosen: codes of the rules' own and of entries of packs."""
    found = said.get("chosen_feats") or ()
    return tuple(one for one in found if isinstance(one, str))


def feats_of(said: Said, person: Person) -> tuple[str, ...]:
    """All feats that rules name, of the class and chosen."""
    by_entry = {one.code: _given(one) for one in offered(said, "talent")}
    found = [*person.feats]
    for code in chosen_feats(said):
        found += by_entry.get(code, (code,) if code in FEATS else ())
    return tuple(dict.fromkeys(found))


def _given(entry: Offered) -> tuple[str, ...]:
    return tuple(str(one) for one in entry.gives.get("feats") or () if one in FEATS)


def refusal(feat: str, person: Person, has: Sequence[str]) -> Fact | None:
    """Why this person may not choose a feat, if that is so."""
    needs = FEAT_NEEDS.get(feat)
    if needs is None:
        return None
    if needs.feat and needs.feat not in has:
        return fact("creation.needs_feat", feat=Word(f"feat.{needs.feat}"))
    if needs.ability and person.scores[needs.ability] < needs.score:
        return fact("creation.needs_score", needs.score, ability=Word(f"ability.{needs.ability}"))
    return Fact("creation.needs_attack", needs.attack) if person.attack < needs.attack else None


def feat_inputs(said: Said, person: Person) -> tuple[Input, ...]:
    """The feats as tiles, the fitting ones first, those that cannot be had last; in words those of one's own."""
    has = feats_of(said, person)
    best = {name: place for place, name in enumerate(ARCHETYPES[person.archetype].feats)}
    entries = offered(said, "talent")
    renamed = {given[0] for one in entries if len(given := _given(one)) == 1}
    options = [_own_feat(name, person, has) for name in FEATS if name not in renamed and name not in person.feats]
    options += [_pack_feat(one, person, has) for one in entries]
    worth = {option.value: best.get(option.value, len(best)) for option in options}
    worth |= {one.code: min((best.get(name, len(best)) for name in _given(one)), default=len(best)) for one in entries}
    options.sort(key=lambda one: (one.reason is not None, worth[one.value]))
    tiles = Several(
        "chosen_feats",
        "sheet.feats",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(options),
    )
    return (tiles, *seldom(OTHER_FEATS))


def _own_feat(name: str, person: Person, has: Sequence[str]) -> Option:
    return Option(
        name,
        Fact(f"feat.{name}"),
        notes=(Fact(f"feat_line.{name}"),),
        figures=(Figure(Fact(f"feat_gain.{name}")),) if name in GAINS else (),
        reason=refusal(name, person, has),
    )


def _pack_feat(entry: Offered, person: Person, has: Sequence[str]) -> Option:
    given = _given(entry)
    reasons = [refusal(name, person, has) for name in given]
    needs = str(entry.values.get("requires") or "")
    return Option(
        entry.code,
        entry.label,
        notes=(
            *entry.line,
            *(Fact(f"feat_line.{name}") for name in given),
            *((fact("creation.asks_for", what=needs),) if needs and not given else ()),
        ),
        figures=tuple(Figure(Fact(f"feat_gain.{name}")) for name in given if name in GAINS),
        reason=next((one for one in reasons if one is not None), None)
        or (Fact("creation.has_it") if given and all(name in person.feats for name in given) else None),
    )


def feats_left(said: Said, person: Person) -> Sequence[Left]:
    """The feats to choose; those in one's own words count too."""
    wanted = feats_to_choose(person.level)
    rows = [row for row in said.get("other_feats") or () if isinstance(row, Mapping) and row.get("name")]
    return [Left("feats", wanted - len(chosen_feats(said)) - len(rows), wanted)]


def fill_feats(said: Said, person: Person) -> Said:
    """The fitting feats, as many as are left to choose."""
    chosen = list(chosen_feats(said))
    for name in (*ARCHETYPES[person.archetype].feats, *FEATS):
        now = {**said, "chosen_feats": chosen}
        (left,) = feats_left(now, person)
        if left.left <= 0:
            break
        for option in feat_inputs(now, person)[0].options:  # type: ignore[attr-defined]
            if option.reason is None and option.value not in chosen and _is(option.value, name, said):
                chosen.append(option.value)
                break
    return {"chosen_feats": chosen}


def _is(value: str, feat: str, said: Said) -> bool:
    entry = next((one for one in offered(said, "talent") if one.code == value), None)
    return value == feat or (entry is not None and _given(entry) == (feat,))


def why_feats(said: Said, person: Person) -> Explanation:
    """Why these feats are good ones."""
    return told_feats(said)


def told_feats(said: Said) -> Explanation:
    """The feats that were chosen and what they do; those of packs that say more by their own words have their name."""
    return tuple(_told_feat(code, offered_as(said, code, "talent")) for code in chosen_feats(said))


def _told_feat(code: str, entry: Offered | None) -> Fact:
    given = _given(entry) if entry else (code,)
    if not given:
        return fact("told.own_feat", feat=entry.name if entry else code)
    return fact("told.feat", feat=entry.name if entry else Word(f"feat.{code}"), line=Word(f"feat_line.{given[0]}"))


# Skills


def most_ranks(level: int) -> int:
    """The most ranks in one skill (D20C-FST-02)."""
    return known_level(level) + RANKS_ABOVE_LEVEL


def points_of(person: Person) -> int:
    """The skill points of a new person (D20C-FST-02)."""
    return skill_points_at(person.level, person.skill_points, ability_modifier(person.scores["intelligence"]))


def skills_to_choose(person: Person) -> int:
    """How many skills the points bring to the most ranks (D20C-FST-02)."""
    return points_of(person) // most_ranks(person.level)


def trained(said: Said) -> tuple[str, ...]:
    """The skills that were chosen."""
    found = said.get("trained") or ()
    return tuple(one for one in found if one in SKILLS)


def points_left(said: Said, person: Person) -> int:
    """The skill points that are not spent yet, less than 0 when too many are."""
    rows = said.get("skills") or ()
    by_hand = sum(row["ranks"] for row in rows if isinstance(row, Mapping) and isinstance(row.get("ranks"), int))
    spent: int = by_hand + len(trained(said)) * most_ranks(person.level)
    return points_of(person) - spent


def skill_inputs(said: Said, person: Person) -> tuple[Input, ...]:
    """The skills as tiles with what they would come to, the fitting ones first; by hand rank by rank."""
    best = {name: place for place, name in enumerate(ARCHETYPES[person.archetype].skills)}
    order = sorted(SKILLS, key=lambda name: best.get(name, len(best)))
    before = person.ranks or {}
    options = tuple(
        Option(
            name,
            Fact(f"skill.{name}"),
            notes=(Fact(f"skill_line.{name}"),),
            figures=(
                Figure(
                    Fact(
                        "creation.plus",
                        most_ranks(person.level)
                        + before.get(name, 0)
                        + ability_modifier(person.scores[SKILL_ABILITIES[name]]),
                    )
                ),
            ),
        )
        for name in order
    )
    tiles = Several("trained", "creation.trained", required=False, ordered=False, layout="tiles", options=options)
    return (tiles, *seldom(SKILL_INPUT, OTHER_SKILLS))


def skills_left(said: Said, person: Person) -> Sequence[Left]:
    """The skills to choose, or the points where some are spent rank by rank."""
    left, most = points_left(said, person), most_ranks(person.level)
    if left % most:
        return [Left("skill_points", left, points_of(person), spent=True)]
    return [Left("skills", left // most, skills_to_choose(person))]


def fill_skills(said: Said, person: Person) -> Said:
    """The fitting skills, as far as the points go."""
    chosen = list(trained(said))
    rows = [row for row in said.get("skills") or () if isinstance(row, Mapping)]
    have = {row.get("skill") for row in rows}
    for name in (*ARCHETYPES[person.archetype].skills, *SKILLS):
        if points_left({**said, "trained": chosen}, person) < most_ranks(person.level):
            break
        if name not in chosen and name not in have:
            chosen.append(name)
    rest = points_left({**said, "trained": chosen}, person)
    return {"trained": chosen, **({"skills": _with_rest(rows, rest, chosen)} if rest > 0 else {})}


def _with_rest(rows: Sequence[Mapping[str, Json]], rest: int, chosen: Sequence[str]) -> list[Json]:
    free = next(name for name in SKILLS if name not in chosen and all(row.get("skill") != name for row in rows))
    return [*(dict(row) for row in rows), {"skill": free, "ranks": rest, "other": 0}]


def why_skills(said: Said, person: Person) -> Explanation:
    """Why the points are spent like this."""
    found = [Fact("why.skills", most_ranks(person.level))]
    return (
        *found,
        *(fact("why.skill", skill=Word(f"skill.{name}"), line=Word(f"skill_line.{name}")) for name in trained(said)),
    )


def skill_rows(said: Said, person: Person) -> list[Json]:
    """The skills of the sheet: chosen ones, those of the background, and what was written by hand, each once."""
    ranks = dict(person.ranks or {})
    other: dict[str, int] = {}
    for name in trained(said):
        ranks[name] = ranks.get(name, 0) + most_ranks(person.level)
    for row in said.get("skills") or ():
        ranks[row["skill"]] = ranks.get(row["skill"], 0) + (row.get("ranks") or 0)
        other[row["skill"]] = other.get(row["skill"], 0) + (row.get("other") or 0)
    return [{"skill": name, "ranks": most, "other": other.get(name, 0)} for name, most in ranks.items()]
