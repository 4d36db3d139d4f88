"""Listening is refused unless the rule of the topic's app allows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser

from tapiz_site.accounts.models import User
from tapiz_site.live import access


@pytest.fixture
def rules() -> Iterator[None]:
    access.register("test:", lambda user, topic: True)
    access.register("test:secret:", lambda user, topic: user.username == "dj")
    yield
    access.unregister("test:")
    access.unregister("test:secret:")


def test_a_topic_without_a_rule_is_refused() -> None:
    assert not access.allowed(User(username="dj"), "unheard:of")


@pytest.mark.parametrize("user", [None, AnonymousUser(), User(username="dj", is_active=False)])
def test_a_person_without_an_active_account_hears_nothing(rules: None, user) -> None:
    assert not access.allowed(user, "test:a")


def test_the_longest_prefix_decides(rules: None) -> None:
    assert access.allowed(User(username="player"), "test:a")
    assert not access.allowed(User(username="player"), "test:secret:a")
    assert access.allowed(User(username="dj"), "test:secret:a")


def test_a_second_rule_for_a_prefix_is_a_mistake(rules: None) -> None:
    with pytest.raises(ValueError, match="already has a rule"):
        access.register("test:", lambda user, topic: False)


def test_a_rule_for_everything_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="every app"):
        access.register("", lambda user, topic: True)


def test_a_rule_for_many_is_asked_once_about_all() -> None:
    asked = []

    def which(some):
        asked.append(list(some))
        return {(user.pk, topic) for user, topic in some if user.pk == 1}

    access.register_for_many("test:", which)
    one, other = User(pk=1, username="one"), User(pk=2, username="other")
    try:
        everything = [(one, "test:a"), (other, "test:a"), (other, "unheard:of"), (None, "test:a")]
        assert access.which_allowed(everything) == {(1, "test:a")}
        assert asked == [[(one, "test:a"), (other, "test:a")]]
        assert not access.allowed(other, "test:a")
    finally:
        access.unregister("test:")
