"""Play is stopped and goes on from every moment of the demo fights, in every system."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import transaction

from combat import demo, history, past, resuming, services, store
from combat.deeds import Deed
from combat.models import Encounter
from combat.policy import Seat, is_open, seat_or_404
from rules.core.log import STEPS
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import stopping
from tapiz_site.campaigns.models import Membership, Role
from tests.kept import demo_table
from tests.sizes import one_in

pytestmark = pytest.mark.django_db


def runs(encounter: Encounter) -> User:
    return Membership.objects.select_related("user").get(table=encounter.table, role=Role.GAME_MASTER).user


def everybody(encounter: Encounter) -> list[Seat]:
    """All who see it: players see no scene that is being prepared again."""
    members = Membership.objects.filter(table=encounter.table).select_related("user")
    if not is_open(Encounter.objects.values_list("status", flat=True).get(pk=encounter.pk)):
        members = members.filter(role=Role.GAME_MASTER)
    return [seat_or_404(member.user, encounter.pk) for member in members]


@pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_going_back_to_before_every_moment_of_a_demo_fight(path: Path) -> None:
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    user, read = runs(encounter), store.read(encounter.pk)
    now = read.system.codec.dump(read.head)
    steps = list(encounter.entries.filter(kind__in=STEPS, undone_by=None).order_by("-sequence"))
    assert not encounter.entries.filter(kind__in=["undo", "redo"]).exists(), "the fold below knows of none"
    for row in steps[:: one_in(5)]:
        was = past.head_after(read, row.sequence - 1)
        assert was is not None
        with transaction.atomic():
            stopping.stop(read.encounter.table, user)
            assert resuming.go_back(seat_or_404(user, encounter.pk), row.pk, f"back-to-{row.pk}")
            after = store.read(encounter.pk)
            if was.fight.combatants:
                assert read.system.codec.dump(after.head) == read.system.codec.dump(was)
            # an undo leaves the empty field of machines that a first machine brought
            assert after.head.fight.combatants == was.fight.combatants
            later = encounter.entries.filter(sequence__gte=row.sequence, kind__in=STEPS).values_list("pk", flat=True)
            for seat in everybody(encounter):
                assert history.lines_of(seat, list(later)) == {}
                assert history.recent(seat, seat.viewer)[0].facts[0].code == "core.went_back"
            services.act(encounter=encounter.pk, user=user, deed=Deed("redo"), key=f"redo-to-{row.pk}")
            assert read.system.codec.dump(store.read(encounter.pk).head) == now
            transaction.set_rollback(True)
        history.forget()
        store.forget()
