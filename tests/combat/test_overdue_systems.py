"""In all systems a fight by posts goes on by itself where the time of its players is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from combat import demo, overdue, posts, services, store
from combat.deeds import Deed
from combat.models import Encounter, LogEntry, Wait, WaitState
from combat.policy import seat_or_404
from rules.core.stage import stage
from rules.core.stored import load_entry
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tests.kept import demo_table
from tests.sizes import one_in

pytestmark = pytest.mark.django_db

STEPS = 40 // one_in(2)
PASSIVE = {"tapiz": {"end_turn"}, "d20": {"total_defense"}, "tumbas": {"declare", "end_turn"}, "tactico": {"end_turn"}}
"""What stands in for a turn in these fights."""


@pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_fight_of_which_all_players_are_late_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(2026, 12, 2, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    user = Membership.objects.get(table=encounter.table, role=Role.GAME_MASTER).user
    read = store.read(encounter.pk)
    house = {**read.head.fight.house, "posts_time": "12h", "posts_over": "default"}
    deed = Deed("command", "apply_house", inputs={"house": house}, internal=True)
    services.act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())
    read = store.read(encounter.pk)
    posts.switch(read.encounter, read.system, read.head, by_posts=True)
    late: set[str] = set()
    for _step in range(STEPS):
        if Wait.objects.filter(encounter=encounter, state=WaitState.OPEN).exists():
            late |= set(Wait.objects.filter(state=WaitState.OPEN).values_list("who", flat=True))
            now += timedelta(hours=13)
            assert overdue.apply()
        elif not go_on(encounter, user):
            break
    # nothing is left for the game master to decide, and everybody's time was over once
    assert not Wait.objects.filter(state=WaitState.TOLD).exists()
    fight = store.read(encounter.pk).head.fight
    played = {one.id for one in fight.combatants.values() if one.controllers and not one.hidden}
    assert late
    told = LogEntry.objects.filter(encounter=encounter, data__facts__0__code="core.posts.over")
    assert set().union(*(load_entry(row.data).facts[0].refs() for row in told)) == late <= played
    verbs = {load_entry(row.data).command.action for row in told if row.kind == "command"}
    assert verbs >= PASSIVE[path.parent.name]
    assert all(row.by_id is None for row in told)


def go_on(encounter: Encounter, user: User) -> bool:
    """The game master does what is proposed; whether anything was."""
    read = store.read(encounter.pk)
    there = stage(read.system, read.head, seat_or_404(user, encounter.pk).viewer)
    if there.request is not None:
        deed = Deed("roll_all", only_own=True) if hasattr(there.request, "sides") else Deed("cancel")
    elif there.proposed is not None and there.kind != "acts":
        one = there.proposed
        deed = Deed("command", one.action, one.actor, one.inputs, read.system.moment(read.head.fight), rolls=True)
    else:
        return False
    services.act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())
    return True
