"""Every code that the rules of people of Táctico can emit has words in both languages, and no words are left over.

What belongs to machines stands in word files of its own and is held by their tests.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from string import Formatter

import pytest

from rules.core.facts import Fact, Ref, Word
from rules.core.inputs import Flag
from rules.core.words import LANGUAGES, Speaker, words
from rules.systems.tactico.archetypes import ARCHETYPES
from rules.systems.tactico.attributes import CHARACTERISTICS
from rules.systems.tactico.creation import CREATION
from rules.systems.tactico.gear.entries import KINDS as ENTRIES
from rules.systems.tactico.load import ITEM_CATEGORIES, PLACES
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.rolls import DIFFICULTIES, OUTCOMES
from rules.systems.tactico.settings import SETTINGS
from rules.systems.tactico.sheet import HANDS
from rules.systems.tactico.situation import KINDS
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.starting import THINGS
from rules.systems.tactico.testing import RULED, difficulty_input
from rules.systems.tactico.vehicles.machines import VEHICLE_KINDS
from rules.systems.tactico.vehicles.weapons import WEAPONS
from rules.systems.tactico.weapons import PROTECTION, RELOADS, WEAPON_CATEGORIES
from tests.rules.spoken import RULES, Spoken, parts, said_besides

FOLDER = RULES / "systems" / "tactico"
WHATS = (
    *("attack", "shoot", "move", "athletics_move", "crawl"),
    *("test", "reload", "handle_item", "treat", "give_up"),
)
CARRIED = (*WEAPON_CATEGORIES, "protection", "rest")
THING_LABELS = tuple(dict.fromkeys(item.name for kind in ENTRIES.values() for item in kind.inputs))
PREFIXED = {
    "characteristic": CHARACTERISTICS,
    "skill": SKILLS,
    "weapon": WEAPON_CATEGORIES,
    "hand": HANDS,
    "reload": RELOADS,
    "place": PLACES,
    "protection": tuple(PROTECTION),
    "location": LOCATIONS,
    "category": ITEM_CATEGORIES,
    "verb": ("harm", "heal"),
    "share": ("half", "full", "double"),
    "what": WHATS,
    "relation": tuple(kind.name for kind in KINDS),
    **{kind.name: kind.values for kind in KINDS},
}
"""The options that are named by a word and their value."""


PURPOSES = ("attack", "defence", "location", "damage", "test", "care", "athletics")
"""The purposes of the dice of people, which label their requests."""

OF_CORE = (
    *("dice.any", "dice.rolled", "dice.rolled_by", "dice.rolled_for", "dice.rolled_by_for"),
    *("input.notation", "input.secret", "input.reason", "input.target", "input.targets", "input.amount", "input.verb"),
)
"""The codes of the actions and inputs of core."""


class Told(Spoken):
    """The codes of the source outside the folder of vehicles, compared with its own word files."""

    @cached_property
    def files(self) -> tuple[Path, ...]:
        return tuple(sorted(path for path in FOLDER.rglob("*.py") if "vehicles" not in path.parts))

    @cached_property
    def codes(self) -> frozenset[str]:
        # reasons that are handed on before they are raised stand in the source by themselves
        return frozenset(f"error.{code}" if code.startswith("tactico.") else code for code in super().codes)

    def left_over(self, language: str) -> list[str]:
        files = (FOLDER / "words" / f"{language}.toml", FOLDER / "words" / language / "creation.toml")
        own = {code for file in files for code in flat(tomllib.loads(file.read_text(encoding="utf-8")))}
        return sorted(own - set(words("", language)) - self.codes - self.by_the_apps - said_besides(self.codes))


def flat(tree: dict[str, object], prefix: str = "") -> list[str]:
    """The codes of a word file."""
    found: list[str] = []
    for key, value in tree.items():
        found += flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [f"{prefix}{key}"]
    return found


SPOKEN = Told(
    "tactico",
    gaps={
        "cause.{what}": (("aimed", "accuracy", "attacker_moved", "defender_moved", "given"),),
        "characteristic.{name}": (CHARACTERISTICS,),
        "vehicle.{name}": (VEHICLE_KINDS,),
        "characteristic_short.{name}": (CHARACTERISTICS,),
        "column.{hit.column}": (("projectile", "melee"),),
        "difficulty.{difficulty}": (DIFFICULTIES,),
        "difficulty.{one}": ((*DIFFICULTIES, "ruled", "opposed", "no_roll"),),
        "disabled.{name}": (LOCATIONS,),
        "error.{reason}": ((),),
        "health.{look}": (("unhurt", "hurt", "badly_hurt", "down"),),
        "location.{aimed}": (LOCATIONS,),
        "location.{blow.aimed}": (LOCATIONS,),
        "location.{location}": (LOCATIONS,),
        "location.{name}": (LOCATIONS,),
        "location_short.{name}": (LOCATIONS,),
        "location.{wound.location}": (LOCATIONS,),
        "place.{one}": (PLACES,),
        "place.{place}": ((*PLACES, "nowhere"),),
        "protection.{worn}": (PROTECTION,),
        "protection_of.{name}": (LOCATIONS,),
        "reload.{reload}": (RELOADS,),
        "reload.{arm.reload}": (RELOADS,),
        "reload.{command.inputs['what']}": (RELOADS,),
        "resistance.{name}": (LOCATIONS,),
        "setting.{name}": (tuple(item.name for item in SETTINGS),),
        "setting_note.{name}": (tuple(item.name for item in SETTINGS if isinstance(item, Flag)),),
        "sheet.{name}": (("accuracy", "dice", "bonus", "rounds", "spares", "size", "value"),),
        "skill.{name}": (SKILLS,),
        "skill.{one}": (SKILLS,),
        "skill.{skill}": (SKILLS,),
        "state.{body.tiredness}": (("tired", "exhausted"),),
        "status.{body.health}": (("grounded", "unconscious", "dead"),),
        "thing.{name}": ((*THING_LABELS, *THINGS),),
        "thing_line.{name}": (THINGS,),
        "archetype.{chosen}": (ARCHETYPES,),
        "archetype.{name}": (ARCHETYPES,),
        "armour_line.{name}": (PROTECTION,),
        "characteristic.{CHARACTERISTIC_OF_SKILL[name]}": (CHARACTERISTICS,),
        "characteristic.{best}": (CHARACTERISTICS,),
        "characteristic.{second}": (CHARACTERISTICS,),
        "characteristic_line.{best}": (CHARACTERISTICS,),
        "characteristic_line.{name}": (CHARACTERISTICS,),
        "protection.{armour}": (PROTECTION,),
        "protection.{name}": (PROTECTION,),
        "role_line.{chosen}": (ARCHETYPES,),
        "role_line.{role}": (ARCHETYPES,),
        "role_line.{name}": (ARCHETYPES,),
        "skill.{skill_of(name)}": (SKILLS,),
        "skill_line.{name}": (SKILLS,),
        "weapon.{name}": (WEAPON_CATEGORIES,),
        "weapon_line.{category}": (WEAPON_CATEGORIES,),
        "weapon.{arm.category}": (WEAPON_CATEGORIES,),
        "weapon.{category}": (WEAPON_CATEGORIES,),
        "weapon.{one.category}": (CARRIED,),
        "weapon.{row['category']}": (WEAPON_CATEGORIES,),
        "what.{planned.what}": (WHATS,),
        "brief.{planned.what}": (WHATS,),
        "what.{what}": (WHATS,),
        "what.{way}": (WHATS,),
        "input.{name}": (("first", "second", "third"),),
    },
    by_the_apps=frozenset(
        {
            "system.name",
            "system.about",
            "kind.person",
            "back.person",
            "kind.creature",
            "opposed.double_1",
            "opposed.double_6",
            *(f"{prefix}.{value}" for prefix, values in PREFIXED.items() for value in values),
            *OF_CORE,
            *(f"dice.{purpose}" for purpose in PURPOSES),
            *(f"archetype.{name}" for name in ARCHETYPES),
            *(f"vehicle_weapon.{name}" for name in WEAPONS),
            *(f"health.{look}" for look in ("unhurt", "hurt", "badly_hurt", "down")),
            *(f"roll.{outcome}" for outcome in OUTCOMES),
            *(f"creation.{step.name}" for step in CREATION.steps),
            *(f"creation.{step.name}_help" for step in CREATION.steps),
            *(f"creation.{step.name}_ask" for step in CREATION.steps if step.name != "about"),
            *(f"left.{what}" for what in ("characteristic_points", "skill_points", "room")),
        }
    ),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    assert SPOKEN.missing(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    assert SPOKEN.left_over(language) == []


def test_every_f_string_is_known() -> None:
    assert sorted(SPOKEN.f_strings - SPOKEN.gaps.keys()) == []
    assert sorted(SPOKEN.gaps.keys() - SPOKEN.f_strings) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_name_what_they_carry(language: str) -> None:
    known = words("tactico", language)
    wrong = {reason: parts(known[f"error.{reason}"]) - named for reason, named in SPOKEN.reasons.items()}
    assert {reason: unknown for reason, unknown in wrong.items() if unknown} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_well_formed(language: str) -> None:
    for code, text in words("tactico", language).items():
        assert text == text.strip(), code
        assert "  " not in text, code
        if language == "es":
            assert "-" not in text, f"{code}: the minus sign is −"
        for _, part, spec, _ in Formatter().parse(text):
            assert part != "", code
            assert spec in ("", "+", "low", None) or spec.count("/") == 1, code


@pytest.mark.parametrize(
    ("fact", "spanish", "english"),
    [
        (
            Fact("harm.points_at", 4, {"who": Ref("s"), "amount": 4, "after": -1, "points": 1,
                                       "location": Word("location.right_arm")}),
            "Ana pierde 4 PV, quedan −1; Brazo derecho: 1",
            "Ana loses 4 LP, −1 left; Right arm: 1",
        ),
        (
            Fact("move.move", 1, {"who": Ref("s"), "metres": 1}),
            "Ana se desplaza 1 metro",
            "Ana moves 1 metre",
        ),
    ],
)  # fmt: skip
def test_how_it_reads(fact: Fact, spanish: str, english: str) -> None:
    assert Speaker("tactico", "es", lambda who: "Ana").text(fact) == spanish
    assert Speaker("tactico", "en", lambda who: "Ana").text(fact) == english


def test_a_difficulty_that_the_book_does_not_give_is_said_to_be_ours() -> None:
    ours = difficulty_input(RULED, free=(RULED,)).options[0]
    speaker = Speaker("tactico", "es", str)
    assert [speaker.text(one) for one in (ours.label, *ours.notes)] == ["La nuestra", "el libro no da ninguna"]
    assert ours.notes[0].rules == ("TAC-HOUSE-11",)
