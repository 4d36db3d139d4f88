"""Who reads and changes a character as roles and loans change; what each address answers, `tests/access` tells."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters import services
from characters.models import Character, Loan
from characters.policy import character_for, characters_of, get_character_or_404, readable_by, rolls_for
from tapiz_site.campaigns import binning
from tapiz_site.campaigns.models import Membership, Role
from tests.campaigns.people import Ladder

from .sheets import FORM, SHEET


@pytest.fixture
def character(ladder: Ladder) -> Character:
    player = ladder.users["player"]
    return services.create_character(
        table=ladder.table, kind="person", name="Sharra", values=SHEET, by=player, players=[player]
    )


def test_an_account_that_is_closed_reads_no_character(ladder: Ladder, character: Character) -> None:
    player = ladder.users["player"]
    assert set(readable_by(player)) == {character}
    player.is_active = False
    assert set(readable_by(player)) == set()


def test_the_characters_of_a_table_in_the_bin_are_read_by_nobody(ladder: Ladder, character: Character) -> None:
    binning.delete_table(table=ladder.table, by=ladder.users["game_master"])
    for who in ("game_master", "player"):
        assert not readable_by(ladder.users[who]).exists()
        assert character_for(ladder.users[who], character.pk) is None


def test_players_make_characters_of_all_kinds_and_no_empty_ones(ladder: Ladder) -> None:
    for url in (
        reverse("characters:new", args=[ladder.table.pk]),
        reverse("characters:new_kind", args=[ladder.table.pk, "creature"]),
    ):
        client = ladder.client("player")
        assert [client.post(url, form).status_code for form in ({}, FORM)] == [422, 302]
    assert Character.objects.count() == 2


def test_an_unknown_kind_is_not_there(ladder: Ladder) -> None:
    url = reverse("characters:new_kind", args=[ladder.table.pk, "dragon"])
    assert ladder.client("player").get(url).status_code == 404


def test_an_empty_form_changes_no_character(ladder: Ladder, character: Character) -> None:
    for who in ("game_master", "player"):
        assert ladder.client(who).post(reverse("characters:edit", args=[character.pk])).status_code == 422


def test_the_game_master_deletes(ladder: Ladder, character: Character) -> None:
    url = reverse("characters:delete", args=[character.pk])
    assert [ladder.client(who).post(url).status_code for who in ("player", "game_master")] == [403, 302]
    assert not Character.objects.exists()


def test_a_player_who_became_spectator_only_looks(ladder: Ladder, character: Character) -> None:
    Membership.objects.filter(user=ladder.users["player"]).update(role=Role.SPECTATOR)
    client = ladder.client("player")
    page = client.get(character.get_absolute_url())
    assert page.status_code == 200
    edit = reverse("characters:edit", args=[character.pk])
    assert edit not in page.content.decode()
    assert client.post(edit, FORM).status_code == 403


def test_a_player_who_became_spectator_rolls_nothing_on_the_sheet(ladder: Ladder, character: Character) -> None:
    player = ladder.users["player"]
    assert rolls_for(get_character_or_404(player, character.pk))
    Membership.objects.filter(user=player).update(role=Role.SPECTATOR)
    assert not rolls_for(get_character_or_404(player, character.pk))


def test_a_person_who_left_the_table_no_longer_sees_the_sheet(ladder: Ladder, character: Character) -> None:
    ladder.membership("player").delete()
    assert ladder.client("player").get(character.get_absolute_url()).status_code == 404


def test_running_another_table_opens_nothing_here(ladder: Ladder, character: Character) -> None:
    character.players.add(ladder.users["stranger"])
    assert ladder.client("stranger").get(character.get_absolute_url()).status_code == 404


def test_each_sees_the_own_characters_on_the_table(ladder: Ladder, character: Character) -> None:
    master = ladder.users["game_master"]
    services.create_character(table=ladder.table, kind="creature", name="Chamán", values=SHEET, by=master)
    names = {who: [one.name for one in characters_of(user)] for who, user in ladder.users.items()}
    assert names == {
        "game_master": ["Chamán", "Sharra"],
        "player": ["Sharra"],
        "other_player": [],
        "spectator": [],
        "stranger": [],
    }
    page = ladder.client("other_player").get(ladder.table.get_absolute_url()).content.decode()
    assert "Chamán" not in page
    assert "Sharra" not in page


def test_no_player_hears_of_what_only_the_game_master_knows(ladder: Ladder) -> None:
    from tapiz_site.live import versions

    before = versions.version(ladder.table.topic)
    master = ladder.users["game_master"]
    hidden = services.create_character(table=ladder.table, kind="creature", name="Chamán", values=SHEET, by=master)
    services.update_character(character=hidden, name="Chamán gris", values=SHEET, by=master)
    services.delete_character(character=hidden, by=master)
    assert versions.version(ladder.table.topic) == before


def test_a_loan_lends_one_character_to_one_person(ladder: Ladder, character: Character) -> None:
    player, other, spectator = (ladder.users[who] for who in ("player", "other_player", "spectator"))
    second = services.create_character(
        table=ladder.table, kind="person", name="Irú", values=SHEET, by=player, players=[player]
    )
    Loan.objects.create(character=second, user=other, by=player)
    assert set(readable_by(other)) == {second}
    assert set(readable_by(spectator)) == set()
    assert set(readable_by(player)) == {character, second}
    assert [one.borrows for one in readable_by(player)] == [False, False]
