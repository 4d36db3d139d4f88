"""A character lent for the session: who acts with it, what the borrower reads, and how the loan ends."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters import lending, policy
from characters.models import Loan
from characters.services import update_character
from characters.sheets import sheet_of
from combat import outside, store
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Invitation, Membership, Role

from .play import Game

pytestmark = pytest.mark.django_db


def lend(game: Game, by: str = "player", to: str = "other_player") -> int:
    url = reverse("characters:lend", args=[game.characters["Ana"].pk])
    return game.client(by).post(url, {"to": game.users[to].pk}).status_code


def loan(game: Game) -> Loan:
    return Loan.objects.get(character=game.characters["Ana"])


def give_back(game: Game, by: str) -> int:
    url = reverse("characters:give_back", args=[game.characters["Ana"].pk, loan(game).pk])
    return game.client(by).post(url).status_code


def controllers(game: Game) -> set[str]:
    known = {str(user.pk): name for name, user in game.users.items()}
    return {known[one] for one in game.one("Ana").controllers}


def sheet_page(game: Game, who: str) -> tuple[int, str]:
    answer = game.client(who).get(reverse("characters:show", args=[game.characters["Ana"].pk]))
    return answer.status_code, answer.content.decode()


def test_the_borrower_acts_with_it_at_once(fight: Game) -> None:
    assert lend(fight) == 302
    assert controllers(fight) == {"player", "other_player"}
    fight.attack("other_player", "Ana", "Orco 1")


def test_what_the_borrower_may_do_with_it(fight: Game) -> None:
    def rights(who: str) -> tuple[bool, bool, bool]:
        ana = policy.get_character_or_404(fight.users[who], fight.characters["Ana"].pk, shared_too=True)
        return policy.acts_with(ana), policy.sees_all(ana), policy.may_edit(ana)

    fight.characters["Ana"].shared = True
    fight.characters["Ana"].save()
    assert rights("other_player") == (False, False, False)
    lend(fight)
    assert rights("other_player") == (True, False, False)
    assert rights("player") == rights("game_master") == (True, True, True)


def test_the_points_that_are_spent_are_still_its_players(fight: Game) -> None:
    lend(fight)
    fight.command("game_master", "award", who=[fight.id("Ana")], count=1)
    assert (fight.points("Ana"), fight.points("Bruno")) == (3, 2)


def test_the_borrower_reads_the_numbers_but_no_private_notes_and_edits_nothing(fight: Game) -> None:
    ana = fight.characters["Ana"]
    values = {**sheet_of(ana), "notes": "Le debe dinero al herrero"}
    update_character(character=ana, name="Ana", values=values, by=fight.users["player"])
    assert sheet_page(fight, "other_player")[0] == 404
    lend(fight)
    status, page = sheet_page(fight, "other_player")
    assert status == 200
    assert "Devolver" in page
    assert "Le debe dinero al herrero" not in page
    assert fight.client("other_player").get(reverse("characters:edit", args=[ana.pk])).status_code == 403
    assert fight.client("other_player").get(reverse("characters:history", args=[ana.pk])).status_code == 403
    assert lend(fight, by="other_player", to="game_master") == 403


def test_lender_and_borrower_can_end_the_loan(fight: Game) -> None:
    for by in ("player", "other_player", "game_master"):
        lend(fight)
        assert controllers(fight) == {"player", "other_player"}
        assert give_back(fight, by) == 302
        assert controllers(fight) == {"player"}
        assert sheet_page(fight, "other_player")[0] == 404


def test_other_people_cannot_end_the_loan(fight: Game) -> None:
    fight.characters["Ana"].shared = True
    fight.characters["Ana"].save()
    lend(fight, to="game_master")
    assert give_back(fight, "other_player") == 403
    assert give_back(fight, "stranger") == 404


def test_it_goes_back_when_the_session_ends(fight: Game) -> None:
    session = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    lend(fight)
    sessions.end_session(session=session, user=fight.users["game_master"])
    assert controllers(fight) == {"player"}
    assert not Loan.objects.exists()


def test_a_session_that_had_ended_takes_nothing_back(fight: Game) -> None:
    session = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    sessions.end_session(session=session, user=fight.users["game_master"])
    lend(fight)
    sessions.end_session(session=session, user=fight.users["game_master"])
    assert controllers(fight) == {"player", "other_player"}


def test_a_borrower_who_leaves_the_table_gives_it_back(fight: Game) -> None:
    lend(fight)
    Membership.objects.get(table=fight.table, user=fight.users["other_player"]).delete()
    lending.membership_changed(fight.table, fight.users["other_player"])
    outside.membership_changed(fight.table, fight.users["other_player"])
    assert controllers(fight) == {"player"}
    assert not Loan.objects.exists()


def test_a_person_who_plays_again_acts_with_the_same_characters_again(fight: Game) -> None:
    place = Membership.objects.select_related("user").get(table=fight.table, user=fight.users["player"])
    campaigns.change_role(membership=place, role=Role.SPECTATOR)
    assert controllers(fight) == set()
    campaigns.change_role(membership=place, role=Role.PLAYER)
    assert controllers(fight) == {"player"}
    fight.attack("player", "Ana", "Orco 1")
    steps = len(fight.entries)
    campaigns.change_role(membership=place, role=Role.PLAYER)
    assert len(fight.entries) == steps, "nothing to give back, nothing in the log"


def test_a_person_who_is_invited_again_acts_with_the_same_characters_again(fight: Game) -> None:
    session = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    place = Membership.objects.select_related("user").get(table=fight.table, user=fight.users["player"])
    campaigns.remove(membership=place)
    assert controllers(fight) == set()
    link = Invitation.objects.create(table=fight.table, created_by=fight.users["game_master"])
    campaigns.accept(user=fight.users["player"], token=link.token)
    assert controllers(fight) == {"player"}
    assert session.attendances.filter(user=fight.users["player"]).count() == 1


def test_it_is_lent_to_another_player_of_the_table(fight: Game) -> None:
    for to in ("spectator", "stranger", "player"):
        lend(fight, to=to)
        assert not Loan.objects.exists(), to


def test_a_choice_that_is_none_lends_nothing(fight: Game) -> None:
    url = reverse("characters:lend", args=[fight.characters["Ana"].pk])
    for to in ("", "nobody", "9" * 5000):
        assert fight.client("player").post(url, {"to": to}).status_code == 302
        assert not Loan.objects.exists(), to


def test_the_game_master_lends_a_character_without_a_player(game: Game) -> None:
    """An ally for one evening: the borrower can see the fight in preparation."""
    ana = game.characters["Ana"]
    ana.players.clear()
    outside.resheet(ana, game.users["game_master"])
    assert lend(game, by="game_master") == 302
    assert controllers(game) == {"other_player"}
    assert Membership.objects.get(table=game.table, user=game.users["other_player"]).role == Role.PLAYER
    assert store.read(game.encounter.pk).head.fight.points_of(game.id("Ana")) == 0
