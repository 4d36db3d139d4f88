"""States on a card and facts of a result: which entry of a table a fact meets, and in which order they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core.chips import Chip, Chips, chips_of
from rules.core.facts import Fact, fact
from rules.core.registry import SYSTEMS, get_system
from rules.core.told_codes import ICONS

TABLE: Chips = {
    "status.": Chip("heart-off", "body"),
    "status.dead": Chip("skull", "body"),
    "effect.": Chip("feather"),
    "effect.+": Chip("anchor", "by_sign", "signed"),
    "effect.-": Chip("droplet", "by_sign", "signed"),
    "relation.": Chip("shield"),
    "relation.engaged": Chip("swords"),
    "heat.slows": Chip("flame", "bad"),
}


@pytest.mark.parametrize(
    ("told", "icon", "tone"),
    [
        (Fact("status.dead"), "skull", "body"),
        (Fact("status.stunned"), "heart-off", "body"),
        (Fact("effect.own", 2), "anchor", "well"),
        (Fact("effect.own", 1), "anchor", "well"),
        (Fact("effect.own", -2), "droplet", "bad"),
        (Fact("effect.own"), "feather", ""),
        (Fact("effect.own", 0), "feather", ""),
        (fact("relation.now", kind="engaged", key="melee"), "swords", ""),
        (fact("relation.now", kind="cover", key="partial"), "shield", ""),
        (fact("status.now", key="dead"), "skull", "body"),
        (Fact("heat.slows", 3), "flame", "bad"),
    ],
)
def test_a_state_looks_as_the_nearest_entry_says(told: Fact, icon: str, tone: str) -> None:
    ((_, chip),) = chips_of(TABLE, [told])
    assert (chip.icon, chip.tone_of(told)) == (icon, tone)


def test_what_has_no_entry_is_no_chip() -> None:
    assert list(chips_of(TABLE, [Fact("heat.now", 3), Fact("hp.number", 9), Fact("statuses")])) == []


def test_groups_stand_in_the_order_of_the_table() -> None:
    facts = [Fact("relation.now"), Fact("effect.b", 1), Fact("status.dead"), Fact("effect.a", 1)]
    assert [told.code for told, _ in chips_of(TABLE, facts)] == ["status.dead", "effect.b", "effect.a", "relation.now"]


def test_every_symbol_of_a_table_exists() -> None:
    drawn = set(re.findall(r'id="i-([^"]+)"', Path("static/icons.svg").read_text(encoding="utf-8")))
    used = {chip.icon for slug in SYSTEMS for chip in get_system(slug).chips.values()} | {*ICONS.values()}
    used |= {icon for slug in SYSTEMS for icon in get_system(slug).told_codes.icons.values()}
    assert used
    assert used <= drawn


def test_what_a_system_says_of_its_log_comes_before_what_is_said_for_all() -> None:
    assert get_system("tumbas").told_codes.icon("turn.begins") == "chevrons-right"
    assert get_system("tapiz").told_codes.icon("turn.begins") == ICONS["turn."]
    assert get_system("tapiz").told_codes.icon("anything") == ICONS[""]


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_way_that_a_result_is_drawn_is_one_of_the_template_or_has_a_template(slug: str) -> None:
    ways = re.findall(r'drawn == "(\w+)"', Path("templates/combat/parts/result.html").read_text(encoding="utf-8"))
    for way in {*get_system(slug).told_codes.drawn.values()} - {*ways, ""}:
        places = (Path(f"templates/systems/{slug}/{way}.html"), Path(f"templates/combat/parts/{way}.html"))
        assert any(place.exists() for place in places), way


@pytest.mark.parametrize(
    ("slug", "code", "way"),
    [
        ("tapiz", "care.stabilise", "tries"),
        ("tapiz", "care.stabilised", "then"),
        ("tapiz", "resistance.total", ""),
        ("tumbas", "attack.defence", "sum"),
        ("tumbas", "attack.defence_fumble", "then"),
        ("d20", "core.rolled", "rolled"),
        ("d20", "harm.deals", "then"),
    ],
)
def test_a_result_draws_a_fact_as_the_first_entry_says_that_fits(slug: str, code: str, way: str) -> None:
    assert get_system(slug).told_codes.drawn_as(code) == way


@pytest.mark.parametrize(("value", "tone"), [(2, "well"), (1, "well"), (0, ""), (None, ""), (-1, "bad")])
def test_a_tone_by_the_sign_of_a_number_needs_one(value: int | None, tone: str) -> None:
    assert Chip("anchor", "by_sign").tone_of(Fact("effect.own", value)) == tone
