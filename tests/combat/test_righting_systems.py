"""Putting right in the demo fights of all systems: the same changes nothing, another face is taken whole and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import override

from combat import demo, history, services, store
from combat.causes import CauseField
from combat.deeds import Deed
from combat.models import Encounter, LogEntry
from combat.policy import Seat, seat_or_404
from combat.righting import Righting
from rules.core.inputs import Choice, Number, Rows
from rules.core.log import STEPS
from rules.core.registry import SYSTEMS
from tapiz_site import inputs as forms
from tapiz_site.campaigns.models import Membership, Role
from tests.kept import demo_table
from tests.sizes import one_in

pytestmark = pytest.mark.django_db
ENOUGH = 6 // one_in(3)
"""How many steps of each fight are put right with other faces."""

systems = pytest.mark.parametrize("path", demo.demos(), ids=lambda path: f"{path.parent.name}-{path.stem}")


def seat_of(path: Path) -> Seat:
    """The game master of a demo fight."""
    demo_table(path)
    encounter = Encounter.objects.filter(free=False).order_by("-sequence")[0]
    runs = Membership.objects.get(table=encounter.table, role=Role.GAME_MASTER)
    return seat_or_404(runs.user, encounter.pk)


def after_all(pk: object) -> int:
    return Encounter.objects.get(pk=pk).sequence


def steps(seat: Seat, wanted: Callable[[LogEntry], bool] = bool, share: int = 1) -> Iterator[Righting]:
    """The steps that can be put right; to look at one takes a while, so they are looked at as they are wanted.

    wanted: which rows of the log are looked at; share: 3 looks at every third of them.
    """
    rows = filter(wanted, seat.whole.encounter.entries.filter(kind__in=STEPS, undone_by=None).order_by("sequence"))
    return (one for row in list(rows)[::share] if (one := Righting(seat, row, QueryDict())).possible)


@systems
def test_the_same_value_changes_nothing(path: Path) -> None:
    found = list(steps(seat_of(path), share=one_in(3)))
    assert found
    for righting in found:
        assert righting.copy is not None, (righting.row.data["command"], righting.errors, righting.problem)
        assert righting.changes == {}
        assert righting.copy.asked is None
        assert righting.copy.gone == []


@systems
def test_another_face_is_one_step_that_is_undone(path: Path) -> None:
    seat, changed = seat_of(path), 0
    for found in steps(seat, wanted=lambda row: "faces" in (row.data["answer"] or {})):
        if changed == ENOUGH:
            break
        row, dice = found.row, found.dice
        assert dice
        sent = QueryDict(mutable=True)
        sent["prueba"] = "1"
        for die in dice:
            sent[die.name] = str(die.faces[-1] if die.shown != die.faces[-1] else die.faces[0])
        for _die in range(10):
            righting = Righting(seat, row, sent)
            if righting.copy is None or righting.copy.asked is None:
                break
            sent.appendlist("dado", righting.rolled(righting.copy.asked))
        assert righting.copy is not None
        assert righting.copy.asked is None
        if not righting.changes:
            continue
        changed += 1
        sent.setlist("take", list(righting.changes))
        sent["seen"] = righting.seen
        pk, user = seat.whole.encounter.pk, seat.user
        before, key = store.read(pk).head, store.new_id()
        services.act(encounter=pk, user=user, deed=righting.deed(), key=key)
        after = store.read(pk).head
        assert after.fight == righting.copy.head.fight
        assert after.open == before.open
        for member in Membership.objects.filter(table=seat.whole.encounter.table).select_related("user"):
            reader = seat_or_404(member.user, pk)
            for language in ("es", "en"):
                with override(language):
                    for line in history.around(reader, after_all(pk), 1)[0]:
                        assert line.speaker.told(line.facts)
        services.act(encounter=pk, user=user, deed=Deed("undo"), key=store.new_id())
        assert store.read(pk).head == before
        seat = seat_or_404(user, pk)
    assert changed


fights = pytest.mark.parametrize("slug", SYSTEMS)


def act_of(seat: Seat) -> LogEntry:
    """The first attack that is over and names its target."""

    def attacks(row: LogEntry) -> bool:
        command = row.data["command"] or {}
        return command.get("action") in ("attack", "shoot") and bool(command["inputs"].get("target"))

    return next(steps(seat, wanted=attacks)).row


def causes_of(field: CauseField) -> list[str]:
    """All that a relation can be said to have been; by default the first and the last of it."""
    found = [value for value, _label in field.options if value]
    return found if one_in(2) == 1 else list(dict.fromkeys([found[0], found[-1]]))


@fights
def test_what_nobody_declared_can_be_said_of_an_act(slug: str) -> None:
    """Cover, distance, who stands beside whom: it holds for the act, and what came later finds them as they were."""
    seat = seat_of(Path(settings.BASE_DIR, "content", slug, "demo.toml"))
    otherwise: set[str] = set()
    row = act_of(seat)
    fields = Righting(seat, row, QueryDict()).causes
    assert not any(field.chosen for field in fields)
    for cause in [cause for field in fields for cause in causes_of(field)]:
        sent = QueryDict(mutable=True)
        sent["causa"] = cause
        tried = Righting(seat, row, sent)
        assert [one.chosen for one in tried.causes if one.chosen] == [cause]
        if tried.copy is None or tried.copy.asked is not None:
            continue
        assert "relations" not in str(tried.changes)
        assert tried.copy.facts[0].code.startswith("relation.")
        told = [*tried.copy.facts[1:], *(fact for _was, here in tried.copy.differing for fact in here.facts)]
        if told != [*tried.entry.facts] or tried.copy.gone:
            otherwise.add(cause.partition("|")[2].partition("|")[2].partition(":")[0])
    assert otherwise & {"cover", "distance", "engaged"}


@fights
def test_a_modifier_that_nobody_said_can_be_added_to_an_act(slug: str) -> None:
    seat = seat_of(Path(settings.BASE_DIR, "content", slug, "demo.toml"))
    row = act_of(seat)
    declared = Righting(seat, row, QueryDict()).declared
    rows = next(one for one in declared if isinstance(one, Rows) and one.name in ("others", "modifiers"))
    said = QueryDict(mutable=True)
    for part in rows.of:
        if isinstance(part, Number):
            said[f"{rows.name}__0__{part.name}"] = "3"
        elif isinstance(part, Choice):
            said[f"{rows.name}__0__{part.name}"] = part.options[0].value
    tried = Righting(seat, row, QueryDict())
    tried.values = {**tried.values, **forms.read([rows], said)}
    assert tried.copy is not None, (tried.errors, tried.problem)
    assert tried.copy.facts != tried.entry.facts or tried.copy.differing
