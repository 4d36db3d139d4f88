"""A level more on the sheet: reasons against it, the preview, writing it, and going back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters import experience, services
from characters.models import Character
from characters.sheets import sheet_of
from tapiz_site.campaigns.models import Table
from tests.campaigns.people import Ladder
from tests.kept import as_made, made_once

from .tapiz import tapiz_ladder

SHEET = {"level": 2, "experience": 4000, "physical_die": "6", "physical_max": 20, "mental_max": 15}
PAGES = {
    "level_hit_dice": {"physical_gain": "6", "mental_gain": "3"},
    "level_buys": {"buys": "trait"},
    "level_trait": {"trait": "Veterana", "trait_sort": "ability"},
}
LAST = "repaso"


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Ladder, Character]]:
    def make() -> tuple[Ladder, Character]:
        ladder = tapiz_ladder()
        player = ladder.users["player"]
        return ladder, services.create_character(
            table=ladder.table, kind="person", name="Ana", values=SHEET, by=player, players=[player]
        )

    with made_once(make, django_db_blocker) as made:
        yield made


@pytest.fixture
def both(_made: tuple[Ladder, Character], db: None) -> tuple[Ladder, Character]:
    return as_made(_made)


@pytest.fixture
def ladder(both: tuple[Ladder, Character]) -> Ladder:
    return both[0]


@pytest.fixture
def ana(both: tuple[Ladder, Character]) -> Character:
    return both[1]


def text(response: HttpResponse) -> str:
    return response.content.decode()


def url(ana: Character, page: str) -> str:
    return reverse("characters:advance_page", args=[ana.pk, page])


def send(client: Client, ana: Character, page: str, go: str = "next", **form: str) -> HttpResponse:
    fresh = Character.objects.get(pk=ana.pk)
    return client.post(url(ana, page), {"go": go, "revision": str(fresh.revision), **PAGES.get(page, {}), **form})


def through(client: Client, ana: Character, **answers: dict[str, str]) -> HttpResponse:
    """Answer all pages, and look at the last one."""
    for page in (*PAGES, *(one for one in answers if one not in PAGES)):
        send(client, ana, page, **answers.get(page, {}))
    return client.get(url(ana, LAST))


def stored(ana: Character) -> dict[str, object]:
    return sheet_of(Character.objects.select_related("table").get(pk=ana.pk))


def test_the_sheet_leads_to_the_first_page(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("player")
    address = reverse("characters:advance", args=[ana.pk])
    assert address in text(client.get(ana.get_absolute_url()))
    assert client.get(address)["Location"] == url(ana, "level_hit_dice")


def test_page_by_page_to_what_changes_and_nothing_is_written_before(ladder: Ladder, ana: Character) -> None:
    client, before, found = ladder.client("player"), stored(ana), ""
    for page, following in zip(PAGES, (*list(PAGES)[1:], LAST), strict=True):
        assert "<form" in text(client.get(url(ana, page)))
        found = send(client, ana, page)["Location"]
        assert found == url(ana, following)
    last = text(client.get(found))
    for line in ("Así quedaría", "<del>20</del>", "<ins>26</ins>", "Veterana", 'value="save"'):
        assert line in last
    assert stored(ana) == before


def test_saved_it_is_an_edit_that_can_be_taken_back(ladder: Ladder, ana: Character) -> None:
    client, before = ladder.client("player"), stored(ana)
    through(client, ana)
    assert send(client, ana, LAST, "save")["Location"] == ana.get_absolute_url()
    after = stored(ana)
    assert (after["level"], after["physical_max"], after["mental_max"]) == (3, 26, 18)
    page = text(client.get(ana.get_absolute_url()))
    undo = re.search(r'action="([^"]*/historia/\d+/volver/)"', page)
    assert undo is not None
    assert "Deshacer el último cambio" in page
    client.post(undo[1])
    assert stored(ana) == before


@pytest.mark.parametrize(
    ("page", "form", "words"),
    [
        ("level_hit_dice", {"physical_gain": "7"}, "Debe estar entre 1 y 6."),
        ("level_hit_dice", {"physical_gain": "x"}, "número"),
        ("level_hit_dice", {"mental_gain": ""}, "Falta"),
        ("level_trait", {"trait": ""}, "Elegir 1 rasgo"),
        ("level_stance", {}, "Elegir: Postura"),
        ("level_language", {"raise_spoken": "2"}, "Elegir 1 lengua"),
        ("level_language", {"language": "Orca"}, "Repartir 2 niveles de lengua"),
        ("level_language", {"language": "Orca", "raise_spoken": "3"}, "Un avance sube de 1 a 2 niveles"),
    ],
)
def test_a_page_does_not_go_on_with_what_is_wrong(
    ladder: Ladder, ana: Character, page: str, form: dict[str, str], words: str
) -> None:
    client = ladder.client("player")
    send(client, ana, "level_buys", buys=page.removeprefix("level_") if page not in PAGES else "trait")
    response = send(client, ana, page, **form)
    assert response.status_code == 422
    assert words in text(response)


def test_the_last_page_names_what_is_missing_and_where(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("player")
    send(client, ana, "level_hit_dice", mental_gain="")
    page = text(client.get(url(ana, LAST)))
    assert f'href="{url(ana, "level_hit_dice")}">Dado de golpe mental' in page
    assert f'href="{url(ana, "level_trait")}"' in page
    assert 'value="save"' not in page
    # the main button leads to the first of it
    assert re.findall(r'class="btn btn--next" href="([^"]+)"', page) == [url(ana, "level_hit_dice")]
    before = stored(ana)
    assert send(client, ana, LAST, "save").status_code == 422
    assert stored(ana) == before


def test_what_was_typed_is_kept_whichever_button_leaves_the_page(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("player")
    send(client, ana, "level_trait", "back", trait="Nunca cede")
    assert 'value="Nunca cede"' in text(client.get(url(ana, "level_trait")))
    assert send(client, ana, "level_trait", "level_hit_dice")["Location"] == url(ana, "level_hit_dice")


def test_without_the_experience_it_says_how_much_is_missing(ladder: Ladder, ana: Character) -> None:
    services.update_character(
        character=ana, name="Ana", values={**SHEET, "experience": 3999}, by=ladder.users["player"]
    )
    client = ladder.client("player")
    page = client.get(reverse("characters:advance", args=[ana.pk]))
    assert "Hacen falta 4000 PX y hay 3999." in text(page)
    assert send(client, ana, LAST, "save").status_code == 422
    assert stored(ana)["level"] == 2


def test_the_dice_of_the_app_are_rolled_once(ladder: Ladder, ana: Character) -> None:
    client, found = ladder.client("player"), set()
    for _time in range(6):
        page = text(send(client, ana, "level_hit_dice", "roll"))
        found.add(tuple(re.findall(r'name="(?:physical|mental)_gain"[^>]*value="(\d+)"', page)))
    assert len(found) == 1
    ((body, mind),) = found
    assert (1 <= int(body) <= 6, 1 <= int(mind) <= 8) == (True, True)


def test_the_slower_edit_overwrites_nothing(ladder: Ladder, ana: Character) -> None:
    services.update_character(character=ana, name="Ana la Alta", values=SHEET, by=ladder.users["game_master"])
    client = ladder.client("player")
    through(client, ana)
    response = send(client, ana, LAST, "save", revision="1")
    assert response.status_code == 422
    assert stored(ana)["level"] == 2


@pytest.mark.parametrize(("who", "status"), [("other_player", 404), ("spectator", 404), ("stranger", 404)])
def test_only_people_who_may_edit_it_advance_it(ladder: Ladder, ana: Character, who: str, status: int) -> None:
    client = ladder.client(who)
    assert client.get(reverse("characters:advance", args=[ana.pk])).status_code == status
    assert client.get(url(ana, LAST)).status_code == status
    assert send(client, ana, LAST, "save").status_code == status


# Experience


def give(ladder: Ladder, who: str = "game_master", **form: object) -> HttpResponse:
    return ladder.client(who).post(reverse("characters:experience", args=[ladder.table.pk]), form)


def test_experience_goes_to_the_chosen_sheets(ladder: Ladder, ana: Character) -> None:
    """TAP-CHAR-13; an edit like any other, so that it can be taken back."""
    other = services.create_character(
        table=ladder.table, kind="person", name="Bruno", values=SHEET, by=ladder.users["game_master"]
    )
    assert "Dar experiencia" in text(ladder.client("game_master").get(ladder.table.get_absolute_url() + "?entera=1"))
    assert give(ladder, points="500", characters=[str(ana.pk)]).status_code == 302
    assert (stored(ana)["experience"], stored(other)["experience"]) == (4500, 4000)
    assert [one.field for one in ana.states.order_by("-revision")[0].changes.all()] == ["experience"]


@pytest.mark.parametrize(
    "form",
    [
        {"points": "muchos"},
        {"points": "", "characters": "all"},
        {"points": "5"},
        {"points": "99999999", "characters": "all"},
        {"points": "5", "characters": "nobody"},
    ],
)
def test_what_cannot_be_given_changes_nothing(ladder: Ladder, ana: Character, form: dict[str, str]) -> None:
    chosen = {"all": [str(ana.pk)], "nobody": ["00000000-0000-4000-8000-000000000000"]}.get(
        form.get("characters", ""), []
    )
    assert give(ladder, points=form["points"], characters=chosen).status_code == 422
    assert stored(ana)["experience"] == 4000


def test_experience_goes_on_top_of_an_edit_made_meanwhile(
    ladder: Ladder, ana: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    earners = experience.earners

    def written_after(table: Table) -> dict[UUID, Character]:
        found = earners(table)
        values = {**sheet_of(ana), "experience": 4100, "strength": 9}
        services.update_character(character=ana, name="Ana", values=values, by=ladder.users["player"])
        return found

    monkeypatch.setattr(experience, "earners", written_after)
    assert give(ladder, points="500", characters=[str(ana.pk)]).status_code == 302
    assert (stored(ana)["experience"], stored(ana)["strength"]) == (4600, 9)


def test_a_sheet_that_cannot_hold_it_refuses_it_for_all(ladder: Ladder, ana: Character) -> None:
    rich = services.create_character(
        table=ladder.table,
        kind="person",
        name="Rica",
        values={**SHEET, "experience": 99_999_999},
        by=ladder.users["game_master"],
    )
    response = give(ladder, points="1", characters=[str(ana.pk), str(rich.pk)])
    assert response.status_code == 422
    assert "No cabe en la ficha de Rica." in text(response)
    assert stored(ana)["experience"] == 4000


def test_only_the_game_master_gives_it(ladder: Ladder, ana: Character) -> None:
    for who in ("player", "other_player", "spectator"):
        assert give(ladder, who, points="5", characters=[str(ana.pk)]).status_code == 403
    assert give(ladder, "stranger", points="5", characters=[str(ana.pk)]).status_code == 404


def test_a_sheet_of_an_older_version_is_filled_in(ladder: Ladder, ana: Character) -> None:
    """Sheets written before there were sizes, stances and loads can still be read."""
    newer = ("size", "stances", "own_stances", "weight", "load_bonus")
    old = {name: value for name, value in ana.sheet.items() if name not in newer}
    Character.objects.filter(pk=ana.pk).update(sheet=old, sheet_version=1)
    assert ladder.client("player").get(ana.get_absolute_url()).status_code == 200
    assert stored(ana)["size"] == "medium"
