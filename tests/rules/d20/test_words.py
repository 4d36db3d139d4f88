"""Every code that the rules of d20 can emit has words in both languages, and no words are left over.

Refusals of words that no form offers, and of numbers that no form takes, are said in general.
"""

import ast
import re
import tomllib
from typing import get_args

import pytest

from rules.core.inputs import Flag
from rules.core.words import LANGUAGES, told
from rules.systems.d20.abilities import ABILITIES, FEATS, SAVES, SKILLS
from rules.systems.d20.acid import ACID_CONTACTS, ACID_ENDS, ACID_STRENGTHS
from rules.systems.d20.aid import AID_CHOICES
from rules.systems.d20.archetypes import ARCHETYPES
from rules.systems.d20.attack_bonus import STANCES, TACTICS, WEAPON_KINDS
from rules.systems.d20.breaking import THING_VERBS
from rules.systems.d20.breath import AIRS
from rules.systems.d20.conditions import CONDITIONS, DRAWBACKS, WEARINESSES
from rules.systems.d20.cover import CONCEALMENTS, COVERS
from rules.systems.d20.creation import CREATION
from rules.systems.d20.dice import Purpose
from rules.systems.d20.disarm import DISARM_AIMS, OBJECT_SECURITIES
from rules.systems.d20.disease import DISEASE_NAMES
from rules.systems.d20.doing import ALLOWED
from rules.systems.d20.electricity import VOLTAGES
from rules.systems.d20.exposure import (
    CLIMATES,
    HARDSHIPS,
    LEAST_WATER_FACTOR,
    MOST_WATER_FACTOR,
    NEEDS,
    SEVERITIES,
    WEATHERS,
)
from rules.systems.d20.falls import FREEING_METHODS, UNDER
from rules.systems.d20.fields import RELOADS, USES, WEAPON_INPUTS
from rules.systems.d20.fire import QUENCHING
from rules.systems.d20.gear.entries import AMMUNITION
from rules.systems.d20.gear.entries import ENTRY_KINDS as ENTRIES
from rules.systems.d20.gear.measures import COINS
from rules.systems.d20.gear.using import GEAR_VERBS, SWITCHES
from rules.systems.d20.going import MANNERS
from rules.systems.d20.healing import RESTS
from rules.systems.d20.helpless import BLOWS
from rules.systems.d20.keypad import KEYPAD_VERBS, SPANS, USED_TO, VARIANTS
from rules.systems.d20.keypad import LOSS_WAYS as LOSSES
from rules.systems.d20.kinds import SHEET_KINDS
from rules.systems.d20.levelling import ATTACK_GROWTHS, DEFENSE_GROWTHS, HIT_DICE, SAVE_GROWTHS
from rules.systems.d20.lifting import LIFT_TASKS
from rules.systems.d20.lights import LIGHT_NAMES
from rules.systems.d20.load import LEGS, LOAD_CLASSES, SURFACES
from rules.systems.d20.maneuvers import WITHIN
from rules.systems.d20.moving import MOVE_WAYS, POSTURES
from rules.systems.d20.next_level import NEXT_LEVEL
from rules.systems.d20.objects import MATERIALS, OBJECT_DAMAGE_TYPES, OBJECTS
from rules.systems.d20.overrun import DEFENDER_CHOICES
from rules.systems.d20.poison import COATED, TAKES
from rules.systems.d20.scores import SCORE_METHODS
from rules.systems.d20.settings import RENEWED
from rules.systems.d20.settings import SETTINGS as D20_SETTINGS
from rules.systems.d20.sheet import CREATURE, OBJECT, PERSON, POISON_IMMUNITIES
from rules.systems.d20.situation import LOW_COVER_WAYS as LOW_COVER
from rules.systems.d20.situation import RELATION_KINDS
from rules.systems.d20.sizes import SIZES
from rules.systems.d20.squares import GLOOMS, GROUNDS
from rules.systems.d20.testing import PLAIN
from rules.systems.d20.time import CLOCK_UNITS, DUE
from rules.systems.d20.two_turns import HALVED
from tests.rules.d20 import creation_gaps, special_gaps
from tests.rules.source import nodes_of
from tests.rules.spoken import RULES, Spoken, called, strings

HEALTH = ("unhurt", "hurt", "badly_hurt", "down", "whole", "damaged", "broken")
PARTS = ("attack", "move", "full_round", "free", "none")
STATES = ("normal", "disabled", "dying", "stable", "dead")
SETTINGS = tuple(item.name for item in D20_SETTINGS if isinstance(item, Flag))
POSTURE_EFFECTS = ("sitting_or_kneeling", "climbing", "running")
DENYING = tuple(name for name in CONDITIONS if DRAWBACKS[name].loses_dex_bonus and not DRAWBACKS[name].helpless)
TERMS = (
    *("base_attack_bonus", "size", "range_penalty", "not_proficient", "two_weapons", "into_melee", "other", "base"),
    *("class", "equipment", "enhancement", "natural_armor", "dodge", "deflection", "feat", "helpless", "object"),
    *("held_object", "by_hand", "improved_initiative", "conditions", "weapon", "load", "ranks", "blind", "save_base"),
    *("circumstances", "damage_dice", "least_damage", "secured", "size_difference", "stability", "two_hands"),
    *(
        "weapon_size_difference",
        "base_speed",
        "armour_and_load",
        "constitution_score",
        "threshold_feat",
        "grapple_size",
        *ABILITIES,
    ),
    *(
        "cover",
        "low_cover",
        "aid_attack",
        "attack_bonus",
        "aid_defense",
        "defense_bonus",
        "flanking",
        "higher_ground",
        "invisible",
    ),
    *(name for name in TACTICS if name != "total_defense"),
    *("stunned", "cowering", "pinned", "prone", "shaken", "entangled", *POSTURE_EFFECTS),
    *(f"stance_{name}" for name in STANCES),
    *(f"no_dexterity_{name}" for name in (*DENYING, "climbing", "running", "invisible", "staggering")),
)
WEAPON_PROPERTIES = (
    *("light", "two_handed", "double", "nonlethal", "longarm", "automatic", "only_automatic"),
    *("trips", "splash", "explosive", "reach", "not_proficient"),
)

MANEUVERS = ("trip", "overrun", "disarm", "grab", "bull_rush", "aid")
STOPPED = ("target_too_large", "not_in_move_or_charge", "run_too_short")
"""What stands against a maneuver at the table, where a step and a second attempt are not offered."""
SAVED = (
    *("breath", "disease", "fall", "fire", "fumes", "impact", "infection", "need", "object_free", "own_poison"),
    *("poison", "shock", "smoke", "tumble", "weather"),
)
"""What saves and checks are made against, told as made or failed."""
THING_LABELS = tuple(
    dict.fromkeys(item.name for kind in ENTRIES.values() for item in kind.inputs if item.label.startswith("thing."))
)
PREFIXED = {
    "ammunition": AMMUNITION,
    "coin": tuple(coin.code for coin in COINS),
    "ability": (*ABILITIES, *TAKES),
    "acid_contact": (*ACID_CONTACTS, ACID_ENDS),
    "acid_strength": ACID_STRENGTHS,
    "air": AIRS,
    "climate": CLIMATES,
    "disease": DISEASE_NAMES,
    "factor": tuple(map(str, range(LEAST_WATER_FACTOR, MOST_WATER_FACTOR + 1))),
    "freeing": FREEING_METHODS,
    "drawback": USED_TO,
    "give": ("give", "lift"),
    "light": LIGHT_NAMES,
    "lock": HARDSHIPS,
    "loss": LOSSES,
    "need": NEEDS,
    "quench": QUENCHING,
    "low_cover": LOW_COVER,
    "rest": RESTS,
    "variant": tuple(VARIANTS),
    "severity": SEVERITIES,
    "span": SPANS,
    "unit": tuple(CLOCK_UNITS),
    "voltage": VOLTAGES,
    "weather": WEATHERS,
    "size": SIZES,
    "legs": LEGS,
    "lift": LIFT_TASKS,
    "surface": SURFACES,
    "load": LOAD_CLASSES,
    "feat": FEATS,
    "feat_line": FEATS,
    "skill": SKILLS,
    "save": SAVES,
    "use": USES,
    "weapon_kind": WEAPON_KINDS,
    "weapon_property": WEAPON_PROPERTIES,
    "reload": RELOADS,
    "die": tuple(map(str, HIT_DICE)),
    "attack_growth": ATTACK_GROWTHS,
    "save_growth": SAVE_GROWTHS,
    "defense_growth": DEFENSE_GROWTHS,
    "damage_type": OBJECT_DAMAGE_TYPES,
    "poison_immunity": POISON_IMMUNITIES,
    "object": OBJECTS,
    "material": MATERIALS,
    "verb": KEYPAD_VERBS,
    "share": ("half", "full", "double"),
    "side": ("attack", "defense"),
    "creation_method": SCORE_METHODS,
    "archetype": ARCHETYPES,
    "input": ("on_attack", "on_defense"),
    "condition": (*CONDITIONS, "normal"),
    "relation": tuple(kind.name for kind in RELATION_KINDS),
    **{kind.name: kind.values for kind in RELATION_KINDS},
}
"""The options that are named by a word and their value."""
ALL: tuple[str, ...] = ()

OF_A_LEVEL = NEXT_LEVEL.pages(SHEET_KINDS["person"].load({}))

SPOKEN = Spoken(
    "d20",
    gaps={
        "ability.{ability}": (ABILITIES,),
        "ability.{name}": (ABILITIES,),
        "acid_contact.{contact}": (ACID_CONTACTS,),
        "acid_strength.{cast(AcidStrength, strength)}": (ACID_STRENGTHS,),
        "aid.{name}": (AID_CHOICES,),
        "act.{name}": ((*PLAIN, *HALVED),),
        "act.{what}": (tuple(HALVED),),
        "archetype.{chosen}": (ARCHETYPES,),
        "archetype.{name}": (ARCHETYPES,),
        "breath.{found.phase}": (("unconscious", "dying", "dead"),),
        "climate.{climate}": (CLIMATES,),
        **{f"concealment.{{{gap}}}": (CONCEALMENTS,) for gap in ("grown", "one")},
        **{f"cover.{{{gap}}}": (COVERS,) for gap in ("low", "cover", "found[who]")},
        "manner.{name}": (MANNERS,),
        "light.{dark}": (GLOOMS,),
        "condition.{one.body.vital}": (STATES,),
        "condition.{found.state}": (STATES,),
        "condition.{name}": (CONDITIONS,),
        "condition.{one_here.body.vital}": (STATES,),
        "condition.{worst}": (WEARINESSES,),
        "condition.{condition}": (CONDITIONS,),
        "condition.{hit.condition}": (("dazed", "unconscious"),),
        "dice.{first.purpose}": (get_args(Purpose),),
        "dice.{rolled.purpose}": (get_args(Purpose),),
        "dice.{fallen.purpose}": (get_args(Purpose),),
        "instead_of_blow.{name}": (("blow", "trip", "disarm", "grapple"),),
        "disarm_aim.{aim}": (DISARM_AIMS,),
        "disease.{name}": (DISEASE_NAMES,),
        "effect.{effect.what}": (
            (*CONDITIONS, *STANCES, *POSTURE_EFFECTS, *(f"aid_{name}" for name in AID_CHOICES), UNDER, "staggering"),
        ),
        "fastened.{name}": (OBJECT_SECURITIES,),
        "finish.{name}": (BLOWS,),
        "gear.{verb}": ((*GEAR_VERBS, *SWITCHES),),
        "gear_says.{command.inputs['verb']}": ((*GEAR_VERBS, *SWITCHES),),
        "hand.{hand}": (("primary", "off"),),
        "health.{appearance(after)}": (HEALTH,),
        "health.{word}": (HEALTH,),
        "input.{name}": (("on_attack", "on_defense"),),
        "lethal.{kind}": (("usual", "lethal", "nonlethal"),),
        "level.{what}": (("base_attack", "fortitude", "reflex", "will", "class_bonus"),),
        "light.{source}": (LIGHT_NAMES,),
        "light.{timer.data['source']}": (LIGHT_NAMES,),
        "load.{load_of(body)}": (LOAD_CLASSES,),
        "lock.{cause}": (HARDSHIPS,),
        "maneuver.{what}": (MANEUVERS,),
        "mode.{mode}": (("usual", "melee", "ranged"),),
        "need.{need}": (NEEDS,),
        "need_unit.{need}": (NEEDS,),
        "opportunity_renewed.{name}": (RENEWED,),
        "overrun.{ended.actor_position}": (("continues", "target_square", "back_5ft"),),
        "overrun.{name}": (DEFENDER_CHOICES,),
        "paper.{told.params['key']}": (ABILITIES,),
        "part.{usual_part(name)}": (PARTS,),
        "part.{part}": (PARTS,),
        "posture.{name}": (POSTURES,),
        "posture.{wanted}": (POSTURES,),
        "posture_says.{command.inputs['posture']}": (POSTURES,),
        "quench.{how}": (QUENCHING,),
        "ready.{held.action}": (("attack", "move"),),
        "ready.{name}": (("attack", "move"),),
        "ready.{readied.action}": (("attack", "move"),),
        "ruled.{name}": (("ruled", "yes", "no"),),
        "save.{name}": (SAVES,),
        "setting.{name}": ((*SETTINGS, "opportunity_renewed"),),
        "setting_note.{name}": (SETTINGS,),
        "sheet.{name}": (ALL,),
        "size.{size}": (SIZES,),
        "size.{weapon.size}": (SIZES,),
        "size.{body.size}": (SIZES,),
        "skill.{name}": (SKILLS,),
        "term.{self.key}": (TERMS,),
        "term.{term.name}": (TERMS,),
        "tie.{what}": (("modifier", "die", "later"),),
        "thing.{name}": ((*THING_LABELS, *THING_VERBS),),
        "timer.{timer.what}": ((*DUE, COATED),),
        "unit.{unit}": (CLOCK_UNITS,),
        "value.{kind}": (SAVES,),
        "value.{mode}": (("melee", "ranged"),),
        "value.{name}": (SAVES,),
        "voltage.{level}": (VOLTAGES,),
        "way.{how}": ((*MOVE_WAYS, "five_foot_step", "withdraw", "run", "charge"),),
        "way.{way}": (MOVE_WAYS,),
        "weather.{kind}": (WEATHERS,),
        "wound.{kind}": (("damage", "drain", "penalty"),),
        "within.{name}": (WITHIN[:2],),
        "{code}_by": (("dice.rolled",),),
        "error.{reason}": (("d20.attack.prone_weapon", "d20.weapon.not_in_hand"),),
        "instead.{verb}": (("draw", "draw_off", "drop", "sheathe"),),
        "{code}_plain": (("run.goes_on", "run.spent"),),
        "{code}_for": (("dice.rolled", "dice.rolled_by"),),
        "{prefix}.{value}": ((), ()),
        "lift.{task}": (LIFT_TASKS,),
        **special_gaps.GAPS,
        **creation_gaps.GAPS,
    },
    by_the_apps=frozenset(
        {
            "paper.round",
            "system.name",
            "system.about",
            *(f"kind.{name}" for name in ("person", "creature", "object")),
            "back.person",
            "hp.short",
            *(f"thing_in.{unit}.{value}" for unit in ("kilos", "pounds") for value in ("weight", "holds")),
            *(f"entry.{name}{end}" for name in ENTRIES for end in ("", ".many")),
            *(f"error.d20.maneuver.{name}" for name in STOPPED),
            *(f"{prefix}.{value}" for prefix, values in PREFIXED.items() for value in values),
            *(f"creation.{step.name}{end}" for step in (*CREATION.steps, *OF_A_LEVEL) for end in ("", "_ask", "_help")),
            *(f"ground.{one.name}" for one in GROUNDS if not one.common),
            *(f"light.{name}" for name in GLOOMS),
            "board.feet",
            *(f"left.{what}" for what in ("feats", "skills", "skill_points")),
        }
    ),
)

D20_RULES = RULES / "systems" / "d20"
SAID_IN_GENERAL = {
    *("error.d20.disabled.full_round", "error.d20.disabled.second_action", "error.d20.recovery.state"),
    *("error.d20.grapple.no_escape", "error.d20.grapple.no_opportunity"),
}
"""Refusals that no action at the table leads to."""


def barred() -> frozenset[str]:
    """What the rules of the round forbid: a person at the table can run into it, so it has words of its own."""
    found: set[str] = set()
    for path in D20_RULES.rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and called(node) == "NotAllowed" and node.args:
                found.update(f"error.{reason}" for reason in strings(node.args[0]))
    return frozenset(found) - SAID_IN_GENERAL


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    said_in_general = {code for code in SPOKEN.missing(language) if code.startswith("error.d20.")} - barred()
    assert sorted(set(SPOKEN.missing(language)) - said_in_general) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    of_rows = {f"sheet.{name}" for name in {item.name for item in (*PERSON, *CREATURE, *OBJECT, *WEAPON_INPUTS)}}
    asked = of_rows | {f"error.d20.state.{name}" for name in ALLOWED} | {"sheet.ranks", "sheet.other", "sheet.bonus"}
    # of any dice, which core throws
    asked |= {"sheet.ability", "sheet.number", "dice.any"}
    # of the kit that was chosen, which core reads
    asked |= {"why.kit"}
    asked |= {item.label for item in D20_SETTINGS}
    # said of a kind of question by core; told by logs of older rules
    asked |= {
        "order.opportunity",
        "order.landing",
        "term.damage_bonus",
        "act.feint",
        "term.needed",
        "burst.damage",
        "posture.now",
    }
    # counted by the words of a unit
    asked |= {f"counted.unit.{name}" for name in CLOCK_UNITS} | {f"counted.need_unit.{name}" for name in NEEDS}
    # handed on to the reader of fractions
    asked |= {"error.d20.weight.unreadable", "error.d20.object.thickness_unreadable"}
    asked |= special_gaps.REFUSALS | special_gaps.OF_PACKS
    assert sorted(set(SPOKEN.left_over(language)) - asked) == []


def test_every_gap_is_named() -> None:
    assert SPOKEN.f_strings - set(SPOKEN.gaps) == set()


def test_the_screen_says_what_the_help_says() -> None:
    """Who has not acted yet is *desprevenido*, aware or not; who did not know of the foes is *sorprendido*."""
    said = told(D20_RULES, "es")
    titles = tomllib.loads((D20_RULES / "help" / "es" / "conditions.toml").read_text(encoding="utf-8"))
    for name, row in (("flat_footed", "D20H-COND-11"), ("dying", "D20H-COND-23")):
        assert said[f"condition.{name}"] == said[f"effect.{name}"] == titles[row]["title"].lower()
    assert said["awareness.surprised"] == "{who}: sorprendido"
    assert {code: text for code, text in said.items() if re.search("por sorpresa|agon[ií]", text)} == {}
    assert said["odds.down"] != said["action.trip"]
