"""Pages of long things: constant queries, bounded size, every entry to be reached by plain links."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import CharacterChange, CharacterState
from combat import history, tables
from combat.models import Encounter, LogEntry
from combat.views import log, rolls
from tests.kept import Onward, as_made, made_once

from .long import LONG, SHORT, lengthen
from .play import Game, begun_game

pytestmark = pytest.mark.django_db

MOST_BYTES = 90_000
LINK = re.compile(r'href="\?(antes|despues)=([\w-]+)"')
ENTRY = re.compile(r'id="e-(\w+)"')


@pytest.fixture(scope="module")
def _begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun_game, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_begun: Game, db: None) -> Game:
    return as_made(_begun)


def go_on_long(game: Game) -> None:
    """Play some rounds, near whose beginning Ana hits an orc, and many steps more."""
    game.attack("player", "Ana", "Orco 1", bonus=4)
    game.answer("player", "spend", rest=True, effects=[], own=[])
    for _turn in range(7):
        game.end_turn()
    lengthen(game, 160)


@pytest.fixture(scope="module")
def _goes_on_long() -> Onward[Game]:
    return Onward(go_on_long)


@pytest.fixture
def long(game: Game, _goes_on_long: Onward[Game], monkeypatch: pytest.MonkeyPatch) -> Game:
    """A fight with a log of several pages."""
    monkeypatch.setattr(history, "PAGE", 40)
    return _goes_on_long.of(game)


def grow(game: Game, length: int) -> None:
    """Bring log, sheet history and the fights that are over to about this length."""
    lengthen(game, length)
    ana = game.characters["Ana"]
    states = [
        CharacterState(
            character=ana, revision=number, by=game.users["player"], name="Ana", sheet=ana.sheet, sheet_version=1
        )
        for number in range(ana.revision + 1, length + 1)
    ]
    CharacterState.objects.bulk_create(states)
    CharacterChange.objects.bulk_create(
        CharacterChange(state=state, field="strength", old=state.revision % 9, new=state.revision % 9 + 1)
        for state in states
    )
    ana.revision = length
    ana.save()
    state = game.read.encounter.head
    Encounter.objects.bulk_create(
        Encounter(table=game.table, name=f"Vieja {number}", status="archived", state_version=1, first=state, head=state)
        for number in range(length // 10)
    )


def read(game: Game, who: str, address: str) -> tuple[str, int]:
    """A page as it is read for the first time, with its number of queries."""
    history.forget()
    with CaptureQueriesContext(connection) as found:
        response = game.client(who).get(address)
    assert response.status_code == 200
    # An export is a file: only its queries must not grow.
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode(errors="replace"), len(found)


def read_again(game: Game, who: str, address: str) -> tuple[str, int]:
    """The same, without what any page of this table looks up once."""
    read(game, who, address)
    return read(game, who, address)


def test_pages_of_long_things_cost_what_short_ones_cost(game: Game) -> None:
    pages = {
        # the first one looks up once what all pages of the table say
        "ended": reverse("combat:ended", args=[game.table.pk]),
        "log": game.url("log"),
        "history": reverse("characters:history", args=[game.characters["Ana"].pk]),
        "rolls": reverse("combat:rolls", args=[game.table.pk]),
        "table": game.table.get_absolute_url(),
    }
    readers = [(name, who) for name in pages for who in ("game_master", "player")]
    grow(game, SHORT)
    few = {(name, who): read_again(game, who, pages[name])[1] for name, who in readers}
    grow(game, LONG)
    for name, who in readers:
        page, many = read(game, who, pages[name])
        # A player's page reads a slice or two more of the log: hidden entries fill none of its lines.
        assert many <= few[name, who] + 4, (name, who, few[name, who], many)
        assert len(page) < MOST_BYTES, (name, who, len(page))


def test_the_export_asks_no_more_of_many_fights(game: Game) -> None:
    address = reverse("exchange:table", args=[game.table.pk])
    grow(game, SHORT)
    _file, few = read_again(game, "game_master", address)
    grow(game, 4 * SHORT)
    _file, many = read(game, "game_master", address)
    assert many == few


def walked(game: Game, who: str, way: str, query: str = "") -> list[str]:
    """All entries on the way through the pages, as they stand."""
    found: list[str] = []
    address = game.url("log")
    while True:
        html = game.client(who).get(address + query).content.decode()
        found += ENTRY.findall(html) if way == "antes" else ENTRY.findall(html)[::-1]
        on = dict(LINK.findall(html)).get(way)
        if on is None:
            return found
        query = f"?{way}={on}"


def test_all_entries_that_one_may_read_are_reached(long: Game) -> None:
    rows = LogEntry.objects.filter(encounter=long.encounter, kind__in=history.TOLD).order_by("-sequence")
    facts = {row.pk: history.load_facts(row.data["facts"]) for row in rows}
    for who in ("game_master", "player", "spectator"):
        viewer = long.viewer(who)
        readable = [entry for entry, told in facts.items() if history.visible(told, viewer)]
        assert walked(long, who, "antes") == readable
        assert walked(long, who, "despues", f"?entrada={readable[-1]}") == readable[::-1]


def test_an_entry_has_an_address_that_opens_its_page(long: Game) -> None:
    blow = LogEntry.objects.get(encounter=long.encounter, data__command__action="attack").pk
    secret = long.entries[0].pk
    why = long.get("player", "why", blow).content.decode()
    (address,) = re.findall(rf'href="([^"]+entrada={blow})#e-{blow}"', why)
    assert f'id="e-{blow}"' not in long.get("player", "log").content.decode()
    assert f'id="e-{blow}"' in long.client("player").get(address).content.decode()
    for unknown in ("nothing", "0" * 32):
        assert long.get("player", "log", entrada=unknown).status_code == 404
    LogEntry.objects.filter(pk=secret).update(data={**long.entries[0].data, "facts": []})
    assert long.get("player", "log", antes=secret).status_code == 404


def test_a_hidden_entry_changes_nothing_on_the_page_of_a_player(long: Game) -> None:
    before = long.get("player", "log").content
    long.command("game_master", "rename", who=long.id("Sombra"), name="Bruma")
    assert _plain(long.get("player", "log").content) == _plain(before)


def _plain(page: bytes) -> bytes:
    return re.sub(rb'"[\w-]{64}"', b"", page)


def test_a_round_is_gone_to_by_its_number(long: Game) -> None:
    html = long.get("player", "log", ronda="2").content.decode()
    ids = ENTRY.findall(html)
    last = LogEntry.objects.get(pk=ids[-1])
    assert [fact["value"] for fact in last.data["facts"] if fact["code"] == "round.begins"] == [2]
    for unknown in ("99", "-1", "zwei", "9" * 40):
        assert "no tiene esa ronda" in long.get("player", "log", ronda=unknown).content.decode()


def test_the_history_of_a_sheet_goes_back_to_its_beginning(game: Game) -> None:
    grow(game, 120)
    address = reverse("characters:history", args=[game.characters["Ana"].pk])
    html, _queries = read(game, "player", address)
    pages = [html]
    while link := LINK.search(pages[-1]):
        pages.append(game.client("player").get(f"{address}?antes={link[2]}").content.decode())
    assert len(pages) == 3
    assert ["como está ahora" in page for page in pages] == [True, False, False]
    assert ["Ficha de partida" in page for page in pages] == [False, False, True]
    assert sum(page.count('<li class="edit">') for page in pages) == 120
    for wrong in ("x", "-3", "²"):
        assert game.client("player").get(address, {"antes": wrong}).status_code == 404
    assert game.client("player").get(address, {"antes": "9" * 50}).status_code == 200


def test_rolls_and_fights_that_are_over_go_on_to_older_ones(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolls, "SHOWN", 10)
    monkeypatch.setattr(log, "ENDED", 10)
    monkeypatch.setattr(tables, "ENDED", 10)
    grow(game, 160)
    for name in ("rolls", "ended"):
        address = reverse(f"combat:{name}", args=[game.table.pk])
        first, _queries = read(game, "spectator", address)
        (way,) = [on for word, on in LINK.findall(first) if word == "antes"]
        second = game.client("spectator").get(f"{address}?antes={way}").content.decode()
        assert "el tesoro" not in first + second
        assert "?antes=" in second or name == "ended"
        assert game.client("spectator").get(address, {"antes": "nothing"}).status_code == 404
    assert "Vieja 15" in first
    assert "Vieja 3<" in second
    html = game.client("player").get(game.table.get_absolute_url()).content.decode()
    assert reverse("combat:ended", args=[game.table.pk]) in html
