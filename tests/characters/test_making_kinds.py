"""Systems with several kinds of sheets that are made step by step: which one, at once, its first step."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from characters.models import Character
from tests.combat.mechs import GM, Field
from tests.walking import Effort, Walker

from .tapiz import ladder_of

pytestmark = pytest.mark.django_db

MOST_TAPS = 25
"""By steps, in every system, with and without scripts."""
MOST_MINUTES = 3

NO_PACK = [("tumbas", "person"), ("tactico", "person"), ("tactico", "mech"), ("tactico", "vehicle")]
"""What is made as well at a table that has no pack."""
FINISH = {"person": "Crear el personaje", "mech": "Crear el meca", "vehicle": "Crear el vehículo"}
"""The last button."""


@pytest.mark.parametrize(("system", "kind"), NO_PACK)
def test_by_steps_without_scripts_it_costs_few_taps(system: str, kind: str) -> None:
    """What is still left is told by the answer to *next*, on a page of its own."""
    ladder = ladder_of(system)
    walker = Walker(Effort(), ladder.client("player"))
    walker.open(f"{reverse('characters:start', args=[ladder.table.pk])}?kind={kind}")
    walker.effort.pages = 0
    walker.press("Empezar")
    while 'id="make"' in walker.html:
        if "btn--waits" in walker.html:
            take_a_tile(walker)
        walker.follow()
    walker.press(FINISH[kind])
    made = Character.objects.get()
    assert re.search(rf"<h\d[^>]*>\s*{made.name}\s*<", walker.html)
    assert made.kind == kind
    assert walker.effort.taps <= MOST_TAPS, walker.effort
    assert walker.effort.minutes <= MOST_MINUTES, walker.effort


def take_a_tile(walker: Walker) -> None:
    """Tap the first tile in sight that can be had."""
    open_only = re.sub(r"<details\b(?![^>]* open).*?</details>", "", walker.html, flags=re.DOTALL)
    tiles = re.findall(r'<label class="tile">\s*(<input\b[^>]*>)', open_only)
    free = next(one for one in tiles if " checked" not in one)
    name, value = (re.findall(rf' {which}="([^"]*)"', free)[0] for which in ("name", "value"))
    before = walker.at.read.form().as_it_stands().get(name, []) if "checkbox" in free else []
    walker.choose(name, *before, value)


def test_each_kind_that_is_made_has_its_own_page_and_at_once_makes_one_of_it() -> None:
    field = Field()
    client = field.client(GM)
    start = reverse("characters:start", args=[field.table.pk])
    page = client.get(start).content.decode()
    assert f"{start}?kind=mech" in page
    assert f"{start}?kind=creature" not in page
    assert "Meca con retrorreactores" in client.get(start, {"kind": "mech"}).content.decode()
    before = set(Character.objects.values_list("pk", flat=True))
    answer = client.post(
        reverse("characters:quick", args=[field.table.pk]) + "?kind=vehicle",
        {"character_name": "", "archetype": "helicopter"},
    )
    (made,) = Character.objects.exclude(pk__in=before)
    assert (answer.status_code, made.kind, made.sheet["vehicle_kind"]) == (302, "vehicle", "helicopter")
    assert made.sheet["pilot"]


def test_a_machine_begins_with_its_chassis_and_one_that_is_built_says_what_follows() -> None:
    field = Field()
    client = field.client(GM)
    address = reverse("characters:step", args=[field.table.pk, "mech", "chassis"])
    page = client.get(address).content.decode()
    assert "2 × láser medio, daño 11" in page
    assert "Blindaje en total" not in page
    built = client.post(address, {"go": "look", "asked": "chassis", "chassis": "own"})
    assert built.status_code == 200
    assert "Blindaje en total" in built.content.decode()
    # the address of a step of an earlier release
    old = client.get(reverse("characters:step", args=[field.table.pk, "mech", "machine"]))
    assert old.headers["Location"] == address


@pytest.mark.parametrize(
    ("kind", "first", "said"),
    [("mech", "chassis", "Crear el meca"), ("person", "characteristics", "Crear el personaje")],
)
def test_the_last_button_names_what_is_made(kind: str, first: str, said: str) -> None:
    field = Field()
    client = field.client(GM)
    whole = client.get(reverse("characters:new_kind", args=[field.table.pk, kind]))
    filled = {"go": "rest", "character_name": "Trueno"}
    last = client.post(reverse("characters:step", args=[field.table.pk, kind, first]), filled, follow=True)
    for page in (whole, last):
        found = re.findall("Crear el meca|Crear el personaje", page.content.decode())
        assert set(found) == {said}


def test_another_chassis_is_mounted_anew() -> None:
    """What was answered to a later step stays only while what it was proposed by does."""
    field = Field()
    client = field.client(GM)

    def send(step: str, **answers: object) -> None:
        address = reverse("characters:step", args=[field.table.pk, "mech", step])
        assert client.post(address, {"go": "next", **answers}).status_code == 302

    client.post(reverse("characters:step", args=[field.table.pk, "mech", "chassis"]), {"go": "look", "chassis": "own"})
    send("chassis", chassis="own", tonnage="30", jump_jets="", melee_arm="none")
    send("crew", crew="average")
    send("weapons", count_medium_laser="2")
    send("mounts", mount_1="head", mount_2="left_arm")
    mounts = reverse("characters:step", args=[field.table.pk, "mech", "mounts"])
    assert 'value="head" selected' in client.get(mounts).content.decode()
    send("weapons", count_medium_laser="1")
    assert 'value="head" selected' not in client.get(mounts).content.decode()


def test_a_kind_that_is_not_there_is_not_found() -> None:
    field = Field()
    start = reverse("characters:start", args=[field.table.pk])
    assert field.client(GM).get(start, {"kind": "dragon"}).status_code == 404
