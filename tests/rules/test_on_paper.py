"""What systems say on paper follows the settings of the table; things fill the spaces that they take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.gear import Thing, added
from rules.core.registry import get_system
from rules.core.types import Json
from rules.core.words import Speaker
from rules.systems.tumbas.gear.measures import burden, stowed
from rules.systems.tumbas.load import spaces_taken

AT_ZERO: list[tuple[str, str, dict[str, Json], str]] = [
    ("tapiz", "person", {}, "PGM a 0, solo obedecer o huir; por debajo, nada, y 1 menos por ronda"),
    ("tapiz", "person", {}, "estabilice: 12 y"),
    ("tapiz", "person", {"stabilise_base": 9}, "estabilice: 9 y"),
    ("d20", "person", {}, "un esfuerzo cuesta 1 punto. De −1 a −9, moribundo: cada turno, Fortaleza CD 20"),
    ("d20", "person", {}, "toda cura estabiliza"),
    ("d20", "person", {"every_act_costs_at_zero": True}, "cualquier acción cuesta 1 punto"),
    ("d20", "creature", {"healing_stabilises": False}, "curar no basta para estabilizar"),
    ("tumbas", "person", {}, "si falla, 1 menos; con pifia, muerte. A −10"),
    ("tumbas", "person", {"fumble_kills": False}, "si falla, 1 menos. A −10"),
    ("tumbas", "creature", {}, "Una criatura muere a 0 o menos."),
    ("tactico", "person", {}, "PV a 0, muerte"),
    ("tactico", "mech", {}, "sin cabeza, torso central o casco, fuera de combate"),
]
REMINDED: list[tuple[str, str, dict[str, Json], str]] = [
    ("tumbas", "person", {}, "2 por plus"),
    ("tumbas", "person", {"damage_per_plus": 3}, "3 por plus"),
    ("tumbas", "person", {"explosions": "all"}, "aunque no cuente"),
    ("tactico", "person", {}, "Cada golpe se puede"),
    ("tactico", "person", {"defence_at_range": True}, "Cada golpe y cada disparo"),
    ("tactico", "mech", {}, "Al acabar: calor de moverse"),
    ("tactico", "mech", {"heat_carries": True}, "calor que había"),
]


@pytest.mark.parametrize(("slug", "kind", "house", "said"), AT_ZERO)
def test_what_becomes_of_the_fallen_follows_the_settings(
    slug: str, kind: str, house: dict[str, Json], said: str
) -> None:
    speaker = Speaker(slug, "es", str)
    assert said in " ".join(map(speaker.text, get_system(slug).paper.at_zero(kind, house)))


@pytest.mark.parametrize(("slug", "kind", "house", "said"), REMINDED)
def test_reminders_follow_the_settings(slug: str, kind: str, house: dict[str, Json], said: str) -> None:
    speaker = Speaker(slug, "es", str)
    assert said in " ".join(map(speaker.text, get_system(slug).paper.reminders(kind, house)))


def thing(name: str, kind: str, quantity: int, spaces: int = 1) -> Thing:
    return Thing(name, kind, name, {"spaces": spaces}, quantity)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["gear", "weapon", "equipment_point", "provisions", "coin", "jewel"]),
            st.integers(1, 230),
            st.integers(0, 3),
        ),
        max_size=8,
    ),
    st.booleans(),
)
def test_numbered_spaces_are_as_many_as_the_load(rows: list[tuple[str, int, int]], round_up: bool) -> None:
    things = [thing(str(place), *row) for place, row in enumerate(rows)]
    taken = spaces_taken(added(map(burden, things)), round_up=round_up)
    assert len(stowed(things, round_up=round_up)) == taken


def test_things_fill_spaces_one_by_one_and_food_and_money_share_them() -> None:
    things = [
        thing("ladder", "gear", 1, 2),
        thing("dagger", "weapon", 2),
        thing("ring", "gear", 1, 0),
        thing("point", "equipment_point", 1),
        thing("bread", "provisions", 3),
        thing("gold", "coin", 120),
    ]
    found = [(one.thing, one.units, one.first) for one in stowed(things, round_up=False)]
    assert found == [
        ("ladder", 0, True),
        ("ladder", 0, False),
        ("dagger", 0, True),
        ("dagger", 0, True),
        ("point", 0, True),
        ("bread", 2, True),
        ("gold", 100, True),
    ]
    up = [(one.thing, one.units) for one in stowed(things, round_up=True)]
    assert up[-4:] == [("bread", 2), ("bread", 1), ("gold", 100), ("gold", 20)]
