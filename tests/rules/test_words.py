"""Every code that the rules can emit has words in both languages, and no words are left over.

Codes are read from the source: every dotted string, every f-string with the values it may take (`EXPANSIONS`, to
which a new f-string must be added), every reason of a refusal.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from rules.core import engine, errors
from rules.core.board.doors import SWINGS
from rules.core.board.painting import NOTHING, SIDES
from rules.core.board.rules import USUAL_GROUNDS
from rules.core.boards import EDGE_KINDS
from rules.core.facts import Fact, Ref, Word
from rules.core.gear import PLACES
from rules.core.inputs import Choice, Flag
from rules.core.orders import SAYS
from rules.core.registry import get_system
from rules.core.shares import SHARES, VERBS
from rules.core.words import LANGUAGES, Speaker, told, words
from rules.systems.tapiz.archetypes import ARCHETYPES
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.bands import RANGE_BANDS
from rules.systems.tapiz.consequences import REPLACEMENTS
from rules.systems.tapiz.creation import CREATION
from rules.systems.tapiz.difficulties import DIFFICULTIES
from rules.systems.tapiz.effects import KNOCKED_OUT, LISTED_EFFECTS, OTHER_SCOPES, SCOPES, TIERS
from rules.systems.tapiz.gear.entries import AMMUNITION, USES, WEAPON_SIZES
from rules.systems.tapiz.gear.entries import KINDS as ENTRIES
from rules.systems.tapiz.gear.losing import TAKES
from rules.systems.tapiz.gear.measures import COINS
from rules.systems.tapiz.hero_points import REASONS
from rules.systems.tapiz.hit_points import POOLS
from rules.systems.tapiz.in_force import LASTS, USUAL
from rules.systems.tapiz.kinds import SHEET_KINDS
from rules.systems.tapiz.languages import MEDIA
from rules.systems.tapiz.load import LOAD_CATEGORIES
from rules.systems.tapiz.moving import COMBAT_MODES, TRAVEL_MODES, TRAVEL_UNITS
from rules.systems.tapiz.next_level import PERSON as NEXT_LEVEL
from rules.systems.tapiz.options import PARTS
from rules.systems.tapiz.rolls import MODES
from rules.systems.tapiz.settings import METHODS, SETTINGS
from rules.systems.tapiz.sheet import ARMOURS, PROFICIENCIES, SIZES, STANCES, TRAIT_SORTS
from rules.systems.tapiz.situation import KINDS
from rules.systems.tapiz.squares import SQUARES
from rules.systems.tapiz.stances import ATTACK_MODES, WEAPON_RANGES
from rules.systems.tapiz.starting import KITS, STOCK
from rules.systems.tapiz.time import UNITS
from tests.rules.source import inside_f_strings, nodes_of
from tests.rules.spoken import said_besides

RULES = Path(__file__).resolve().parents[2] / "rules"
SOURCES = tuple(
    sorted(
        path
        for folder in ("core", "dice", "systems/tapiz")
        for path in (RULES / folder).rglob("*.py")
        if path != RULES / "core" / "words.py"  # it reads words, it emits none
    )
)

OF_A_LEVEL = NEXT_LEVEL.pages(SHEET_KINDS["person"].load({}))
CHOICES = tuple(item for item in SETTINGS if isinstance(item, Choice))
THING_LABELS = dict.fromkeys(item.name for kind in ENTRIES.values() for item in kind.inputs)
STATUSES = ("ok", "unconscious", "bleeding", "dead", "incapacitated", "unstable", "lost")
PURPOSES = ("action", "any", "attack", "cap", "damage", "heal", "initiative", "recover", "resistance", "stabilise")
EXPANSIONS: dict[str, Iterable[str]] = {
    "core.board.edge.{edge}": (*EDGE_KINDS, NOTHING),
    "core.board.entry.{one}": SIDES,
    "core.board.entry.{side}": ("party", "foes"),
    "core.board.ground.{self.name}": {one.name for one in (*USUAL_GROUNDS, *SQUARES.grounds) if one.common},
    "core.board.door_now.{kind}": SWINGS,
    "core.board.door_will.{fight.board.edges[edge]}": SWINGS,
    "core.board.{name}": ("columns", "rows"),
    "ground.{self.name}": [one.name for one in SQUARES.grounds if not one.common],
    "cover.{value}": SQUARES.covers,
    "cover.{things}": SQUARES.covers,
    "concealment.{value}": SQUARES.concealments,
    "concealment.{between}": SQUARES.concealments,
    "light.{value}": SQUARES.lights,
    "light.{light}": SQUARES.lights,
    "archetype.{name}": ARCHETYPES,
    "left.{self.what}": (),  # counted by the steps of the systems, which name it
    "archetype.{chosen}": ARCHETYPES,
    **{f"archetype_{part}.{{name}}": ARCHETYPES for part in ("first", "second", "object", "group", "past")},
    "archetype_line.{chosen}": ARCHETYPES,
    "archetype_line.{name}": ARCHETYPES,
    **{f"attribute.{{{gap}}}": ATTRIBUTES for gap in ("best[0]", "best[1]", "best_of(said)[0]", "primary")},
    **{f"{of}.{{{gap}}}": KITS for of in ("kit", "kit_line") for gap in ("kit", "name")},
    "stance_line.{one.value}": STANCES[1:],
    "stance_line.{stance}": STANCES[1:],
    "starting.{code}": STOCK,
    "trait_line.{sort}": ("ability", "object", "group", "personality", "background"),
    "trait_sort.{sort}": TRAIT_SORTS,
    "trait_sort.{sort_of(code)}": TRAIT_SORTS,
    "dice.{first.purpose}": PURPOSES,
    "effect.{name}": LISTED_EFFECTS,
    "health.{health_word(after.current, after.maximum)}": ("unhurt", "hurt", "badly_hurt", "down"),
    "health.{word}": ("unhurt", "hurt", "badly_hurt", "down"),
    "load.{load_of(body).category}": LOAD_CATEGORIES,
    "range_band.{band}": RANGE_BANDS,
    "size.{fight.body(actor).size}": SIZES,
    "size.{fight.body(target).size}": SIZES,
    "attribute.{name}": ATTRIBUTES,
    "attribute.{attribute}": ATTRIBUTES,
    "attribute.{command.inputs['attribute']}": ATTRIBUTES,
    "attribute_short.{attribute}": ATTRIBUTES,
    "attribute_short.{name}": ATTRIBUTES,
    "armour.{body.armour}": ARMOURS,
    "time.{unit}": UNITS,
    "hero_reason.{reason}": REASONS,
    "difficulty.{name}": DIFFICULTIES,
    "effect.{self.listed}": (*LISTED_EFFECTS, *OTHER_SCOPES, "raised_consequence", KNOCKED_OUT),
    "tier.{one.tier}": TIERS,
    "tier.{other.tier}": TIERS,
    "ends.{ends}": ("timed", "scene", "momentary", *TIERS),
    "tier.{tier}": TIERS,
    "odds.{tier}": TIERS,
    "tier.{lower}": TIERS[:-1],
    "pool_name.{name}": POOLS,
    "bears.{scope}": SCOPES,
    "level.{name}": ("physical_gain", "mental_gain"),
    "input.reserve.{name}": POOLS,
    "input.{item.name}": (),  # every setting has a label
    "language.{medium}": MEDIA,
    "load.{load.category}": LOAD_CATEGORIES,
    "move_mode.{mode}": COMBAT_MODES,
    "proficiency.{level}": PROFICIENCIES,
    "raised.{tier}": TIERS,
    "setting.{name}": (item.name for item in SETTINGS),
    "setting_note.{name}": (item.name for item in SETTINGS if isinstance(item, Flag)),
    "size.{body.size}": SIZES,
    "size.{size}": SIZES,
    "stance.{stance}": STANCES,
    "stance_note.{stance}": STANCES,
    "travel_mode.{mode}": TRAVEL_MODES,
    "travel_note.{mode}": TRAVEL_MODES,
    "travel_unit.{unit}": TRAVEL_UNITS,
    "weapon.{name}": WEAPON_SIZES,
    "weapon.{values['size']}": WEAPON_SIZES,
    "range_band.{values['reach']}": RANGE_BANDS,
    "thing_place.{one.place}": PLACES,
    "thing_place.{thing.place}": PLACES,
    "thing.{name}": THING_LABELS,
    "unpacked.armour.{code}": ARMOURS[1:],
    "note.restores.{thing.values['pool'] or 'physical'}": POOLS,
    "gear.{listed}": TAKES,
    "input.hit_points.{points.pool}": POOLS,
    "status.{status}": STATUSES,
    "core.shows.{shows}": ("number", "word", "nothing"),
    "core.shows_option.{word}": ("number", "word", "nothing"),
    "core.reorder.{way}": ("up", "down"),
    "core.orders.says.{says}": SAYS,
    "core.status.{status}": ("paused", "running", "archived"),
}
"""The f-strings of the source that are codes by themselves, and what may stand in their only gap."""

OTHER_EXPANSIONS: dict[str, Iterable[str]] = {
    "{code}_on": ("core.board.is_on", "core.board.is_hex_on"),
    "{code}_on_level": ("core.board.is_on_level", "core.board.is_hex_on_level"),
    "{prefix}.{value}": (
        *(f"lasts.{name}" for name in (USUAL, *LASTS)),
        *(f"armour.{name}" for name in ARMOURS),
        *(f"trait_sort.{name}" for name in TRAIT_SORTS),
        *(f"attribute.{name}" for name in ATTRIBUTES),
        *(f"proficiency.{name}" for name in PROFICIENCIES),
        *(f"size.{name}" for name in SIZES),
        *(f"stance.{name}" for name in STANCES),
        *(f"weapon_use.{name}" for name in USES),
        *(f"range_band.{name}" for name in RANGE_BANDS),
        *(f"hands.{number}" for number in (1, 2)),
        *(f"ammunition.{name}" for name in AMMUNITION),
        *(f"coin.{coin.code}" for coin in COINS),
        *(f"archetype.{name}" for name in ARCHETYPES),
        *(f"attack_kind.{name}" for name in POOLS),
        *(f"attribute_short.{name}" for name in ATTRIBUTES),
        *(f"creation_method.{name}" for name in METHODS),
        *(f"hero_reason.{name}" for name in REASONS),
        *(f"instead.{name}" for name in REPLACEMENTS[:-1]),
        *(f"{prefix}.{name}" for prefix in ("mode", "resistance_mode") for name in MODES),
        *(f"part.{name}" for name in PARTS),
        *(f"pool_name.{name}" for name in POOLS),
        *(f"reach.{name}" for name in ATTACK_MODES),
        *(f"share.{name}" for name in SHARES),
        *(f"travel_unit.{name}" for name in TRAVEL_UNITS),
        *(f"verb.{name}" for name in VERBS),
        *(f"weapon_range.{name}" for name in WEAPON_RANGES),
        *(f"whom.{name}" for name in ("opponent", "self")),
    ),
    "{self.name}.{value}": tuple(f"{kind.name}.{value}" for kind in KINDS for value in kind.values),
    "{name}.{value}": tuple(f"{one.name}.{option.value}" for one in CHOICES for option in one.options),
    "{name}_note.{value}": tuple(f"{one.name}_note.{option.value}" for one in CHOICES for option in one.options),
    "{code}_by": ("core.rolled_by", "core.typed_by", "dice.rolled_by"),
    "{code}_for": ("dice.rolled_for", "dice.rolled_by_for"),
    "action.{overlay.begins}": (),  # every action of the system, below
    "action.{top.command.action}": (),  # likewise
    "error.{error.reason}": (),  # every reason, below
    "error.{refused.reason}": (),  # every reason, below
}
"""The f-strings whose beginning varies, with the codes they may come to."""

GENERAL = {f"error.{code}" for code in get_args(errors.Code)} | {"core.and"}
"""Codes that the speaker itself asks for."""


SHARED = frozenset(told(RULES / "core", "es"))
"""Words that not every system needs (tests/rules/test_shared_words.py)."""

READ_BY_THE_APPS = {
    "system.name",
    "system.about",
    "kind.person",
    "kind.creature",
    "back.person",
    "input.who",
    "input.direction",
    "error.core.input.decimal",
    *(f"core.thing_{part}" for part in ("name", "note", "quantity")),
    *(f"relation.{kind.name}" for kind in KINDS),
    *(f"entry.{name}{end}" for name in ENTRIES for end in ("", ".many")),
    *(f"creation.{step.name}{end}" for step in (*CREATION.steps, *OF_A_LEVEL) for end in ("", "_ask", "_help")),
    *(f"left.{what}" for what in ("traits", "points", "languages", "language_levels")),
}
"""Codes that the source does not name: the pages ask for them, and for `input.<name>` where an input has no label."""

REFUSALS = {
    "Missing",
    "UnknownValue",
    "OutOfRange",
    "NotAllowed",
    "needed",
    "one_of",
    "at_least",
    "within",
    "__init__",
}
PARTS_OF_CHECKS = {
    "one_of": {"value"},
    "at_least": {"value", "least"},
    "within": {"value", "least", "most"},
}

CODE = re.compile(r"[a-z_]+(\.[a-z_]+[0-9]?)+")
REASON = re.compile(r"(core|dice|tapiz)\.[a-z_.]+")


def nodes() -> Iterator[ast.AST]:
    for path in SOURCES:
        yield from nodes_of(path)


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def template(node: ast.JoinedStr) -> str:
    """An f-string as it is written, with its expressions in braces."""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"  # type: ignore[attr-defined]
        for part in node.values
    )


@cache
def reasons() -> dict[str, set[str]]:
    """Every reason of a refusal, with the parts that each of its refusals carries."""
    found: dict[str, set[str]] = {}
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) == "Number":
            limits = [keyword.value for keyword in node.keywords if keyword.arg == "above"]
            found |= {reason: {"most"} for limit in limits for reason in _reasons_in(limit)}
        if not isinstance(node, ast.Call) or called(node) not in REFUSALS:
            continue
        named = PARTS_OF_CHECKS.get(called(node), set())
        for keyword in node.keywords:
            if keyword.arg == "params" and isinstance(keyword.value, ast.Dict):
                named = {str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant)}
        for argument in node.args:
            for reason in _reasons_in(argument):
                found[reason] = found.get(reason, named) & named
    return found


@cache
def tables() -> dict[str, list[ast.expr]]:
    """What stands in each table of codes, by its name."""
    return {
        node.target.id: node.value.values
        for node in nodes()
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Dict)
    }


def _reasons_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        yield from (reason for value in tables().get(node.value.id, ()) for reason in _reasons_in(value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and REASON.fullmatch(node.value):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_reasons_in(node.body), *_reasons_in(node.orelse))


def expanded(text: str, values: Iterable[str]) -> Iterator[str]:
    """The codes that an f-string with one gap may come to."""
    before, _, rest = text.partition("{")
    after = rest.partition("}")[2]
    return (f"{before}{value}{after}" for value in values)


@cache
def codes() -> frozenset[str]:
    """Every code that the source can emit, refusals included."""
    system = get_system("tapiz")
    found = {f"error.{reason}" for reason in reasons()}
    found.update(name for values in OTHER_EXPANSIONS.values() for name in values)
    found.update(code for text, values in EXPANSIONS.items() for code in expanded(text, values))
    found.update(f"action.{name}" for name in engine.actions(system))
    for path in SOURCES:
        inside = inside_f_strings(path)
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and called(node) in ("Fact", "fact", "tell") and node.args:
                found.update(_strings(node.args[0]))
            elif isinstance(node, ast.Constant) and id(node) not in inside and _is_code(node.value):
                found.add(str(node.value))
    return frozenset((found | GENERAL) - set(reasons()))


def _is_code(value: object) -> bool:
    return isinstance(value, str) and CODE.fullmatch(value) is not None and not value.startswith("rules.")


def _strings(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def parts(text: str) -> set[str]:
    return {part for _, part, _, _ in Formatter().parse(text) if part is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    assert sorted(codes() - set(words("tapiz", language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    tails = said_besides(codes())
    assert sorted(set(words("tapiz", language)) - codes() - READ_BY_THE_APPS - SHARED - tails) == []


def test_every_f_string_is_known() -> None:
    known = EXPANSIONS.keys() | OTHER_EXPANSIONS.keys()
    names_a_code = re.compile(r"[a-z_]+\.[a-z_.]*\{.*|\{(code|verb|prefix)\}.*")
    found = {template(node) for node in nodes() if isinstance(node, ast.JoinedStr)}
    assert sorted(text for text in found if names_a_code.fullmatch(text) and text not in known) == []
    assert sorted(known - found) == []


def test_inputs_without_a_label_have_words() -> None:
    """The pages fall back on `input.<name>` for these."""
    bare = set()
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) in ("Choice", "Several", "Combatants", "Text", "Number"):
            labelled = len(node.args) > 1 or any(keyword.arg == "label" for keyword in node.keywords)
            if not labelled and node.args and isinstance(node.args[0], ast.Constant):
                bare.add(f"input.{node.args[0].value}")
    assert bare
    assert bare <= READ_BY_THE_APPS
    assert set(words("tapiz", "es")) >= READ_BY_THE_APPS


def test_refusals_name_what_they_carry() -> None:
    for language in LANGUAGES:
        known = words("tapiz", language)
        wrong = {reason: parts(known[f"error.{reason}"]) - named for reason, named in reasons().items()}
        assert {reason: unknown for reason, unknown in wrong.items() if unknown} == {}


def test_both_languages_name_the_same_parts() -> None:
    spanish, english = words("tapiz", "es"), words("tapiz", "en")
    assert sorted(spanish) == sorted(english)
    assert {code for code in spanish if parts(spanish[code]) != parts(english[code])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_well_formed(language: str) -> None:
    for code, text in words("tapiz", language).items():
        assert text == text.strip(), code
        assert "  " not in text, code
        assert not re.search(r"(?<!\w)-", text), f"{code}: the minus sign is −"
        for _, part, spec, _ in Formatter().parse(text):
            assert part != "", code
            assert spec in ("", "+", "low", "decimal", None) or 1 <= spec.count("/") <= 2, code


@pytest.mark.parametrize(
    ("fact", "spanish", "english"),
    [
        (
            Fact("harm.physical", 7, {"who": Ref("s"), "amount": 7, "before": 5, "after": -2}),
            "Sharra pierde 7 PGF, de 5 a −2",
            "Sharra loses 7 PHP, from 5 to −2",
        ),
        (
            Fact("roll.success", 1, {"who": Ref("s"), "points": 1}),
            "Sharra: éxito, 1 punto",
            "Sharra: success, 1 point",
        ),
        (
            Fact("effect.gained", -2, {"whom": Ref("s"), "name": Word("effect.painful_wound")}),
            "Sharra: Herida dolorosa, −2",
            "Sharra: Painful wound, −2",
        ),
    ],
)
def test_how_it_reads(fact: Fact, spanish: str, english: str) -> None:
    assert Speaker("tapiz", "es", lambda who: "Sharra").text(fact) == spanish
    assert Speaker("tapiz", "en", lambda who: "Sharra").text(fact) == english
