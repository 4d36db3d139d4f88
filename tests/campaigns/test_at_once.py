from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from characters.models import Character
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors, services, sessions
from tapiz_site.campaigns.errors import CampaignError
from tapiz_site.campaigns.models import Invitation, Knock, Membership, Role, Session

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


def at_once(*acts: Callable[[], object]) -> list[bool]:
    """Do these at the same moment, each on its own connection; returns which were not refused."""
    together = Barrier(len(acts))

    def do(act: Callable[[], object]) -> bool:
        try:
            together.wait(5)
            act()
        except CampaignError:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [*pool.map(do, acts)]


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_let_in_one_guest() -> None:
    table = make_ladder().table
    door = doors.open_door(table=table)
    knock = doors.knock(door=door, name="Ana", seat="", user=None, before=None)
    assert at_once(*[lambda: doors.let_in(table=table, pk=knock.pk)] * 3) == [True] * 3
    assert User.objects.filter(is_guest=True).count() == 1
    assert table.memberships.filter(user__is_guest=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_let_in_to_one_seat_at_once_one_gets_it() -> None:
    table = make_ladder().table
    one = Character.objects.create(table=table, name="Sharra", kind="person", sheet_version=1)
    door = doors.open_door(table=table, offered=[str(one.pk)])
    knocks = [doors.knock(door=door, name=name, seat=str(one.pk), user=None, before=None).pk for name in ("Ana", "Bea")]
    went = at_once(*(partial(doors.let_in, table=table, pk=pk) for pk in knocks))
    assert sorted(went) == [False, True]
    assert one.players.count() == 1
    assert User.objects.filter(is_guest=True).count() == 1
    assert sorted(Knock.objects.values_list("answer", flat=True)) == ["let_in", "seat_taken"]


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_beginnings_begin_one_session() -> None:
    ladder = make_ladder()
    begin = partial(sessions.begin_session, table=ladder.table, user=ladder.users["game_master"])
    assert at_once(begin, begin) == [True, True]
    assert Session.objects.count() == 1
