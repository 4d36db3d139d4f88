"""A person gets another role while the fight is under way: what this changes in the fight, and on the pages."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from combat import sheets, store
from combat.errors import NothingToUndo
from combat.policy import glance_or_404, seat_or_404
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

from .play import Game

pytestmark = pytest.mark.django_db


def give_role(game: Game, who: str, role: Role) -> None:
    """Give a person another role."""
    place = Membership.objects.select_related("user", "table").get(table=game.table, user=game.users[who])
    campaigns.change_role(membership=place, role=role)


def test_undo_leaves_who_plays_as_it_is(fight: Game) -> None:
    """Neither the newest step nor an older one that changed the sheet too gives a combatant to another person."""
    fight.damage("game_master", "Ana", 3)
    blow = fight.newest.id
    give_role(fight, "player", Role.SPECTATOR)
    released = next(row.id for row in fight.entries if (row.data.get("command") or {}).get("action") == "release")
    with pytest.raises(NothingToUndo):
        fight.undo("game_master", released)
    fight.undo("game_master")
    assert fight.body("Ana").physical.current == 20
    assert fight.one("Ana").controllers == frozenset()
    fight.redo("game_master")
    give_role(fight, "player", Role.PLAYER)
    assert sorted(fight.one("Ana").controllers) == sheets.players(fight.characters["Ana"]) != []
    fight.undo("game_master", blow)
    fight.redo("game_master")
    assert sorted(fight.one("Ana").controllers) == sheets.players(fight.characters["Ana"])


@pytest.mark.parametrize(("before", "after"), [(Role.PLAYER, Role.SPECTATOR), (Role.SPECTATOR, Role.PLAYER)])
def test_a_page_of_another_role_is_loaded_anew(fight: Game, before: Role, after: Role) -> None:
    """A player has a panel and a dock, a spectator has neither."""
    who = "player" if before == Role.PLAYER else "spectator"
    page = fight.get(who).content.decode()
    asks = f"{fight.url('fragment', 'all')}?role={before}"
    assert f'hx-get="{asks}"' in page
    assert "HX-Refresh" not in fight.client(who).get(asks)
    give_role(fight, who, after)
    assert fight.client(who).get(asks)["HX-Refresh"] == "true"


def test_nobody_has_a_seat_without_an_account_in_use(fight: Game) -> None:
    """Visitors and closed accounts get no fight from any page."""
    closed = fight.users["player"]
    closed.is_active = False
    for user in (AnonymousUser(), closed):
        for seat in (seat_or_404, glance_or_404):
            with pytest.raises(Http404):
                seat(user, fight.encounter.pk)


def test_a_seat_at_another_table_is_none_at_this_one(fight: Game) -> None:
    """Nor is one fight answered for another of the same person: each has its own sequence."""
    stranger = fight.users["stranger"]
    own = campaigns.create_table(user=stranger, name="Otra mesa", system="tapiz")
    other = store.create(table=own, name="Otra escena", user=stranger)
    for seat in (seat_or_404, glance_or_404):
        with pytest.raises(Http404):
            seat(stranger, fight.encounter.pk)
    assert glance_or_404(stranger, other.pk).sequence == other.sequence
    here = fight.users["game_master"]
    second = store.create(table=fight.table, name="El patio", user=here)
    assert glance_or_404(here, second.pk).sequence == second.sequence
    assert glance_or_404(here, fight.encounter.pk).sequence == fight.newest.sequence
