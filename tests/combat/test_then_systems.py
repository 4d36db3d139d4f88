"""Every moment of the demo fights of all systems can be looked at, and looking changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from combat import demo, history, past, store
from combat.models import Encounter
from combat.policy import Seat, seat_or_404
from rules.core.changes import Change, fold
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership
from tests.kept import demo_table
from tests.sizes import one_in

pytestmark = pytest.mark.django_db


def seats(encounter: Encounter) -> list[Seat]:
    members = Membership.objects.filter(table=encounter.table).select_related("user")
    return [seat_or_404(member.user, encounter.pk) for member in members]


@pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_moment_of_a_demo_fight(path: Path) -> None:
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    before = Encounter.objects.values_list("head", "sequence", "changed", "memory").get(pk=encounter.pk)
    read, state = store.read(encounter.pk), encounter.first
    for row in encounter.entries.order_by("sequence"):
        state = fold(state, map(Change.from_json, row.data["changes"]))
        head = past.head_after(read, row.sequence)
        assert head is not None
        assert read.system.codec.dump(head) == state
    looked = 0
    # each moment is looked at by one of them at least, and by all in the long run
    for number, seat in enumerate(seats(encounter)):
        client = Client()
        client.force_login(User.objects.get(pk=seat.user.pk))
        lines, _after = history.around(seat, encounter.sequence, 1000)
        for line in lines[number % one_in(4) :: one_in(4)]:
            response = client.get(reverse("combat:moment", args=[encounter.pk, line.id]))
            assert response.status_code == 200
            page = response.content.decode()
            assert "/hacer/" not in page
            assert "/panel/" not in page
            hidden = [one.name for one in read.head.fight.combatants.values() if one.hidden]
            assert seat.runs or not any(name in page for name in hidden)
            looked += "then-order" in page
    assert looked
    assert Encounter.objects.values_list("head", "sequence", "changed", "memory").get(pk=encounter.pk) == before
