"""What is kept of an act for those who look on holds no request: a thousand entries would hold a thousand of them."""

from __future__ import annotations

import gc

import pytest
from django.http import HttpRequest

from .play import Game

pytestmark = pytest.mark.django_db


def test_neither_an_act_nor_a_page_leaves_its_request_behind(fight: Game) -> None:
    targets = {f"targets__{fight.id('Ana')}": "full"}
    data = {"verb": "harm", "pool": "physical", "amount": "1", "asks": "", "token": "of the keypad", **targets}
    assert fight.post("game_master", fight.does("damage"), data, htmx=True).status_code == 200
    assert fight.get("player").status_code == 200
    gc.collect()
    kept = [one.path for one in gc.get_objects() if isinstance(one, HttpRequest)]
    assert [path for path in kept if str(fight.encounter.pk) in path] == []
