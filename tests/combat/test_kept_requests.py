"""What is kept of an act for those who look on holds no request: a thousand entries would hold a thousand of them."""

from __future__ import annotations

import gc
import weakref

import pytest

from .play import Game

pytestmark = pytest.mark.django_db


def test_neither_an_act_nor_a_page_leaves_its_request_behind(fight: Game) -> None:
    targets = {f"targets__{fight.id('Ana')}": "full"}
    # what was there before is not looked through: it takes seconds, and is no cycle of these requests
    gc.freeze()
    data = {"verb": "harm", "pool": "physical", "amount": "1", "asks": "", "token": "of the keypad", **targets}
    answers = [fight.post("game_master", fight.does("damage"), data, htmx=True), fight.get("player")]
    assert [answer.status_code for answer in answers] == [200, 200]
    requests = [weakref.ref(answer.wsgi_request) for answer in answers]
    del answers
    gc.collect()
    assert [kept.path for request in requests if (kept := request())] == []
