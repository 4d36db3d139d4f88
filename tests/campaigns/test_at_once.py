from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.errors import CampaignError
from tapiz_site.campaigns.models import Invitation, Membership, Role

from .people import make_ladder


@pytest.mark.django_db(transaction=True)
def test_two_game_masters_who_step_down_at_once_do_not_both_go() -> None:
    ladder = make_ladder()
    services.change_role(membership=ladder.membership("player"), role=Role.GAME_MASTER)
    together = Barrier(2)

    def step_down(membership: Membership) -> bool:
        try:
            together.wait(5)
            services.change_role(membership=membership, role=Role.PLAYER)
        except CampaignError:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        went = [*pool.map(step_down, [ladder.membership("player"), ladder.membership("game_master")])]
    assert sorted(went) == [False, True]
    assert ladder.table.memberships.filter(role=Role.GAME_MASTER).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_use_of_an_invitation_seats_one() -> None:
    ladder = make_ladder()
    one = Invitation.objects.create(table=ladder.table, created_by=ladder.users["game_master"], uses=1)
    users = [User.objects.create(username=f"u{number}") for number in range(4)]
    together = Barrier(len(users))

    def join(user: User) -> bool:
        try:
            together.wait(5)
            services.accept(user=user, token=one.token)
        except CampaignError:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(len(users)) as pool:
        assert sorted(pool.map(join, users)) == [False, False, False, True]
    assert ladder.table.memberships.count() == 5
