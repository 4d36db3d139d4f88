"""The odds that are told before the dice fall: exact, and to each reader over what they may know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.types import Json
from rules.systems.tapiz.odds import Hand, chances, likely_difficulties, likely_resistances, static
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, GM, Scene, pool, scene

THREE = list(product(range(1, 7), repeat=3))


def told(fight: Scene, viewer: Viewer = GM) -> Fact | None:
    """The odds beside the button of the dice that are asked for."""
    (request,) = fight.requests
    return engine.known_odds(request.odds, viewer)  # type: ignore[attr-defined]


def before(fight: Scene, action: str, viewer: Viewer, **inputs: Json) -> Fact | None:
    """The odds beside the button of an action that Ana is about to take."""
    declared = SYSTEM.actions[action].inputs(fight.fight, "ana", viewer)
    values = {item.name: item.check(inputs.get(item.name)) for item in declared}
    return engine.odds(SYSTEM, fight.fight, Command("preview", action, "ana", values), viewer)


def chance(fact: Fact, code: str) -> Fraction:
    """The chance of one outcome."""
    (found,) = (term.params["chance"] for term in fact.terms if term.code == code)
    assert isinstance(found, Fraction)
    return found


SORTED = Counter(tuple(sorted(faces)) for faces in THREE)
"""How often each lot of faces comes up, whichever die shows which."""


def counted(fight: Scene, key: str, all_faces: Counter[tuple[int, ...]] = SORTED) -> dict[str, Fraction]:
    """How often each outcome comes up over all faces of three dice, by rolling each lot of them, or every one."""
    seen: Counter[str] = Counter()
    for faces, times in all_faces.items():
        step = engine.answer(SYSTEM, fight.head, key, {"faces": list(faces)}, GM)
        success = next((fact for fact in step.facts if fact.code == "roll.success"), None)
        if success is not None:
            points = success.value or 0
            seen["odds.success"] += times
            for tier, price in (("minor", 5), ("major", 10), ("extreme", 15)):
                seen[f"odds.{tier}"] += times * (points >= price)
    return {code: Fraction(count, len(THREE)) for code, count in seen.items()}


@pytest.mark.parametrize(("bonus", "shield"), [(0, False), (4, True), (9, False), (-6, False)])
def test_the_odds_of_an_attack_are_those_of_all_216_faces(bonus: int, shield: bool) -> None:
    """TAP-ROLL-04, TAP-EFF-01: what is told before is what comes up, rolled out through the rules themselves."""
    fight = scene(orc1={"shield": shield})
    fight.attack("ana", "orc1", traits=[["t1", "con la espada"]], others=[{"value": bonus, "reason": "la escena"}])
    fact = told(fight)
    assert fact is not None
    assert fact.params["resistance"] == 10 + shield
    rolled = counted(fight, "attack", Counter(THREE))
    for code in ("odds.success", "odds.minor", "odds.major", "odds.extreme"):
        assert chance(fact, code) == rolled.get(code, 0), code


def test_the_odds_beside_the_button_are_those_of_the_dice_it_asks_for() -> None:
    fight = scene()
    inputs = {"target": "orc1", "attribute": "strength", "traits": [["t1", ""]]}
    first = before(fight, "attack", GM, **inputs)
    fight.begin("attack", "ana", **inputs)
    assert first == told(fight)


def test_a_rolled_resistance_counts_both_rolls() -> None:
    """TAP-ROLL-06: over all 46,656 pairs of rolls."""
    inputs = {"target": "orc1", "attribute": "strength", "resistance_mode": "rolled"}
    fact = before(scene(), "attack", GM, **inputs)  # 3d6 + 2 against 3d6 + 0
    assert fact is not None
    assert fact.code == "odds.opposed"
    own = Counter(sum(faces) + 2 for faces in THREE)
    other = Counter(sum(faces) for faces in THREE)
    for code, margin in (("odds.success", 0), ("odds.minor", 5), ("odds.major", 10), ("odds.extreme", 15)):
        ways = sum(own[a] * other[b] for a in own for b in other if a - b >= margin)
        assert chance(fact, code) == Fraction(ways, 6**6), code


def test_the_target_is_told_how_likely_the_attack_fails() -> None:
    fight = scene()
    fight.begin("attack", "ana", target="orc1", attribute="strength", resistance_mode="rolled")
    fact = told(fight)
    assert fact is not None
    attack = before(scene(), "attack", GM, target="orc1", attribute="strength", resistance_mode="rolled")
    assert attack is not None
    assert chance(fact, "odds.resists") == 1 - chance(attack, "odds.success")
    assert told(fight, ANA) is None


# Who may know


def columns(fact: Fact) -> list[object]:
    return [column.params["resistance"] for column in fact.terms]


def test_a_player_gets_a_table_of_what_the_resistance_may_be() -> None:
    """The same for every target: it depends on nothing but the own bonus."""
    inputs = {"attribute": "strength", "traits": [["t1", ""]]}
    tables = [
        before(scene(orc1={"armour": armour, "shield": shield}), "attack", ANA, target=target, **inputs)
        for armour in ("none", "heavy")
        for shield in (False, True)
        for target in ("orc1", "orc2")
    ]
    first = tables[0]
    assert first is not None
    assert first.code == "odds.by_resistance"
    assert columns(first) == [10, 12, 14, 16, 18]
    assert all(table == first for table in tables)
    for column in first.terms:
        target = column.params["resistance"]
        ways = sum(sum(faces) + 4 >= target for faces in THREE)
        assert chance(column, "odds.success") == Fraction(ways, len(THREE))
        ways = sum(sum(faces) + 4 >= target + 5 for faces in THREE)
        assert chance(column, "odds.minor") == Fraction(ways, len(THREE))


def test_the_others_are_told_nothing() -> None:
    fight = scene()
    fight.attack("ana", "orc1")
    for viewer in (PUBLIC, Viewer("p2", controls=frozenset({"bruno"})), Viewer("o", controls=frozenset({"orc1"}))):
        assert told(fight, viewer) is None


def test_a_foes_odds_are_for_the_game_master_even_against_the_own_armour() -> None:
    """With the own armour class the foe's bonus would be known."""
    fight = scene(turn="orc1")
    fight.attack("orc1", "ana")
    assert told(fight) is not None
    assert told(fight, ANA) is None


def test_a_difficulty_that_the_game_master_has_in_mind_stays_there() -> None:
    """TAP-HOUSE-11: the player reads the scale; the game master, once the number is set, the odds."""
    fight = scene()
    first = before(fight, "other", ANA, what="Trepar", attribute="dexterity")
    assert first is not None
    assert columns(first) == [6, 9, 12, 15, 18]
    fight.agrees = False
    fight.begin("other", "ana", viewer=ANA, what="Trepar", attribute="dexterity")
    fight.answer("game_master", {"attribute": "dexterity", "resistance": 13})
    fact = told(fight)
    assert fact is not None
    assert fact.params["resistance"] == 13
    assert chance(fact, "odds.success") == Fraction(sum(sum(f) + 1 >= 13 for f in THREE), len(THREE))
    mine = told(fight, ANA)
    assert mine is not None
    assert columns(mine) == [6, 9, 12, 15, 18]


def test_the_difficulty_of_first_aid_is_known() -> None:
    fight = scene(bruno={"physical": pool(4, healing_available=True)})
    fight.begin("heal", "ana", viewer=ANA, target="bruno", attribute="intelligence")
    fact = told(fight, ANA)
    assert fact is not None
    assert fact.params["resistance"] == 12


def test_how_far_below_zero_a_patient_is_stays_secret() -> None:
    """The difficulty of stabilising would say it (TAP-HP-07)."""
    fight = scene(bruno={"physical": pool(-6)})
    fight.begin("stabilise", "ana", viewer=ANA, target="bruno", attribute="intelligence")
    mine, whole = told(fight, ANA), told(fight)
    assert mine is not None
    assert mine.code == "odds.by_resistance"
    assert whole is not None
    assert whole.params["resistance"] == 18


def test_where_numbers_are_shown_the_difficulty_is_too() -> None:
    fight = scene(bruno={"physical": pool(-6)})
    fight.begin("show_as", who="bruno", shows="number")
    fight.begin("stabilise", "ana", viewer=ANA, target="bruno", attribute="intelligence")
    fact = told(fight, ANA)
    assert fact is not None
    assert fact.params["resistance"] == 18


def test_without_dice_there_are_no_odds() -> None:
    inputs = {"target": "orc1", "attribute": "strength", "mode": "static"}
    assert before(scene(), "attack", GM, **inputs) is None
    assert before(scene(), "attack", ANA, **inputs) is None
    opposed = before(scene(), "attack", GM, **inputs, resistance_mode="rolled")
    assert opposed is not None  # the other side rolls: 12 against 3d6
    assert chance(opposed, "odds.success") == Fraction(sum(sum(f) <= 12 for f in THREE), len(THREE))
    assert before(scene(), "attack", ANA, **inputs, resistance_mode="rolled") is None


# Numbers


@pytest.mark.parametrize("bonus", range(-12, 40))
def test_tables_fit_a_row_and_begin_where_it_is_open(bonus: int) -> None:
    own = Hand((6, 6, 6), bonus)
    for numbers in (likely_resistances(own), likely_difficulties(own)):
        assert 1 <= len(numbers) <= 6
        assert list(numbers) == sorted(numbers)
    assert len(likely_resistances(own)) == 5
    for number in likely_resistances(own):
        assert number % 2 == 0
        assert 0 < chances(own, static(number)).success < 1


def test_size_shifts_the_points_and_not_the_success() -> None:
    """TAP-SIZE-04: a success stays one, and points are never below none."""
    plain, fewer, more = (chances(Hand((6, 6, 6), 0), static(10), shift=shift) for shift in (0, -4, 4))
    assert plain.success == fewer.success == more.success == Fraction(5, 8)
    assert fewer.tiers["minor"] == Fraction(sum(sum(f) >= 19 for f in THREE), len(THREE))
    assert more.tiers["minor"] == Fraction(sum(sum(f) >= 11 for f in THREE), len(THREE))
    six = chances(Hand((6, 6, 6), 0), static(10), shift=6)
    assert six.tiers["minor"] == six.success


# What a stance, a weapon and size add


def focused() -> Scene:
    """Ana, in focus on damage, attacks with a weapon of d8; the change of stance is left out of it."""
    fight = scene(sheets={"ana": {"stances": ["focus_on_damage"]}})
    fight.begin("stance", "ana", stance="focus_on_damage")
    fight.attack("ana", "orc1", weapon="heavy_one_handed", in_force=[])
    return fight


def test_the_better_of_two_damage_dice_is_in_the_odds() -> None:
    """TAP-STANCE-07: 3d6, the higher of two d8 and 2 against armour class 10, over all 13,824 ways."""
    fact = told(focused())
    assert fact is not None
    best = [max(pair) for pair in product(range(1, 9), repeat=2)]
    for code, needed in (("odds.success", 10), ("odds.minor", 15), ("odds.major", 20), ("odds.extreme", 25)):
        ways = sum(sum(faces) + high + 2 >= needed for faces in THREE for high in best)
        assert chance(fact, code) == Fraction(ways, len(THREE) * len(best)), code


def test_once_the_first_dice_lie_the_odds_are_those_of_the_rest() -> None:
    fight = focused()
    fight.answer("attack", faces=[1, 1, 1])  # 3 + 2: a five is needed
    fact = told(fight)
    assert fact is not None
    assert chance(fact, "odds.success") == Fraction(64 - 16, 64)
    mine = told(fight, ANA)
    assert mine is not None
    assert columns(mine) == [8, 10, 12]  # five and the higher of two d8: 6 to 13


def test_size_is_in_the_odds_of_those_who_see_it() -> None:
    """TAP-SIZE-04: small against large, armour class 4 lower and 4 points fewer of a success."""
    fight = scene(sheets={"ana": {"size": "small"}, "orc1": {"size": "large"}})
    fight.attack("ana", "orc1")  # 3d6 + 2 against 6
    fact, mine = told(fight), told(fight, ANA)
    assert fact is not None
    assert fact.params["resistance"] == 6
    for code, needed in (("odds.success", 6), ("odds.minor", 6 + 5 + 4), ("odds.major", 6 + 10 + 4)):
        assert chance(fact, code) == Fraction(sum(sum(faces) + 2 >= needed for faces in THREE), len(THREE)), code
    assert mine is not None
    (twelve,) = (column for column in mine.terms if column.params["resistance"] == 12)
    assert chance(twelve, "odds.minor") == Fraction(sum(sum(faces) + 2 >= 12 + 9 for faces in THREE), len(THREE))


def test_the_size_of_a_hidden_target_is_in_no_table() -> None:
    """The game master rolls for Ana at a hidden target, small or large: her table is the same."""
    tables = []
    for size in ("small", "large"):
        fight = scene(sheets={"shade": {"size": size}})
        fight.attack("ana", "shade")
        tables.append(told(fight, ANA))
    assert tables[0] == tables[1]
    assert tables[0] is not None


def test_the_odds_know_that_the_surprised_roll() -> None:
    """TAP-HOUSE-10: the static resistance was chosen, and is not allowed."""
    fight = scene()
    fight.begin("surprise", surprised=["orc1"])
    fact = before(fight, "attack", GM, target="orc1", attribute="strength")
    assert fact is not None
    assert fact.code == "odds.opposed"
    mine = before(fight, "attack", ANA, target="orc1", attribute="strength")
    assert mine == before(scene(), "attack", ANA, target="orc1", attribute="strength")
