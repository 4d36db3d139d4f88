"""In all systems each act of a turn can be foreseen by its form, and nearness is known by the contract."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from combat import contingencies, demo, overdue, posts, services, store
from combat.deeds import Deed
from combat.desk import Desk
from combat.models import Contingency, Encounter, Wait
from combat.policy import seat_or_404
from rules.core.contingencies import has_come_about, written_at
from tapiz_site.accounts.models import User
from tests.kept import demo_table
from tests.sizes import one_in

from .test_overdue_systems import go_on

CLOSE = {
    "tapiz": "band:inmediato", "d20": "adjacent:adjacent", "tumbas": "engaged:adjacent", "tactico": "engaged:melee"
}  # fmt: skip
"""What is declared of two who stand within a blow."""

pytestmark = pytest.mark.django_db


def asked(path: Path, acts: list[str]) -> list[str]:
    """The acts whose forms are opened at this demo table: where a system plays with and without a board, half at each.

    The long run opens all of them at both.
    """
    share, board = one_in(2), path.with_stem("demo_board")
    return [one for at, one in enumerate(acts) if (at - (path == board)) % share == 0] if board.exists() else acts


@pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_act_of_a_turn_can_be_foreseen_and_the_end_of_the_turn_is_done(path: Path) -> None:
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    gm = encounter.table.memberships.get(role="game_master").user
    read = store.read(encounter.pk)
    posts.switch(read.encounter, read.system, read.head, by_posts=True)
    for _step in range(20):
        if Wait.objects.exists() or not go_on(encounter, gm):
            break
    wait = Wait.objects.first()
    assert wait is not None
    fight = store.read(encounter.pk).head.fight
    user = User.objects.get(pk=int(min(fight.combatants[wait.who].controllers)))
    client = Client()
    client.force_login(user)
    desk = Desk(seat_or_404(user, encounter.pk))
    url = reverse("combat:contingency", args=[encounter.pk])
    for name in asked(path, [name for name, _words in contingencies.actions(desk)]):
        page = client.get(url, {"actor": wait.who, "action": name})
        assert page.status_code == 200, name
    before = written_at(desk.system, desk.fight, wait.who, desk.viewer)
    for condition in ("near", "attacked", "friend_attacked", "falls"):
        assert not has_come_about(condition, before, desk.system, desk.fight, wait.who, desk.viewer, []), condition
    if path.stem != "demo_mechs":
        near = desk.system.near(fight, wait.who)
        foes = [one.id for one in fight.combatants.values() if one.side == "foes" and not one.hidden]
        foe = next(one for one in foes if one not in near)
        beside = {"of": foe, "to": wait.who, "what": CLOSE[path.parent.name]}
        services.act(encounter=encounter.pk, user=gm, deed=Deed("command", "relate", inputs=beside), key="beside-a-foe")
        now = Desk(seat_or_404(user, encounter.pk))
        assert has_come_about("near", before, now.system, now.fight, wait.who, now.viewer, [])
    values = {"condition": "turn", "action": "", "inputs": {}, "words": "Espero", "at_once": False}
    contingencies.write(desk.seat, wait.who, values)
    assert [one.holds for one in contingencies.said(desk)] == [wait.key.startswith("act:")]
    page = client.get(reverse("combat:posts", args=[encounter.pk]))
    assert "Espero" in page.content.decode()
    assert Contingency.objects.count() == 1
    assert not overdue.look_at(encounter)
