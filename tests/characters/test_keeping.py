"""History and its restoring, the bin, sharing, notes and values set by hand."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from characters import hooks, seats, services, strips
from characters.models import Character, CharacterChange, CharacterState
from characters.playing import Showing
from characters.policy import characters_of, readable_at
from tests.campaigns.people import Ladder, statuses

from .tapiz import tapiz_ladder

SHEET = {
    "strength": 14,
    "notes": "El secreto del barril",
    "appearance": "Trenza larga",
    "traits": [{"text": "Esgrima"}, {"text": "Terca"}],
}


@pytest.fixture
def ladder(db: None) -> Ladder:
    return tapiz_ladder()


@pytest.fixture
def ana(ladder: Ladder) -> Character:
    player = ladder.users["player"]
    return services.create_character(
        table=ladder.table, kind="person", name="Ana", values=SHEET, by=player, players=[player]
    )


def edit(ana: Character, ladder: Ladder, who: str = "player", name: str = "Ana", **values: object) -> Character:
    ana = Character.objects.select_related("table").get(pk=ana.pk)
    return services.update_character(character=ana, name=name, values={**ana.sheet, **values}, by=ladder.users[who])


def address(name: str, ana: Character, *more: object) -> str:
    return reverse(f"characters:{name}", args=[ana.pk, *more])


# History


def test_an_edit_shows_its_author_and_the_old_and_new_values(ladder: Ladder, ana: Character) -> None:
    edit(ana, ladder, "game_master", name="Ana la Roja", strength=16, traits=[{"text": "Esgrima"}])
    state = CharacterState.objects.get(character=ana, revision=2)
    assert state.by == ladder.users["game_master"]
    changes = {change.field: (change.old, change.new) for change in state.changes.all()}
    assert set(changes) == {"name", "strength", "traits"}
    assert changes["strength"] == (14, 16)
    assert changes["name"] == ("Ana", "Ana la Roja")
    page = ladder.client("player").get(address("history", ana)).content.decode()
    for said in (
        "Fuerza",
        "<del>14</del>",
        "<ins>16</ins>",
        '<del class="edit__row">Terca · Habilidad</del>',
        "Ficha de partida",
    ):
        assert said in page, said
    assert ">Esgrima" not in page


def test_an_edit_without_change_leaves_no_trace(ladder: Ladder, ana: Character) -> None:
    edit(ana, ladder)
    assert CharacterState.objects.count() == 1
    assert not CharacterChange.objects.exists()
    assert Character.objects.get().revision == 1


def test_changes_are_written_with_the_edit_or_not_at_all(ladder: Ladder, ana: Character) -> None:
    def listener(character: Character, user: object) -> None:
        raise RuntimeError

    hooks.on_edited(listener)
    try:
        with pytest.raises(RuntimeError):
            edit(ana, ladder, strength=3)
    finally:
        hooks.forget(listener)
    assert not CharacterChange.objects.exists()
    assert Character.objects.get().sheet["strength"] == 14


def test_going_back_is_a_new_change(ladder: Ladder, ana: Character) -> None:
    edit(ana, ladder, strength=16)
    edit(ana, ladder, strength=18, name="Otra")
    client = ladder.client("player")
    assert client.post(address("restore", ana, 2)).status_code == 302
    ana.refresh_from_db()
    assert (ana.name, ana.sheet["strength"], ana.revision) == ("Ana", 16, 4)
    assert [state.restored for state in CharacterState.objects.filter(character=ana)] == [2, None, None, None]
    assert client.post(address("restore", ana, 99)).status_code == 404


def test_a_character_from_before_history_can_be_restored_too(ladder: Ladder, ana: Character) -> None:
    CharacterState.objects.all().delete()
    edit(ana, ladder, strength=16)
    ladder.client("player").post(address("restore", ana, 1))
    ana.refresh_from_db()
    assert ana.sheet["strength"] == 14


def test_queries_of_the_history_do_not_grow(ladder: Ladder, ana: Character) -> None:
    client, counts = ladder.client("player"), []
    for score in (4, 5, 6, 7, 8, 9):
        edit(ana, ladder, strength=score)
        with CaptureQueriesContext(connection) as queries:
            client.get(address("history", ana))
        counts.append(len(queries))
    assert len(set(counts)) == 1


# Sharing


def test_a_sheet_is_private_until_it_is_shared_and_notes_stay_so(ladder: Ladder, ana: Character) -> None:
    assert ladder.client("other_player").get(ana.get_absolute_url()).status_code == 404
    ladder.client("player").post(address("share", ana), {"shared": "1"})
    for who, status in (("stranger", 404), ("anonymous", 302)):
        assert ladder.client(who).get(ana.get_absolute_url()).status_code == status
    for who in ("game_master", "player", "other_player", "spectator"):
        page = ladder.client(who).get(ana.get_absolute_url()).content.decode()
        assert "Trenza larga" in page
        assert ("El secreto del barril" in page) == (who in ("game_master", "player")), who
        assert (address("edit", ana) in page) == (who in ("game_master", "player")), who
    for name, more in (("edit", []), ("history", []), ("write", ["notes"]), ("by_hand", ["value.armour_class"])):
        for who, status in (("other_player", 403), ("spectator", 403), ("stranger", 404), ("anonymous", 302)):
            assert ladder.client(who).get(address(name, ana, *more)).status_code == status, (name, who)
    assert not characters_of(ladder.users["other_player"]).exists()
    assert readable_at(ladder.users["other_player"], ladder.table).count() == 1
    ladder.client("game_master").post(address("share", ana), {"shared": "0"})
    assert ladder.client("other_player").get(ana.get_absolute_url()).status_code == 404


def test_sharing_is_in_the_history(ladder: Ladder, ana: Character) -> None:
    ladder.client("player").post(address("share", ana), {"shared": "1"})
    ladder.client("player").post(address("share", ana), {"shared": "1"})
    (change,) = CharacterChange.objects.all()
    assert (change.field, change.old, change.new) == ("shared", False, True)


def test_taking_the_sharing_back_makes_the_sheet_private_again(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("player")
    assert "Deshacer el último cambio" not in client.get(ana.get_absolute_url()).content.decode()
    client.post(address("share", ana), {"shared": "1"})
    assert address("restore", ana, 1) in client.get(ana.get_absolute_url()).content.decode()
    page = client.post(address("restore", ana, 1), follow=True).content.decode()
    assert "La ficha vuelve a ser la de entonces" in page
    assert "Con ella deja de estar a la vista de la mesa" in page
    ana.refresh_from_db()
    assert (ana.shared, ana.revision) == (False, 3)
    assert ladder.client("other_player").get(ana.get_absolute_url()).status_code == 404
    again = client.post(address("restore", ana, 1), follow=True).content.decode()
    assert "no ha cambiado nada" in again, "a second tap finds it done and says so"
    assert "vuelve a ser la de entonces" not in again
    back = client.post(address("restore", ana, 2), follow=True).content.decode()
    assert "Con ella vuelve a estar a la vista de la mesa" in back


def test_an_edit_of_a_shared_sheet_is_taken_back_without_hiding_it(ladder: Ladder, ana: Character) -> None:
    services.share_character(character=ana, shared=True, by=ladder.users["player"])
    edit(ana, ladder, strength=16)
    ladder.client("player").post(address("restore", ana, 2))
    ana.refresh_from_db()
    assert (ana.shared, ana.sheet["strength"]) == (True, 14)


def test_taking_a_seat_is_no_edit_to_be_taken_back(ladder: Ladder, ana: Character) -> None:
    ana.players.clear()
    edit(ana, ladder, "game_master", strength=16)
    seats.take(ladder.table, str(ana.pk), ladder.users["player"])
    assert "Deshacer el último cambio" not in ladder.client("player").get(ana.get_absolute_url()).content.decode()
    page = ladder.client("player").post(address("restore", ana, 2), follow=True).content.decode()
    assert "no ha cambiado nada" in page


def test_older_edits_show_who_could_read_the_sheet(ladder: Ladder, ana: Character) -> None:
    by = ladder.users["player"]
    edit(ana, ladder, strength=16)
    services.share_character(character=ana, shared=True, by=by)
    edit(ana, ladder, strength=18)
    services.share_character(character=ana, shared=False, by=by)
    CharacterState.objects.update(shared=False)
    import_module("characters.migrations.0006_characterstate_shared").fill(apps, None)
    assert [state.shared for state in ana.states.order_by("revision")] == [False, False, True, True, False]


# Notes and values by hand


def test_notes_are_written_by_themselves_and_are_no_step_of_a_fight(ladder: Ladder, ana: Character) -> None:
    told: list[str] = []

    def listener(character: Character, user: object) -> None:
        told.append(character.name)

    hooks.on_edited(listener)
    try:
        client = ladder.client("player")
        client.post(address("write", ana, "notes"), {"notes": "Uno\r\nDos"})
        assert told == []
        client.post(address("write", ana, "appearance"), {"appearance": "Pelo corto"})
        assert told == ["Ana"]
    finally:
        hooks.forget(listener)
    ana.refresh_from_db()
    assert (ana.sheet["notes"], ana.sheet["appearance"], ana.sheet["strength"]) == ("Uno\nDos", "Pelo corto", 14)
    long = client.post(address("write", ana, "notes"), {"notes": "x" * 5000})
    assert long.status_code == 422
    assert "x" * 5000 in long.content.decode()
    assert client.get(address("write", ana, "strength")).status_code == 404


def test_a_value_is_set_by_hand_shown_and_taken_back(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("player")
    page = address("by_hand", ana, "value.armour_class")
    missing = client.post(page, {"number": "17", "reason": ""})
    assert missing.status_code == 422
    assert 'id="command-reason-error"' in missing.content.decode()
    assert 'value="17"' in missing.content.decode()
    assert client.post(page, {"number": "17", "reason": "escudo prestado"}).status_code == 302
    sheet = client.get(ana.get_absolute_url()).content.decode()
    assert "CA a mano, 17: escudo prestado" in sheet
    assert "A mano: escudo prestado" in sheet
    assert client.post(page, {"number": "9999", "reason": "x"}).status_code == 422
    assert client.post(page, {"automatic": "1"}).status_code == 302
    assert "escudo prestado" not in client.get(ana.get_absolute_url()).content.decode()
    assert [change.field for change in CharacterChange.objects.all()] == ["overrides", "overrides"]


def test_faults_of_values_set_by_hand_come_with_the_others(ladder: Ladder, ana: Character) -> None:
    rows = [("armour_class", 17), ("movement", 500), ("armour_class", 900), ("initiative", 4)]
    faults = services.sheets.check(
        services.sheets.kind_of(ladder.table, "person"),
        {
            "strength": 99,
            "overrides": [{"value": f"value.{code}", "number": number, "reason": "x"} for code, number in rows],
        },
    ).errors
    assert set(faults) == {"strength", "overrides__1__number", "overrides__2__value"}
    page = (
        ladder.client("player")
        .post(
            address("edit", ana),
            {
                "character_name": "Ana",
                "revision": str(ana.revision),
                "strength": "99",
                "overrides__0__value": "value.movement",
                "overrides__0__number": "500",
                "overrides__0__reason": "botas",
            },
        )
        .content.decode()
    )
    for field in ("strength", "overrides__0__number"):
        assert f'id="command-{field}-error"' in page


@pytest.mark.parametrize("code", ["attribute.strength", "value.nothing", "usual.plain"])
def test_what_cannot_be_set_by_hand_is_not_there(ladder: Ladder, ana: Character, code: str) -> None:
    assert ladder.client("player").get(address("by_hand", ana, code)).status_code == 404


def test_every_number_of_the_sheet_opens_its_terms(ladder: Ladder, ana: Character) -> None:
    page = ladder.client("player").get(ana.get_absolute_url()).content.decode()
    for said in ("Base de la tirada estática", "TAP-ROLL-09", "TAP-HOUSE-04", "TAP-HOUSE-09", "Esgrima", "Lo que más"):
        assert said in page, said


# The strip


def test_a_strip_is_asked_for_only_for_players_and_the_game_master(
    ladder: Ladder, ana: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    def provider(request: object, character: Character, showing: Showing) -> strips.Strip:
        return strips.Strip("/conflictos/x/", "Te toca: ir al conflicto", "La bodega", urgent=True, combatant="c1")

    monkeypatch.setattr(strips, "_providers", [])
    strips.register(provider)
    services.share_character(character=ana, shared=True, by=ladder.users["player"])
    own = ladder.client("player").get(ana.get_absolute_url()).content.decode()
    assert 'href="/conflictos/x/"' in own
    assert "/conflictos/x/" not in ladder.client("other_player").get(ana.get_absolute_url()).content.decode()


# The bin


def test_the_bin_keeps_a_character_out_of_sight(ladder: Ladder, ana: Character) -> None:
    master = ladder.client("game_master")
    assert master.post(address("delete", ana)).status_code == 302
    assert not Character.objects.exists()
    assert not ladder.table.characters.exists()
    assert statuses(ladder, ana.get_absolute_url(), "get") == {**dict.fromkeys(ladder.users, 404), "anonymous": 302}
    bin_page = reverse("characters:bin", args=[ladder.table.pk])
    assert "Ana" in master.get(bin_page).content.decode()
    expected = {**dict.fromkeys(ladder.users, 404), "game_master": 302, "anonymous": 302}
    assert statuses(ladder, address("recover", ana), "post") == expected
    assert [*Character.objects.get().players.all()] == [ladder.users["player"]]


def test_after_thirty_days_it_is_gone(ladder: Ladder, ana: Character) -> None:
    services.delete_character(character=ana, by=ladder.users["game_master"])
    now = timezone.now()
    Character.everywhere.update(deleted_at=now - timedelta(days=29))
    assert services.empty_bin() == 0
    Character.everywhere.update(deleted_at=now - timedelta(days=31))
    call_command("empty_bin")
    assert not Character.everywhere.exists()
    assert not CharacterState.objects.exists()


def test_queries_of_the_bin_and_the_sheet_are_constant(ladder: Ladder, ana: Character) -> None:
    client = ladder.client("game_master")
    page, counts, sheets = reverse("characters:bin", args=[ladder.table.pk]), [], []
    for _more in range(3):
        other = services.create_character(
            table=ladder.table, kind="person", name="Otro", values=SHEET, by=ladder.users["game_master"]
        )
        services.delete_character(character=other, by=ladder.users["game_master"])
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
        edit(ana, ladder, traits=[{"text": f"Rasgo {number}"} for number in range(5 + 10 * _more)])
        with CaptureQueriesContext(connection) as queries:
            client.get(ana.get_absolute_url())
        sheets.append(len(queries))
    assert len(set(counts)) == 1
    assert len(set(sheets)) == 1
