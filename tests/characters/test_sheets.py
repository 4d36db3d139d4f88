from __future__ import annotations

import pytest
from django.urls import reverse

from characters import hooks, services, values
from characters.models import Character
from characters.sheets import SheetRefused, sheet_of
from tapiz_site.accounts.models import User
from tests.campaigns.people import Ladder

from .sheets import FORM, SHEET


@pytest.fixture
def character(ladder: Ladder) -> Character:
    player = ladder.users["player"]
    return services.create_character(
        table=ladder.table, kind="person", name="Sharra", values=SHEET, by=player, players=[player]
    )


def test_a_player_controls_the_character_just_made(ladder: Ladder) -> None:
    url = reverse("characters:new", args=[ladder.table.pk])
    response = ladder.client("player").post(url, {**FORM, "character_players": str(ladder.users["other_player"].pk)})
    made = Character.objects.get()
    assert response.headers["Location"] == made.get_absolute_url()
    assert (made.name, made.kind, made.sheet, made.sheet_version) == ("Nadie", "person", SHEET, 2)
    assert [*made.players.all()] == [ladder.users["player"]]
    assert made.updated_by == ladder.users["player"]


def test_the_game_master_chooses_the_players(ladder: Ladder) -> None:
    url = reverse("characters:new_kind", args=[ladder.table.pk, "creature"])
    client = ladder.client("game_master")
    client.post(url, FORM)
    assert not Character.objects.get().players.exists()
    client.post(url, {**FORM, "character_name": "Dos", "character_players": str(ladder.users["player"].pk)})
    assert [*Character.objects.get(name="Dos").players.all()] == [ladder.users["player"]]


@pytest.mark.parametrize("who", ["spectator", "stranger"])
def test_people_without_a_place_cannot_become_players(ladder: Ladder, who: str) -> None:
    url = reverse("characters:new", args=[ladder.table.pk])
    data = {**FORM, "character_players": str(ladder.users[who].pk)}
    assert ladder.client("game_master").post(url, data).status_code == 422
    assert not Character.objects.exists()


def test_all_faults_are_shown_at_once_and_nothing_typed_is_lost(ladder: Ladder) -> None:
    url = reverse("characters:new", args=[ladder.table.pk])
    data = {
        "character_name": "",
        "might": "mucha",
        "motto": "demasiado largo para un lema",
        "side": "",
        "traits__0__text": "larguísimo rasgo",
        "traits__1__text": "bien",
    }
    response = ladder.client("player").post(url, data)
    page = response.content.decode()
    assert response.status_code == 422
    for fault in ("might", "motto", "traits__0__text"):
        assert f'id="command-{fault}-error"' in page
        assert f'aria-describedby="command-{fault}-error"' in page
    assert 'id="command-side-error"' in page
    assert 'href="#id_character_name"' in page
    assert 'href="#command-might"' in page
    assert 'id="command-traits__1__text-error"' not in page
    for typed in ("mucha", "demasiado largo para un lema", "larguísimo rasgo", "bien"):
        assert f'value="{typed}"' in page
    assert not Character.objects.exists()


def test_a_fault_of_the_whole_sheet_stands_beside_the_field_it_names(ladder: Ladder) -> None:
    url = reverse("characters:new", args=[ladder.table.pk])
    client = ladder.client("player")
    assert 'id="command-side-error"' in client.post(url, {**FORM, "side": "left"}).content.decode()
    page = client.post(url, {**FORM, "motto": "forbidden"}).content.decode()
    assert "data-errors" in page
    assert "command-side-error" not in page


def test_the_service_refuses_with_every_fault(ladder: Ladder) -> None:
    with pytest.raises(SheetRefused) as refused:
        services.create_character(
            table=ladder.table, kind="person", name="X", values={"might": 99, "odd": 1}, by=ladder.users["player"]
        )
    assert set(refused.value.errors) == {"might", "side", "odd"}


def test_an_edit_is_kept_and_its_listeners_are_called(ladder: Ladder, character: Character) -> None:
    told: list[tuple[int, User]] = []

    def listener(edited: Character, user: User) -> None:
        told.append((edited.sheet["might"], user))

    hooks.on_edited(listener)
    try:
        url = reverse("characters:edit", args=[character.pk])
        data = {**FORM, "might": "9", "revision": str(character.revision)}
        assert ladder.client("player").post(url, data).status_code == 302
    finally:
        hooks.forget(listener)
    character.refresh_from_db()
    assert (character.name, character.sheet["might"], character.revision) == ("Nadie", 9, 2)
    assert told == [(9, ladder.users["player"])]
    assert [*character.players.all()] == [ladder.users["player"]]


def test_an_edit_that_a_listener_refuses_changes_nothing(ladder: Ladder, character: Character) -> None:
    def listener(edited: Character, user: User) -> None:
        raise RuntimeError

    hooks.on_edited(listener)
    try:
        with pytest.raises(RuntimeError):
            services.update_character(character=character, name="Otra", values=SHEET, by=ladder.users["player"])
    finally:
        hooks.forget(listener)
    character.refresh_from_db()
    assert character.name == "Sharra"


def test_the_slower_editor_is_told_and_may_insist(ladder: Ladder, character: Character) -> None:
    url = reverse("characters:edit", args=[character.pk])
    services.update_character(character=character, name="Primera", values=SHEET, by=ladder.users["game_master"])
    client = ladder.client("player")
    response = client.post(url, {**FORM, "character_name": "Segunda", "revision": "1"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "game_master" in page
    assert 'value="Segunda"' in page
    assert 'name="revision" value="2"' in page
    assert client.post(url, {**FORM, "character_name": "Segunda", "revision": "2"}).status_code == 302


def test_an_old_sheet_is_lifted_when_it_is_read(character: Character) -> None:
    Character.objects.update(sheet={"power": 7, "side": "left"}, sheet_version=1)
    character = Character.objects.select_related("table").get()
    assert (sheet_of(character)["might"], sheet_of(character)["side"]) == (7, "left")


def test_the_sheet_shows_every_number_with_its_terms(ladder: Ladder, character: Character) -> None:
    page = ladder.client("player").get(character.get_absolute_url()).content.decode()
    for said in ("fake.strike", "fake.term_might", "fake.term_luck", "FAKE-01", "fake.motto", "Siempre", "Alta"):
        assert said in page, said
    assert "fake.secret" not in page
    assert "fake.secret" in ladder.client("game_master").get(character.get_absolute_url()).content.decode()


def test_values_add_up_with_the_settings_of_the_house(ladder: Ladder, character: Character) -> None:
    ladder.table.house = {"luck": 4}
    ladder.table.save()
    character = Character.objects.select_related("table").get()
    (strike,) = values.values_of(character, game_master=False)
    assert (strike.number, [term.signed for term in strike.terms]) == ("9", ["+5", "+4"])


def test_the_condition_is_that_of_the_last_fight(ladder: Ladder, character: Character) -> None:
    character = Character.objects.select_related("table").get()
    (fresh,) = values.condition_of(character, game_master=False)
    assert fresh.number == "0"
    character.condition = {"wounds": 3}
    (wounds,) = values.condition_of(character, game_master=False)
    assert (wounds.text, wounds.number) == ("fake.wounds", "3")


def test_queries_do_not_grow_with_characters(ladder: Ladder) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = ladder.client("game_master")
    counts = []
    for more in (2, 6):
        for number in range(more):
            services.create_character(
                table=ladder.table,
                kind="person",
                name=f"N{number}",
                values=SHEET,
                by=ladder.users["game_master"],
                players=[ladder.users["player"]],
            )
        with CaptureQueriesContext(connection) as queries:
            client.get(ladder.table.get_absolute_url())
        counts.append(len(queries))
    assert counts[0] == counts[1]
