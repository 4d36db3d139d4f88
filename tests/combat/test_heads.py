"""The head of an encounter is fetched once a process and sequence, and never believed where its row says otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat import store
from combat.models import Encounter

from .play import Game

pytestmark = pytest.mark.django_db


def fetched(game: Game) -> int:
    """How many queries of a look at the fight fetch its head."""
    with CaptureQueriesContext(connection) as queries:
        game.get("player")
    pk = game.encounter.pk
    asked = [one["sql"] for one in queries if pk.hex in one["sql"] or str(pk) in one["sql"]]
    return sum('"combat_encounter"."head"' in one for one in asked)


def test_a_page_after_an_act_of_this_process_fetches_no_head(fight: Game) -> None:
    fight.damage("game_master", "Ana", 1)
    assert fetched(fight) == 0
    store.forget()
    assert fetched(fight) == 1
    assert fetched(fight) == 0


def test_the_head_that_is_kept_is_the_one_that_is_stored(fight: Game) -> None:
    fight.damage("game_master", "Ana", 1)
    kept = fight.read
    store.forget()
    assert fight.read.head == kept.head


def test_a_head_whose_transaction_came_to_nothing_is_not_believed(fight: Game) -> None:
    """Another act has the same sequence, at another moment."""
    fight.damage("game_master", "Ana", 1)
    lost = fight.read
    row = Encounter.objects.get(pk=fight.encounter.pk)
    state = {**row.head, "fight": {**row.head["fight"], "clock": 99}}
    Encounter.objects.filter(pk=row.pk).update(head=state, changed=row.changed + timedelta(seconds=1))
    assert lost.head.fight.clock != 99
    assert fight.read.head.fight.clock == 99
