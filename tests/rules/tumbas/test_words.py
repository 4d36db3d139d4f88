"""Every code that the rules of Tumbas can emit has words in both languages, and no words are left over."""

from string import Formatter
from typing import get_args

import pytest

from rules.core.facts import Fact, Ref, Word
from rules.core.words import LANGUAGES, Speaker, words
from rules.systems.tumbas.attributes import ATTRIBUTES
from rules.systems.tumbas.creation import CREATION
from rules.systems.tumbas.gear.entries import AMMUNITION, ITEM_SORTS, WIELDED
from rules.systems.tumbas.gear.entries import KINDS as ENTRIES
from rules.systems.tumbas.gear.measures import COINS
from rules.systems.tumbas.gear.using import FATES
from rules.systems.tumbas.healing import PLACES
from rules.systems.tumbas.house import ARMOURS, CLASSES, CREATURES, GRADES, RACES, TALENTS, WEAPONS, Use
from rules.systems.tumbas.initiative import MELEE, NOTHING, STANDARD
from rules.systems.tumbas.levelling import ADVANCES
from rules.systems.tumbas.magic import KINDS
from rules.systems.tumbas.scores import WAYS
from rules.systems.tumbas.settings import TIE_RULES
from rules.systems.tumbas.situation import KINDS as RELATIONS
from rules.systems.tumbas.squares import SQUARES
from rules.systems.tumbas.starting import KITS
from rules.systems.tumbas.state import NATURAL
from rules.systems.tumbas.trials import ADVANTAGES, EXTRAS, OVERLOAD
from tests.rules.spoken import Spoken, parts

ARMS = (*WEAPONS, NATURAL)
HEALTH = ("unhurt", "hurt", "badly_hurt", "down")
TESTS = ("attack", "care", "defence", "disengage", "dying", "explosion", "hunger", "hurry", "magic", "shot", "surprise")
"""The purposes of the dice of tests."""
STATUSES = ("ok", "dying", "stable", "dead")
DECLARED = (*MELEE, *STANDARD, NOTHING)
PREFIXED = {
    "armour": tuple(name for name in ARMOURS if name != "shield"),
    "race": RACES,
    "class": CLASSES,
    "talent": TALENTS,
    "talent_line": TALENTS,
    "class_line": CLASSES,
    "weapon": tuple(WEAPONS),
    "item_kind": ITEM_SORTS,
    "creature": tuple(CREATURES),
    "attribute": ATTRIBUTES,
    "advance": ADVANCES,
    "extra": EXTRAS,
    "overload": OVERLOAD,
    "magic_kind": KINDS,
    "verb": ("harm", "heal"),
    "share": ("half", "full", "double"),
    "tie_rule": TIE_RULES,
    "resistance_until": ("nine", "ten"),
    "advantage": ADVANTAGES,
    "place": PLACES,
    "fate": FATES,
    "creation_method": WAYS,
    "wielded": tuple(WIELDED),
    "weapon_use": get_args(Use),
    "hands": ("1", "2"),
    "ammunition": AMMUNITION,
    "coin": tuple(coin.code for coin in COINS),
    "grade": GRADES,
    "relation": tuple(kind.name for kind in RELATIONS),
    **{kind.name: kind.values for kind in RELATIONS},
}
"""The options that are named by a word and their value."""

THING_LABELS = tuple(dict.fromkeys(item.name for kind in ENTRIES.values() for item in kind.inputs))
SETTINGS = (
    "secret_declarations",
    "fumbles_expose",
    "round_load_up",
    "fumble_kills",
    "lose_all_mundane",
    "may_stop_exploding",
)
LOSSES = ("adventure.lost", "adventure.would_lose")
COUNTS = ("equipment_points", "provisions", "coins", "jewels", "sessions", "levels_due")

SPOKEN = Spoken(
    "tumbas",
    gaps={
        "advantage.{row['kind']}": (ADVANTAGES,),
        "armour.{sheet['armour']}": (ARMOURS,),
        "armour.{order.armour}": (ARMOURS,),
        "armour.{name}": (ARMOURS,),
        "weapon.{order.weapon}": (ARMS,),
        "weapon.{name}": (ARMS,),
        "weapon.{row['weapon']}": (ARMS,),
        "armour.{one}": (ARMOURS,),
        "thing.{name}": (THING_LABELS,),
        "unpacked.{kind}": (("equipment_point", "provisions", "coin", "jewel"),),
        "action.{declared.what}": (DECLARED,),
        "action.{found.what}": (DECLARED,),
        "action.{what}": (DECLARED,),
        "advance.{name}": (ADVANCES,),
        "aptitude.{body.character_class}": (CLASSES,),
        "attribute.{attribute}": (ATTRIBUTES,),
        "attribute.{grown.last_advance}": (ATTRIBUTES,),
        "attribute.{name}": (ATTRIBUTES,),
        "attribute.{one}": (ATTRIBUTES,),
        "setting.{name}": (SETTINGS,),
        "setting_note.{name}": (SETTINGS,),
        "attribute_short.{name}": (ATTRIBUTES,),
        "cause.{what}": ((*EXTRAS, "cover", "engaged", "long_range", "shield_ranged"),),
        "class.{body.character_class}": (CLASSES,),
        "contest.{found.status}": (("no_one", "prolonged"),),
        "error.{refused.reason}": ((),),
        "fate.{outcome}": (FATES,),
        "grade.{grade}": (GRADES,),
        "grade.{command.inputs['grade']}": (GRADES,),
        "health.{health_word(body.hp, body.hp_max)}": (HEALTH,),
        "health.{word}": (HEALTH,),
        "load.{name}": (("points", "provisions", "money", "spaces"),),
        "phase.{fight.round.stage}": (("declaration", "action", "melee"),),
        "place.{place}": (PLACES,),
        "pool.{pool.kind}": ((*EXTRAS, "none"),),
        "round.{group.stage}": (("action", "melee"),),
        "sheet.{name}": (COUNTS,),
        "status.{after.health}": (STATUSES,),
        "status.{body.health}": (STATUSES,),
        "talent.{talent}": (TALENTS,),
        "attribute.{best_of(name)}": (ATTRIBUTES,),
        "attribute.{casts_with}": (ATTRIBUTES,),
        "attribute.{needed}": (ATTRIBUTES,),
        "attribute.{second}": (ATTRIBUTES,),
        "attribute_line.{name}": (ATTRIBUTES,),
        "cover.{behind}": (SQUARES.covers,),
        "class.{class_of(said)}": (CLASSES,),
        "class.{name}": (CLASSES,),
        "class_good.{class_of(said)}": (CLASSES,),
        "class_good.{name}": (CLASSES,),
        "class_line.{class_of(said)}": (CLASSES,),
        "class_line.{name}": (CLASSES,),
        "kit.{name}": (KITS,),
        "kit_line.{name}": (KITS,),
        "race.{name}": (RACES,),
        "race.{race_of(said)}": (RACES,),
        "race_line.{name}": (RACES,),
        "race_line.{race}": (RACES,),
        "talent.{name}": (TALENTS,),
        "talent_gain.{name}": (TALENTS,),
        "talent_line.{name}": (TALENTS,),
        "weapon_use.{weapon.use}": (get_args(Use),),
        "weapon.{kit.weapons[0]}": (WEAPONS,),
        "{code}_by": (("dice.rolled",),),
        "{code}_food": (LOSSES,),
        "{code}_points": (LOSSES,),
        "{code}_for": (("dice.rolled", "dice.rolled_by"),),
    },
    by_the_apps=frozenset(
        {
            "system.name",
            "system.about",
            "kind.person",
            "back.person",
            "kind.creature",
            "hp.short",
            "paper.round",
            "measure.spaces",
            *(f"entry.{name}{end}" for name in ENTRIES for end in ("", ".many")),
            *(f"{prefix}.{value}" for prefix, values in PREFIXED.items() for value in values),
            *(f"creation.{step.name}{end}" for step in CREATION.steps for end in ("", "_help")),
            *(f"creation.{step.name}_ask" for step in CREATION.steps if step.name != "about"),
            *(f"left.{what}" for what in ("attribute_points", "talents", "coins")),
            *(f"dice.{purpose}" for purpose in (*TESTS, "test")),
            # what a declaration is put together of
            *(
                f"declare.{how}{target}{said}"
                for how in ("plain", "hurried")
                for target in ("", "_target", "_to")
                for said in ("", "_words")
            ),
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
    known = words("tumbas", language)
    wrong = {reason: parts(known[f"error.{reason}"]) - named for reason, named in SPOKEN.reasons.items()}
    assert {reason: unknown for reason, unknown in wrong.items() if unknown} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_well_formed(language: str) -> None:
    for code, text in words("tumbas", language).items():
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
            Fact("harm.points", 7, {"who": Ref("s"), "amount": 7, "before": 5, "after": -2}),
            "Ana pierde 7 PG, de 5 a −2",
            "Ana loses 7 HP, from 5 to −2",
        ),
        (
            Fact("test.success_plus", 1, {"who": Ref("s"), "pluses": 1}),
            "Ana: éxito, 1 plus",
            "Ana: success, 1 plus",
        ),
        (
            Fact("status.now", params={"who": Ref("s"), "status": Word("status.dying")}),
            "Ana: moribundo",
            "Ana: dying",
        ),
    ],
)
def test_how_it_reads(fact: Fact, spanish: str, english: str) -> None:
    assert Speaker("tumbas", "es", lambda who: "Ana").text(fact) == spanish
    assert Speaker("tumbas", "en", lambda who: "Ana").text(fact) == english
