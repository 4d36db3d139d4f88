"""Where the print can be read in two ways, la carta chooses: each setting computes both readings."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction

import pytest

from rules.core.inputs import Choice
from rules.core.registry import get_system
from rules.core.types import Id, Json
from rules.systems.d20.bearing import speed_of
from rules.systems.d20.cover import cover_bonus
from rules.systems.d20.settings import COVER_NUMBERS
from tests.rules.d20.actions.scene import FENCER, Scene, scene
from tests.rules.recorder import GM
from tests.rules.scenarios.d20 import THUG

NEAR = (("ana", "thug"), ("bruno", "thug"))


def bears(table: Scene, who: Id, *effects: str, kind: str = "condition", **more: Json) -> None:
    """Lay these effects on a combatant, as if they had been there before."""
    laid = {name: {"id": name, "kind": kind, "what": name.split(":")[0], **more} for name in effects}
    table.state["fight"]["combatants"][who]["body"]["effects"].update(laid)


def shot(table: Scene) -> None:
    """Ana shoots at the thug 20 feet away and misses."""
    table.in_hand("ana", "pistola")
    table.strike("ana", "thug", 1, weapon="pistola", feet=20)


@pytest.mark.parametrize(("setting", "modifier"), [(False, -2), (True, 2)])
def test_kneeling_in_melee(setting: bool, modifier: int) -> None:
    """D20C-CIR-03: −2 as the catalogue reads it, +2 as it is printed."""
    table = scene(house={"kneeling_helps_in_melee": setting}, near=NEAR)
    bears(table, "thug", "sitting_or_kneeling", kind="posture")
    table.strike("ana", "thug", 1)
    assert table.told("attack.defense").value == 10 + modifier


@pytest.mark.parametrize(("setting", "modifier"), [(False, 0), (True, -4)])
def test_pinned_at_range(setting: bool, modifier: int) -> None:
    """D20S-GRAP-23, reading C-04: the −4 of a pin counts in melee alone, or against all attacks.

    The thug counts as having Dexterity 0, which is −5.
    """
    table = scene(house={"pinned_hinders_at_range": setting})
    bears(table, "thug", "pinned")
    shot(table)
    assert table.told("attack.defense").value == 10 - 5 + modifier


@pytest.mark.parametrize(("setting", "stability"), [(False, 0), (True, 4)])
def test_two_legs_when_tripped(setting: bool, stability: int) -> None:
    """D20S-TRIP-05, reading C-01: more than two legs, or two."""
    table = scene(house={"two_legs_are_stable": setting}, near=NEAR)
    table.begin("trip", "ana", target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 20, 1)
    assert table.told("contest.total").value == 1 + 1 + stability


@pytest.mark.parametrize(("setting", "winner"), [(False, "ana"), (True, "thug")])
def test_ties_in_opposed_checks(setting: bool, winner: str) -> None:
    """D20S-HOUSE-01: 10 and 2 against 11 and 1; the higher modifier wins, or the one who did not act."""
    table = scene(house={"actor_loses_ties": setting}, near=NEAR)
    table.begin("trip", "ana", target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 10, 11)
    assert table.told("contest.won").params["who"].combatant == winner  # type: ignore[union-attr]


@pytest.mark.parametrize(("setting", "winner"), [(False, "ana"), (True, "thug")])
def test_natural_20_in_opposed_checks(setting: bool, winner: str) -> None:
    """D20S-HOUSE-02: 19 and 5 beat 20 and 1 by their total, but not a 20 that decides by itself."""
    table = scene(house={"naturals_decide_contests": setting}, near=NEAR, ana={**FENCER, "strength": 20})
    table.begin("trip", "ana", target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 19, 20)
    assert table.told("contest.won").params["who"].combatant == winner  # type: ignore[union-attr]


@pytest.mark.parametrize(("setting", "penalties"), [(False, [-4]), (True, [-4, -4])])
def test_automatic_fire_without_both_feats(setting: bool, penalties: list[int]) -> None:
    """D20S-HOUSE-08: a single −4, or one for each feat that is missing."""
    table = scene(house={"autofire_penalties_add": setting}, ana={**FENCER, "feats": []})
    table.in_hand("ana", "fusil")
    table.begin("autofire", "ana", weapon="fusil", feet=40)
    table.answer("spray:caught", {"caught": {}})
    table.dice(1)
    terms = table.told("area.total").terms
    assert [term.value for term in terms if term.code == "term.not_proficient"] == penalties


@pytest.mark.parametrize(("setting", "bullets"), [(False, 5), (True, 3)])
def test_bullets_of_a_burst(setting: bool, bullets: int) -> None:
    """D20S-HOUSE-07: five bullets with the feat, or three."""
    feats = ["personal_firearms", "advanced_firearms", "burst_fire"]
    table = scene(house={"short_bursts": setting}, ana={**FENCER, "feats": feats})
    table.in_hand("ana", "fusil")
    table.begin("volley", "ana", target="thug", weapon="fusil", form="automatic_target", feet=40)
    table.dice(1)
    assert table.body("ana").loaded("fusil") == 30 - bullets


@pytest.mark.parametrize(("setting", "bonus"), [(True, 4), (False, 2)])
def test_several_who_aid(setting: bool, bonus: int) -> None:
    """D20S-HOUSE-12: the help of two adds up, or counts once."""
    table = scene(house={"helpers_add": setting}, near=NEAR)
    bears(table, "ana", "aid_attack:bruno", "aid_attack:shade", kind="bonus", value=2, towards="thug")
    table.strike("ana", "thug", 1)
    assert table.told("attack.bonus").value == 6 + 2 + bonus


@pytest.mark.parametrize(("setting", "state"), [(True, "stable"), (False, "dying")])
def test_healing_of_the_dying(setting: bool, state: str) -> None:
    """D20H-HOUSE-06: any point that is healed ends dying, or only 0 does."""
    table = scene(house={"healing_stabilises": setting})
    table.state["fight"]["combatants"]["bruno"]["body"].update(hp=-6, vital="dying")
    table.begin("damage", amount=3, verb="heal", targets={"bruno": "full"}, single_blow=False)
    assert (table.body("bruno").hp, table.body("bruno").vital) == (-3, state)


@pytest.mark.parametrize(("setting", "modifier"), [(False, 2 + 4), (True, 4 + 4)])
def test_posture_and_cover(setting: bool, modifier: int) -> None:
    """D20C-CIR-04: kneeling gives its own 2 beside the cover's 4, or makes the cover better by 4."""
    table = scene(house={"posture_improves_cover": setting})
    bears(table, "thug", "sitting_or_kneeling", kind="posture")
    table.relate("cover:half", "thug", "ana")
    shot(table)
    assert table.told("attack.defense").value == 10 + modifier


@pytest.mark.parametrize(("setting", "part"), [(True, Fraction(1, 4)), (False, Fraction(1, 2))])
def test_two_half_speeds(setting: bool, part: Fraction) -> None:
    """D20H-HOUSE-11: both halves count, or one."""
    table = scene(house={"half_speeds_multiply": setting}, thug={**THUG, "speed": 40})
    bears(table, "thug", "entangled", "exhausted")
    assert speed_of(table.fight, "thug") == 40 * part


def test_a_feint_of_which_the_chapter_gives_only_the_name_is_not_offered() -> None:
    """The tables of actions name it, and nothing says what it does."""
    system, fight = get_system("d20"), scene(near=NEAR).fight
    assert "feint" not in system.actions
    what = next(item for item in system.actions["act"].inputs(fight, "ana", GM) if item.name == "what")
    assert isinstance(what, Choice)
    offered = [option.value for option in what.options]
    assert "feint" not in offered
    assert "open_door" in offered


@pytest.mark.parametrize(("degree", "defense", "reflex"), COVER_NUMBERS)
def test_what_each_degree_of_cover_adds(degree: str, defense: int, reflex: int) -> None:
    """D20C-COV-04: as the table of the book has it, or as the table that plays sets it."""
    assert astuple(cover_bonus({}, degree)) == (defense, reflex)
    house = {f"cover_{degree}": 9, f"cover_{degree}_reflex": 8}
    assert astuple(cover_bonus(house, degree)) == (9, 8)


def test_behind_total_cover_nothing_is_added_since_nothing_is_rolled() -> None:
    """D20C-HOUSE-09."""
    assert astuple(cover_bonus({}, "total")) == (0, 0)
