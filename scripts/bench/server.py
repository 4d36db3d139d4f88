"""What pages cost the server: the act against the least that any page does, a big fight against a small one."""

from __future__ import annotations

from collections.abc import Iterator

from characters.models import Character
from equipment.ledger.models import Possession

from .figures import Figure, quick
from .visitor import Visitor
from .world import FightAtPlay

ROUNDS = 60
WARM_UP = 8
RATIO = 2
GROWTH = 1.5
FEW, MANY = 10, 500
"""How many things the larger inventory holds."""


def figures(site: str, usual: FightAtPlay, small: FightAtPlay, big: FightAtPlay) -> Iterator[Figure]:
    """Ratios: of an act by the clock and in processor time, of pages in processor time.

    Both sides of each are asked for in turn, so that what else the machine does weighs on both.
    """
    yield from _act(site, usual)
    yield from _sizes(site, small, big)
    yield from _things(site, small)


def _act(site: str, place: FightAtPlay) -> Iterator[Figure]:
    dj = Visitor(site, place.dj)
    targets = list(place.party.values())
    acts, least = [], []
    for turn in range(WARM_UP + ROUNDS):
        least.append(dj.post(f"/reference/{place.encounter.pk}/", {}))
        acts.append(dj.damage(place, targets[turn % len(targets)]))
    names = ("damage_post_to_least_post", "processor_time_of_damage_post_to_least_post")
    for name, act, other in zip(
        names, zip(*acts[WARM_UP:], strict=True), zip(*least[WARM_UP:], strict=True), strict=True
    ):
        yield Figure(name, quick(act) / quick(other), "ratio", RATIO)


def _sizes(site: str, small: FightAtPlay, big: FightAtPlay) -> Iterator[Figure]:
    readers = [(place, Visitor(site, place.dj), Visitor(site, place.players[0])) for place in (small, big)]
    pages: list[list[float]] = []
    for turn in range(WARM_UP + ROUNDS):
        taken = []
        for place, dj, player in readers:
            # something new each time, so that no page is one that was made before
            dj.damage(place, list(place.party.values())[turn % len(place.party)])
            taken.append(player.get(place.url())[1])
        pages.append(taken)
    few, many = map(quick, zip(*pages[WARM_UP:], strict=True))
    yield Figure("page_of_60_to_page_of_5", many / few, "ratio", GROWTH)


def _things(site: str, place: FightAtPlay) -> Iterator[Figure]:
    """An inventory of five hundred things against one of ten."""
    table = place.encounter.table
    owners = list(Character.objects.filter(table=table).order_by("name")[:2])
    for owner, count in zip(owners, (FEW, MANY), strict=True):
        Possession.objects.bulk_create(
            Possession(table=table, owner=owner, kind="gear", name=f"Objeto {number}", values={"weight": 100})
            for number in range(count)
        )
    reader = Visitor(site, place.dj)
    pages = [
        [reader.get(f"/personajes/{owner.pk}/equipo/")[1] for owner in owners] for _turn in range(WARM_UP + ROUNDS)
    ]
    few, many = map(quick, zip(*pages[WARM_UP:], strict=True))
    yield Figure("inventory_of_500_to_inventory_of_10", many / few, "ratio", GROWTH)
