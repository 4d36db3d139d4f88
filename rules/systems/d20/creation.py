"""Making a person step by step or at once: class, abilities, background, feats, skills, gear.

Classes belong to the setting: those of the table's packs stand first, then six of our own, then one made by hand.
(D20C-ATK-05, D20C-DEF-03, D20C-SAV-01, D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-HOUSE-03)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.core.classes import class_words, drawn_class
from rules.core.creation import OWN, Creation, CreationStep, Left, Offered, Pick, Said, Say, offered, offered_as
from rules.core.equipment import taken
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Thing
from rules.core.inputs import Choice, Figure, Input, Option, options_of, seldom
from rules.core.starting import NO_KIT
from rules.core.types import Json
from rules.systems.d20 import training
from rules.systems.d20.abilities import ABILITIES, SAVES
from rules.systems.d20.archetypes import ARCHETYPES, BY_HAND, NAMES, class_of, first_level, growth_of, likest
from rules.systems.d20.fields import ARMOUR_INPUTS, FEAT_INPUT, GEAR_ROWS, OTHER_FEATS, OTHER_SKILLS, WEAPON_ROWS
from rules.systems.d20.levelling import LAST_LEVEL
from rules.systems.d20.scores import dealt, score_dice, score_inputs, scores_of, why_scores
from rules.systems.d20.sheet import APPEARANCE, BACKGROUND, BUILD, CLASS_INPUTS, NOTES, PERSON, row_faults
from rules.systems.d20.starting import STARTING_GEAR, chosen_things, untrained
from rules.systems.d20.training import Person

NONE = "none"
"""No background of a pack."""

LEVEL: Input = CLASS_INPUTS[1]


def person_of(said: Said) -> Person:
    """What the answers so far say of the new person."""
    growth, chosen, level = growth_of(said), class_of(said), said.get("level")
    first = first_level(growth)
    given = growth.get("feats") if chosen not in (*ARCHETYPES, OWN) else ()
    background = offered_as(said, said.get("origin"), "background")
    rows = background.gives.get("skills") or () if background else ()
    return Person(
        archetype=chosen if chosen in ARCHETYPES else likest(growth),
        level=level if isinstance(level, int) and 1 <= level <= LAST_LEVEL else 1,
        attack=first.attack,
        scores=scores_of(said),
        skill_points=first.skill_points,
        feats=tuple(str(one) for one in given or ()),
        ranks={row["skill"]: row.get("ranks") or 0 for row in rows},
    )


def _class_inputs(said: Said) -> tuple[Input, ...]:
    own = Option(OWN, Fact("creation.own_class"), notes=(Fact("creation.own_class_line"),), icon="pencil")
    options = (
        *(_class_tile(one.code, one.label, one.line, one.gives) for one in offered(said, "class")),
        *(
            _class_tile(name, Fact(f"archetype.{name}"), (Fact(f"archetype_line.{name}"),), made.growth)
            for name, made in ARCHETYPES.items()
        ),
        own,
    )
    tiles = Choice("class", "creation.class", layout="tiles", options=options)
    return (tiles, *(BY_HAND if class_of(said) == OWN else ()), *seldom(LEVEL, *BUILD))


def _class_tile(value: str, label: Fact, line: Explanation, growth: Mapping[str, Json]) -> Option:
    first = first_level(growth)
    save = max(SAVES, key=lambda name: first.saves[name])
    kin = value if value in ARCHETYPES else likest(growth)
    return Option(
        value,
        label,
        notes=line,
        icon=ARCHETYPES[kin].icon,
        figures=(
            Figure(fact("creation.die", sides=first.hit_die), "creation.life"),
            Figure(Fact("creation.plus", first.attack), "creation.attack"),
            Figure(Fact("creation.plus", first.saves[save]), f"value.{save}"),
            Figure(Fact("creation.plain", first.skill_points), "creation.skills_a_level"),
        ),
    )


def _fill_class(said: Said, pick: Pick) -> Said:
    return drawn_class(said, ARCHETYPES, pick)


def _why_class(said: Said) -> Explanation:
    name, _line = class_words(said, ARCHETYPES, "class_name")
    return (fact("why.class", profession=name, kind=Word(f"why_kind.{person_of(said).archetype}")),)


# The background, where packs have any


def _origin_inputs(said: Said) -> tuple[Input, ...]:
    entries = offered(said, "background")
    if not entries:
        return ()
    none = Option(NONE, Fact("creation.no_origin"), notes=(Fact("creation.no_origin_line"),), icon="x")
    tiles = (*(_origin_tile(one) for one in entries), none)
    return (Choice("origin", "creation.origin", layout="tiles", options=tiles),)


def _origin_tile(entry: Offered) -> Option:
    rows = entry.gives.get("skills") or ()
    figures = tuple(
        Figure(Fact("creation.plus", row.get("ranks") or 0), f"skill.{row['skill']}") for row in rows if row["skill"]
    )
    return Option(entry.code, entry.label, notes=entry.line, icon="footprints", figures=figures)


def _fill_origin(said: Said, pick: Pick) -> Said:
    """The background whose skills the class uses most."""
    if said.get("origin") or not (entries := offered(said, "background")):
        return {}
    wanted = ARCHETYPES[person_of(said).archetype].skills

    def fits(entry: Offered) -> int:
        return sum(row["skill"] in wanted for row in entry.gives.get("skills") or ())

    most = max(map(fits, entries))
    best = [one.code for one in entries if fits(one) == most]
    return {"origin": best[pick(len(best))]}


def _why_origin(said: Said) -> Explanation:
    entry = offered_as(said, said.get("origin"), "background")
    return (fact("why.origin", origin=entry.name),) if entry else ()


# Steps that others write


def _of_person(of: Callable[[Said, Person], Explanation]) -> Callable[[Said], Explanation]:
    return lambda said: of(said, person_of(said))


def _has_feats(said: Said) -> tuple[str, ...]:
    return training.feats_of(said, person_of(said))


def _kit(said: Said) -> str:
    """The kit that fits the class."""
    return ARCHETYPES[person_of(said).archetype].kit


def _gear_inputs(said: Said) -> tuple[Input, ...]:
    kits = STARTING_GEAR.inputs(said, _kit(said), untrained(_has_feats(said)))
    return (*kits, *seldom(WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS))


def _gear_faults(said: Said) -> Sequence[RuleError]:
    asked = (WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS)
    return list(row_faults({item.name: said[item.name] for item in asked if item.name in said}))


def _feats_left(said: Said) -> Sequence[Left]:
    return training.feats_left(said, person_of(said))


def _skills_left(said: Said) -> Sequence[Left]:
    return training.skills_left(said, person_of(said))


# The sheet


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said."""
    person, chosen = person_of(said), class_of(said)
    plain = (LEVEL, *BUILD, OTHER_SKILLS, OTHER_FEATS, WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS, *ABOUT)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    values = taken(values, growth_of(said), PERSON)
    if chosen in ARCHETYPES:
        values["class_name"] = say(f"archetype.{chosen}")
    if origin := offered_as(said, said.get("origin"), "background"):
        values = taken(values, {name: one for name, one in origin.gives.items() if name != "skills"}, PERSON)
    for code in training.chosen_feats(said):
        if entry := offered_as(said, code, "talent"):
            values = taken(values, {name: one for name, one in entry.gives.items() if name != "feats"}, PERSON)
    values["feats"] = list(training.feats_of(said, person))
    values["skills"] = training.skill_rows(said, person)
    if written := said.get(BACKGROUND.name):
        values[BACKGROUND.name] = written
    return {**values, **{str(name): score for name, score in person.scores.items()}}


def starting_things(said: Said, say: Say) -> tuple[Thing, ...]:
    """What the new person carries beyond what was written by hand."""
    return chosen_things(said, _kit(said), say)


def told(said: Said) -> Explanation:
    """Who it is, in sentences."""
    person = person_of(said)
    name, line = class_words(said, ARCHETYPES, "class_name")
    scores = sorted(ABILITIES, key=lambda one: -person.scores[one])
    best, worst = scores[0], scores[-1]
    return (
        fact("told.class", person.level, profession=name),
        *line,
        fact(
            "told.abilities",
            best=Word(f"ability.{best}"),
            best_score=person.scores[best],
            worst=Word(f"ability.{worst}"),
            worst_score=person.scores[worst],
        ),
        *training.told_feats(said),
    )


def lift_draft(said: Said) -> Said:
    """Answers of a draft from before classes were tiles: its class was made by hand, its scores were written."""
    found = {name: value for name, value in said.items() if name != FEAT_INPUT.name}
    if any(name in said for name in (item.name for item in BY_HAND)):
        found["class"] = OWN
    feats = said.get(FEAT_INPUT.name)
    if isinstance(feats, list):
        found["chosen_feats"] = feats
    if any(said.get(item.name) for item in (WEAPON_ROWS, GEAR_ROWS, ARMOUR_INPUTS[0])):
        found["kit"] = NO_KIT
    scores, numbers = [said.get(name) for name in ABILITIES], list(dealt(said))
    if numbers and sorted(map(str, scores)) == sorted(map(str, numbers)):
        order: list[Json] = []
        for score in scores:
            order.append(next(at for at, one in enumerate(numbers) if one == score and at not in order))
        found["dealt"] = order
    elif all(isinstance(score, int) for score in scores):
        found["method"] = "free"
    return found


ABOUT: tuple[Input, ...] = (APPEARANCE, BACKGROUND, NOTES)

CREATION = Creation(
    steps=(
        CreationStep(
            "class",
            _class_inputs,
            fill=_fill_class,
            why=_why_class,
            renews=("dealt", "kit"),
        ),
        CreationStep("abilities", score_inputs, dice=score_dice, why=why_scores),
        CreationStep("origin", _origin_inputs, fill=_fill_origin, why=_why_origin),
        CreationStep(
            "feats",
            lambda said: training.feat_inputs(said, person_of(said)),
            left=_feats_left,
            fill=lambda said, pick: training.fill_feats(said, person_of(said)),
            why=_of_person(training.why_feats),
        ),
        CreationStep(
            "trained",
            lambda said: training.skill_inputs(said, person_of(said)),
            left=_skills_left,
            fill=lambda said, pick: training.fill_skills(said, person_of(said)),
            why=_of_person(training.why_skills),
        ),
        CreationStep(
            "gear",
            _gear_inputs,
            faults=_gear_faults,
            fill=lambda said, pick: {"kit": STARTING_GEAR.kit_of(said, _kit(said))},
            why=lambda said: STARTING_GEAR.why(said, _kit(said)),
        ),
        CreationStep("about", lambda said: ABOUT),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("archetype", ARCHETYPES),
    names=NAMES,
    of_archetype=lambda archetype: {"class": archetype},
    any_class=True,
    things=starting_things,
    takes=("class", "background", "talent", *STARTING_GEAR.kinds),
    beside=(
        *("value.hp_max", "value.defense", "value.melee", "value.ranged", "value.fortitude", "value.reflex"),
        *("value.will", "value.initiative", "value.speed"),
    ),
    told=told,
    lift=lift_draft,
    before=("how", "skills"),
)
"""The steps; hit points, attacks, saves and Defense follow by themselves."""
