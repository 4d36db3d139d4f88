"""The characters of d20 on pages: the sheet, paper, making one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters.models import Character
from tests.combat.d20.table import World, page

pytestmark = pytest.mark.django_db


def test_sheet_says_every_number(world: World) -> None:
    nerea = Character.objects.get(name="Nerea Salas")
    shown = page(world.client("nerea").get(reverse("characters:show", args=[nerea.pk])))
    for words in ("Umbral de daño masivo", "Defensa de toque", "Piruetas", "Armas de fuego personales", "Chaleco"):
        assert words in shown


def test_sheet_is_written_whole_and_rises(world: World) -> None:
    nerea = Character.objects.get(name="Nerea Salas")
    page(world.client("nerea").get(reverse("characters:edit", args=[nerea.pk])))
    nerea_client = world.client("nerea")
    answered = nerea_client.get(reverse("characters:advance", args=[nerea.pk]))
    page(nerea_client.get(answered["Location"]))


def test_sheets_are_printed(world: World) -> None:
    for name in ("Nerea Salas", "Teo Marín", "Lur Etxeberria"):
        one = Character.objects.get(name=name)
        shown = page(world.client("bitacora").get(reverse("characters:print", args=[one.pk])))
        assert name in shown
        assert "Umbral de daño masivo" in shown, name


def test_blank_sheets_are_printed(world: World) -> None:
    page(world.client("bitacora").get(reverse("characters:print_blank", args=[world.table.pk])))


STEPS: dict[str, dict[str, str | list[str]]] = {
    "class": {
        "character_name": "Adela",
        "class": "own",
        "class_name": "Piloto",
        "level": "2",
        "hit_die": "8",
        "reflex_growth": "good",
        "skill_points": "5",
    },
    "abilities": {"method": "array", "dealt": "5,0,2,3,1,4"},
    "feats": {"chosen_feats": ["personal_firearms", "improved_initiative"]},
    "trained": {
        "trained": ["drive", "repair", "spot", "listen", "hide"],
        "skills__0__skill": "search",
        "skills__0__ranks": "5",
    },
    "gear": {"kit": "none", "more_gear": ["torch"], "weapons__0__name": "Pistola", "weapons__0__dice": "2d6"},
    "about": {"background": "Conduce de noche."},
}


def test_character_is_made_step_by_step(world: World) -> None:
    client = world.client("nerea")
    order = [*STEPS, "repaso"]
    for step, following in zip(STEPS, order[1:], strict=False):
        here = reverse("characters:step", args=[world.table.pk, "person", step])
        page(client.get(here))
        answer = client.post(here, {**STEPS[step], "go": "next"})
        assert answer.headers.get("Location") == reverse(
            "characters:step", args=[world.table.pk, "person", following]
        ), answer.content.decode()[-3000:]
    client.post(reverse("characters:step", args=[world.table.pk, "person", "repaso"]), {"go": "finish"})
    made = Character.objects.get(name="Adela")
    assert (made.sheet["dexterity"], made.sheet["class_name"], made.sheet["level"]) == (15, "Piloto", 2)
    assert sum(row["ranks"] for row in made.sheet["skills"]) == (5 + 1) * (2 + 3)
    assert {*made.possessions.values_list("name", flat=True)} == {"Pistola", "Linterna"}
    page(client.get(made.get_absolute_url()))


def test_character_is_made_at_once(world: World) -> None:
    client = world.client("nerea")
    start = page(client.get(reverse("characters:start", args=[world.table.pk])))
    assert "Socorrista" in start
    client.post(reverse("characters:quick", args=[world.table.pk]), {"character_name": "Telmo", "archetype": "carer"})
    made = Character.objects.get(name="Telmo")
    assert made.sheet["wisdom"] == 15
    told = page(client.get(reverse("characters:made", args=[made.pk])))
    assert "Por qué así" in told
    assert "Sabe usar todo lo que lleva." in told
