"""`make cluster`: a fight played across two web processes, nginx and PostgreSQL, through a crash and a restart."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.postgres import server
from scripts.served import settle_in

from .people import LIVE_SECONDS, Listener, Player
from .site import Site

if TYPE_CHECKING:
    from scripts.bench.world import FightAtPlay

CALM, ROUGH = 3.0, 8.0
"""Seconds of play before a fault, and with it."""
COMBATANTS = 8


def main() -> int:
    """Play, break, and look; how many faults there were."""
    with tempfile.TemporaryDirectory(prefix="tapiz-cluster-") as name, server() as postgres:
        if postgres is None:
            sys.exit("No PostgreSQL: apt-get install postgresql.")
        data = Path(name)
        settings = {"DATABASE_URL": postgres.url, "TAPIZ_LOG": "stderr", "TAPIZ_ACTS_A_MINUTE": "6000"}
        settle_in(data, **settings)
        from django.db import connection

        from scripts.bench.world import make_place

        place = make_place("cúmulo", COMBATANTS)
        connection.close()
        with Site(data, settings) as site:
            faults = _evening(place, site, postgres.restart)
    for fault in faults:
        print("FAULT", fault)
    return len(faults)


def _evening(place: FightAtPlay, site: Site, restart_database: object) -> list[str]:
    listeners = [Listener(site.address, user, place) for user in place.players[:3]]
    players = [Player(site.address, place.dj, place, number) for number in range(2)]
    for one in (*listeners, *players):
        one.start()
    time.sleep(CALM)
    faults = [f"not present: {one}" for one in _missing(place)]
    calm = sum(len(one.taken) for one in players)
    site.kill(0)
    time.sleep(ROUGH)
    site.begin(0)
    site.await_ready(0)
    time.sleep(CALM)
    assert callable(restart_database)
    faults += [] if restart_database() else ["PostgreSQL did not come back"]
    time.sleep(ROUGH)
    for one in players:
        one.stop()
    time.sleep(LIVE_SECONDS)
    for listener in listeners:
        listener.stop()
    faults += _wrong(place, players, listeners)
    faults += [f"{one}: {site.ready(one)}" for one in site.ports if site.ready(one) != 200]
    acts = sum(len(one.taken) for one in players)
    again = sum(one.repeated for one in players)
    print(f"{acts} acts, {calm} of them before the crash, {again} sent again, {len(faults)} faults")
    return faults


def _missing(place: FightAtPlay) -> list[str]:
    """The listeners who are not shown as connected; this process serves none of them."""
    from tapiz_site.live import presence

    here = presence.at([place.encounter.table.topic])
    return [one.username for one in place.players[:3] if one.pk not in here]


def _topic(place: FightAtPlay) -> str:
    from combat import topics

    return topics.table(place.encounter.pk)


def _wrong(place: FightAtPlay, players: list[Player], listeners: list[Listener]) -> list[str]:
    """What was lost, doubled or not told in time."""
    from django.db import connection

    from combat import store
    from combat.models import Act
    from tapiz_site.live.versions import version

    connection.close()  # it is one of those that the restart has ended
    place.encounter.refresh_from_db()
    taken = [key for one in players for key in one.taken]
    known = set(Act.objects.filter(key__in=taken).values_list("key", flat=True))
    found = [fault for one in (*players, *listeners) for fault in one.faults]
    found += [f"acknowledged and not stored: {key}" for key in taken if key not in known]
    entries = place.encounter.entries.filter(data__command__action="damage").count()
    if entries != len(taken):
        found.append(f"{len(taken)} acts, {entries} entries")
    fight = store.read(place.encounter.pk).head.fight
    missing = sum(
        one.body.physical.maximum - one.body.physical.current for one in fight.combatants.values() if one.controllers
    )
    if missing != sum(len(one.taken) % 2 for one in players):
        found.append(f"{missing} points are missing")
    now = version(_topic(place))
    found += [f"a page knows version {one.version} of {now}" for one in listeners if one.version != now]
    return found


if __name__ == "__main__":
    sys.exit(main())
