"""Versions of topics: raised in the caller's transaction, announced only after its commit."""

from __future__ import annotations

from threading import Thread
from unittest.mock import Mock

import pytest
from django.db import connection, transaction

from tapiz_site.live import versions as live
from tapiz_site.live.hub import hub


@pytest.fixture
def woken(monkeypatch) -> Mock:
    wake = Mock()
    monkeypatch.setattr(hub, "wake", wake)
    return wake


class Broken(Exception):
    pass


@pytest.mark.django_db(transaction=True)
def test_a_rolled_back_change_wakes_no_listener_and_leaves_the_version(woken: Mock) -> None:
    live.bump(["test:a"])
    woken.reset_mock()

    def change_and_fail() -> None:
        with transaction.atomic():
            assert live.bump(["test:a"]) == {"test:a": 2}
            raise Broken

    with pytest.raises(Broken):
        change_and_fail()

    assert live.version("test:a") == 1
    woken.assert_not_called()


@pytest.mark.django_db(transaction=True)
def test_no_listener_is_told_before_the_commit(woken: Mock) -> None:
    with transaction.atomic():
        live.bump(["test:a", "test:b"])
        woken.assert_not_called()
    woken.assert_called_once_with({"test:a": 1, "test:b": 1})


@pytest.mark.django_db
def test_each_bump_gives_a_higher_version() -> None:
    assert [live.bump(["test:a"])["test:a"] for _ in range(3)] == [1, 2, 3]


@pytest.mark.django_db
def test_a_topic_named_twice_is_raised_once_and_others_stay() -> None:
    live.bump(["test:b"])
    assert live.bump(["test:a", "test:a"]) == {"test:a": 1}
    assert live.versions(["test:b", "test:a", "test:never"]) == {"test:b": 1, "test:a": 1, "test:never": 0}


@pytest.mark.django_db
def test_no_topic_costs_no_query(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert live.bump([]) == {}


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow_with_the_topics(django_assert_num_queries) -> None:
    names = [f"test:{n}" for n in range(20)]
    live.bump(names)
    notice = connection.vendor == "postgresql"
    with django_assert_num_queries(1 + notice):
        live.bump(names)


@pytest.mark.django_db(transaction=True)
def test_two_threads_lose_no_version() -> None:
    def work() -> None:
        for _ in range(20):
            live.bump(["test:a", "test:b"])
        connection.close()

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert live.versions(["test:a", "test:b"]) == {"test:a": 40, "test:b": 40}


def test_the_listing_carries_topic_and_version() -> None:
    assert live.listing({"fight:1:table": 3, "fight:1:seat:2": 0}) == "fight:1:table@3 fight:1:seat:2@0"
