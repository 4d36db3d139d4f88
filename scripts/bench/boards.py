"""What a board costs: the largest with sixty people on a tablet, and a move while others look on."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

from playwright.sync_api import Browser, Page

from combat import services, store
from combat.deeds import Deed
from rules.core.board.painting import dumped
from rules.core.board.rules import rules_of
from rules.core.boards import Board, Cell, Land, name_of
from rules.core.registry import get_system
from rules.core.types import Json

from .figures import Figure, quick
from .live import PAUSE_MS, TABLET, enter
from .looking import ROUNDS, WARM_UP, Looker, at_rest, looking
from .world import SLUG, FightAtPlay

SIDE = 40
PEOPLE = 60
TABLET_SLOWER = 4
"""How many times slower than this machine's the processor of a cheap tablet is (docs/board.md)."""
LOADS = 9
MOST_TRIES = 100
PICTURE_KB, LAND_KB, PICTURE_MS = 60, 8, 300
MOVE_REQUESTS, MOVE_KB, MOVE_MS = 0, 6, 250

# Notes when the first frame with everybody on the board was drawn.
WATCH = """people => {
  const look = () => {
    if (document.querySelectorAll("#f-picture .t").length < people) return requestAnimationFrame(look);
    const after = new MessageChannel();
    after.port1.onmessage = () => { window.drawn = performance.now(); };
    after.port2.postMessage(0);
  };
  look();
}"""
WAITED = "[window.drawn ?? null, performance.getEntriesByType('navigation')[0].responseStart]"


def lay(place: FightAtPlay) -> FightAtPlay:
    """Lay a board that is painted all over under a fight, with everybody on it."""
    chosen = random.Random(7)
    grounds = [one.name for one in rules_of(get_system(SLUG)).grounds]
    names = [name_of(Cell(column, row)) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)]
    cells = {name: Land(chosen.choice(grounds)) for name in names if chosen.random() < 0.5}
    data: Json = dumped(Board(SIDE, SIDE, cells))
    everybody = list(store.read(place.encounter.pk).head.fight.order)
    for deed in (
        Deed("command", "board_map", inputs={"data": data, "name": "Plaza"}, internal=True),
        Deed("command", "board_place", inputs={"who": everybody, "to": name_of(Cell(SIDE // 2, SIDE // 2))}),
    ):
        services.act(encounter=place.encounter.pk, user=place.dj, deed=deed, key=store.new_id())
    return place


def moves(places: Mapping[int, FightAtPlay]) -> Iterator[Figure]:
    """A creature moved by the game master, by how many look on, each time on a board of its own."""
    costs: dict[int, list[float]] = {players: [] for players in places}
    with ExitStack() as pages:
        groups = {players: pages.enter_context(looking(place, players)) for players, place in places.items()}
        for turn in range(WARM_UP + ROUNDS):
            for players, lookers in groups.items():
                if turn == WARM_UP:
                    for one in lookers:
                        one.requests = one.bytes = 0
                costs[players].append(_move(lookers, turn))
        for players, lookers in groups.items():
            others = lookers[1:]
            cost = quick(costs[players][WARM_UP:])
            yield Figure(f"processor_ms_of_move_with_{players}_looking_on", cost, "ms", MOVE_MS)
            asked = sum(one.requests for one in lookers) / ROUNDS
            yield Figure(f"requests_of_move_with_{players}_looking_on", asked, "requests", MOVE_REQUESTS)
            if others:
                sent = sum(one.bytes for one in others) / ROUNDS / len(others) / 1000
                yield Figure(f"move_brought_to_each_of_{players}_gzipped", sent, "kB", MOVE_KB)


def _move(lookers: list[Looker], turn: int) -> float:
    fight = store.read(lookers[0].place.encounter.pk).head.fight
    creatures = [who for who in fight.order if not fight.combatants[who].controllers]
    cell = name_of(Cell(1 + turn % SIDE, 1 + turn % 7))
    sent = {"who": creatures[turn % len(creatures)], "to": cell}
    return at_rest(lookers, lambda: lookers[0].does("board_place", sent))


def first_picture(window: Browser, site: str, place: FightAtPlay) -> Iterator[Figure]:
    """The page of the largest board on a cheap tablet that has been here before: what comes, and when it is drawn."""
    page = enter(window, site, place.players[0], TABLET)
    for name, url, most in (
        ("large_board_gzipped", place.url(), PICTURE_KB),
        ("large_land_gzipped", place.url("fragment", "land"), LAND_KB),
    ):
        yield Figure(name, len(gzip.compress(page.request.get(url).body())) / 1000, "kB", most)
    page.add_init_script(f"({WATCH})({PEOPLE})")
    page.goto(place.url())
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": TABLET_SLOWER})
    times = [_drawn(page, place) for _load in range(LOADS)]
    page.context.close()
    yield Figure("large_board_drawn_on_a_tablet_after_its_first_byte", quick(times), "ms", PICTURE_MS)


def _drawn(page: Page, place: FightAtPlay) -> float:
    """The milliseconds from the first byte of a page to the frame with everybody on the board."""
    page.goto(place.url())
    for _try in range(MOST_TRIES):
        # asked for again and again: the site's policy forbids Playwright to wait inside the page
        drawn, begun = page.evaluate(WAITED)
        if drawn is not None:
            return float(drawn - begun)
        page.wait_for_timeout(PAUSE_MS)
    raise SystemExit("The board was never drawn.")
