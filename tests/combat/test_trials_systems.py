"""A private copy of the demo fights of all systems goes on by what is proposed and leaves the real one as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from characters.models import Character
from combat import demo, services, store, trials
from combat.deeds import Deed
from combat.models import Encounter
from combat.policy import seat_or_404
from rules.core.stage import stage
from tapiz_site.campaigns.models import Membership, Role
from tests.kept import demo_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_copy_goes_on_and_leaves_the_fight_as_it_is(path: Path) -> None:
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    user = Membership.objects.get(table=encounter.table, role=Role.GAME_MASTER).user
    seat = seat_or_404(user, encounter.pk)
    rows = Character.everywhere.order_by("pk").values_list("pk", "condition", "sheet")
    before = Encounter.objects.values_list("head", "sequence", "memory").get(pk=encounter.pk), list(rows)
    copy = trials.begin(seat)
    for _step in range(6):
        read = store.read(copy.pk)
        there = stage(read.system, read.head, seat_or_404(user, copy.pk).viewer)
        if there.request is not None:
            deed = Deed("roll_all") if hasattr(there.request, "sides") else Deed("cancel")
        elif there.proposed is not None:
            one = there.proposed
            deed = Deed("command", one.action, one.actor, one.inputs, read.system.moment(read.head.fight), rolls=True)
        else:
            break
        services.act(encounter=copy.pk, user=user, deed=deed, key=store.new_id())
    assert store.read(copy.pk).encounter.sequence
    now = Encounter.objects.values_list("head", "sequence", "memory").get(pk=encounter.pk), list(rows.all())
    assert now == before
