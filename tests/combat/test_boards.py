"""A board under a fight: laid and painted by the game master, seen by everybody as far as it is uncovered."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from combat.deeds import Deed
from combat.models import TableMap
from combat.templatetags.board import token_name
from rules.core.board.painting import dumped
from rules.core.boards import Board, Region
from rules.core.types import Json

from .play import Game

pytestmark = pytest.mark.django_db

SIDES = re.compile(", (del grupo|rival|de otro bando)")

REGIONS = {
    "r1": Region("Trastienda", ("F6", "F7", "G6", "G7")),
    "r2": Region("Puerta", ("A1", "A2", "B1", "B2"), covered=False, entry="party"),
    "r3": Region("Fondo", ("F6", "G6", "F7"), entry="foes"),
}


def text(response: HttpResponse) -> str:
    return response.content.decode()


def lay(game: Game, **board: Any) -> None:
    data: Json = dumped(Board(8, 8, **board))
    game.act("game_master", Deed("command", "board_map", inputs={"data": data, "name": "Bodega"}, internal=True))


def place(game: Game, name: str, to: str) -> None:
    game.command("game_master", "board_place", who=[game.id(name)], to=to)


def tokens(game: Game, reader: str, **query: str) -> list[str]:
    """Who stands where on a person's board, as it is read out."""
    found = re.findall(r'aria-label="([^"]*)"', text(game.get(reader, "fragment", "picture", **query)))
    return [SIDES.sub("", " ".join(one.split())) for one in found if ", en " in one]


def pictured(game: Game, reader: str, **query: str) -> str:
    """What a page that shows a board fetches after an act."""
    return text(game.get(reader, "fragment", "all", pictured="css/board.css", **query))


def test_without_a_board_there_is_no_place_for_one(fight: Game) -> None:
    assert 'id="picture"' not in text(fight.get("player"))
    lay(fight)
    assert 'id="picture"' in text(fight.get("player"))
    assert fight.get("player", "fragment", "all").headers["HX-Refresh"] == "true", "an open page gets the place"


def test_each_side_enters_where_the_map_says_and_players_see_no_more_than_is_open(fight: Game) -> None:
    lay(fight, regions=REGIONS)
    assert tokens(fight, "player") == ["Ana, en A1", "Bruno, en A2"]
    of_the_game_master = tokens(fight, "game_master")
    assert len(of_the_game_master) == 5
    assert sum("solo lo ve quien dirige" in one for one in of_the_game_master) == 3
    assert "Trastienda" in text(fight.get("game_master", "fragment", "veil"))
    assert "Trastienda" not in "".join(text(fight.get("player", "fragment", one)) for one in ("land", "veil"))


def test_the_view_begins_with_whose_turn_it_is(fight: Game) -> None:
    lay(fight, regions=REGIONS)
    (here,) = re.findall(r"<a[^>]*\bdata-here\b[^>]*>", text(fight.get("player", "fragment", "picture")))
    assert 'aria-label="Ana, en A1' in here
    assert "data-rests" not in here


def test_where_it_is_nobodys_turn_the_view_begins_anywhere_and_rests(game: Game) -> None:
    lay(game, regions=REGIONS)
    (here,) = re.findall(r"<a[^>]*\bdata-here\b[^>]*>", text(game.get("game_master", "fragment", "picture")))
    assert "data-rests" in here


def test_a_tap_on_a_free_square_begins_the_move_where_the_form_asks_for_none(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.systems.tapiz.board.GOES", ("move", "attack"))
    lay(fight, regions=REGIONS)
    healing = text(fight.get("player", "fragment", "picture", action="heal", panel="act", actor=fight.id("Ana")))
    (link,) = map(unescape, re.findall(r'<a href="([^"]*)"\s+class="go\s+go--begins"\s+data-expanse="to"', healing))
    assert "action=move" in link
    assert "attribute=" not in link, "what was filled in stays behind"
    begun = text(fight.client("player").get(f"{fight.url('panel')}{link}&to=C3"))
    assert re.search(r'name="to"[^>]*value="C3"', begun), "the script adds the cell under the finger"
    waiting = text(fight.get("other_player", "fragment", "picture"))
    assert "go--begins" not in waiting, "it is not the turn of their character"


def test_a_region_is_uncovered_by_one_tap(fight: Game) -> None:
    lay(fight, regions=REGIONS)
    panel = text(fight.get("game_master", "panel", panel="board"))
    button = next(one for one in re.findall(r'formaction="([^"]*region=r3[^"]*)"', panel))
    sent = {"key": fight.key(), "panel": "board"}
    fight.client("game_master").post(button.replace("&amp;", "&"), sent, headers={"HX-Request": "true"})
    assert tokens(fight, "player") == ["Ana, en A1", "Orco 1, en F6", "Orco 2, en G6", "Bruno, en A2"]


def test_regions_of_one_name_have_buttons_that_are_told_apart(fight: Game) -> None:
    lay(fight, regions={**REGIONS, "r4": Region("Fondo", ("C3",), entry="foes")})
    panel = " ".join(text(fight.get("game_master", "panel", panel="board")).split())
    assert [name in panel for name in ("Fondo, F6", "Fondo, C3", "Trastienda, F6")] == [True, True, False]


def test_the_hidden_are_on_no_players_board(fight: Game) -> None:
    lay(fight)
    place(fight, "Sombra", "C3")
    assert tokens(fight, "player") == []
    assert tokens(fight, "game_master") == ["Sombra, en C3, solo lo ve quien dirige"]


def test_a_move_brings_no_land_and_a_stroke_does(fight: Game) -> None:
    lay(fight)
    found = re.search(r'name="land" value="(\w+)"', text(fight.get("player")))
    assert found is not None
    place(fight, "Ana", "C3")
    after = pictured(fight, "player", land=found[1])
    assert "Ana, en C3" in after
    assert 'id="f-land"' not in after
    fight.command("game_master", "board_paint", brush="ground:water", cells="D4")
    assert 'id="f-land"' in pictured(fight, "player", land=found[1])


def test_what_players_see_change_raises_their_topic_and_what_they_do_not_see_does_not(fight: Game) -> None:
    lay(fight, regions=REGIONS)

    def version() -> str:
        page = text(fight.get("player"))
        found = re.search(rf"fight:{fight.encounter.pk}:table@(\d+)", page)
        assert found is not None
        return found[1]

    before = version()
    fight.command("game_master", "board_paint", brush="ground:water", cells="G7")
    place(fight, "Sombra", "D4")
    assert version() == before
    fight.command("game_master", "board_paint", brush="ground:water", cells="D4")
    assert version() != before


def test_a_tap_fills_the_form_without_scripts(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "C3")
    query = {"panel": "verb", "action": "board_place", "filled": "verb:board_place", "to": "D4"}
    page = text(fight.get("game_master", **query))
    assert 'data-free="cell" data-field="to"' in " ".join(page.split())
    link = next(one for one in re.findall(r'<a href="(\?[^"]*)"', page) if f"who={fight.id('Ana')}" in one)
    assert "to=D4" in link, "the cell that was named stays"
    chosen = text(fight.client("game_master").get(fight.url("panel") + link.replace("&amp;", "&")))
    assert re.search(rf'value="{fight.id("Ana")}"[^>]*checked', chosen)


def test_a_target_is_chosen_on_the_board(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "C3")
    place(fight, "Orco 2", "D4")
    page = text(fight.get("player", panel="act", action="attack"))
    link = next(one for one in re.findall(r'<a href="(\?[^"]*)"', page) if f"target={fight.id('Orco 2')}" in one)
    chosen = text(fight.client("player").get(fight.url("panel") + link.replace("&amp;", "&")))
    assert re.search(rf'name="target"\s+value="{fight.id("Orco 2")}"[^>]*checked', chosen)


def test_only_the_game_master_has_the_board_in_hand(fight: Game) -> None:
    assert "Tablero vacío" in text(fight.get("game_master", "panel", panel="board"))
    assert "Tablero vacío" not in text(fight.get("player", "panel", panel="board"))
    query = fight.does("board_new")
    sent = {"columns": "8", "rows": "8"}
    assert fight.post("player", query, sent, htmx=True).status_code == 422
    assert fight.post("game_master", query, sent, htmx=True).status_code < 300
    assert fight.fight.board == Board(8, 8)
    fight.undo("game_master")
    assert fight.fight.board is None


def test_the_screen_shows_the_board_as_all_know_it(fight: Game) -> None:
    lay(fight, regions=REGIONS)
    screen = text(fight.client("spectator").get(f"/mesas/{fight.table.pk}/pantalla/"))
    assert "Ana, en A1" in screen
    assert "Trastienda" not in screen
    assert "Orco 1, en" not in screen


# Maps that the table keeps


def test_a_map_is_made_painted_and_laid(fight: Game) -> None:
    client = fight.client("game_master")
    listing = f"/mesas/{fight.table.pk}/mapas/"
    assert client.post(listing, {"name": "Nave", "columns": "8", "rows": "8"}).status_code == 302
    kept = TableMap.objects.get()
    address = kept.get_absolute_url()
    for sent in (
        {"brush": "edge:door", "cells": "C4:e"},
        {"brush": "ground:water", "cells": "E5-F6"},
        {"brush": "region", "region": "Umbral", "entry": "party", "cells": "A1-B2"},
        # The middle of B3 at 48 pixels a cell, beyond the rim of 24 units.
        {"brush": "ground:difficult", "cells": "", "at.x": "91", "at.y": "139"},
    ):
        assert client.post(address, {"do": "paint", "level": "1", **sent}).status_code == 200
    client.post(address, {"do": "lay", "encounter": str(fight.encounter.pk)})
    board = fight.fight.board
    assert (board.name, board.edges) == ("Nave", {"C4:e": "door"})
    assert {name: land.ground for name, land in board.cells.items()} == {
        **dict.fromkeys(("E5", "F5", "E6", "F6"), "water"),
        "B3": "difficult",
    }
    assert tokens(fight, "player") == ["Ana, en A1", "Bruno, en B1"]


def test_maps_are_the_game_masters(fight: Game) -> None:
    fight.client("game_master").post(f"/mesas/{fight.table.pk}/mapas/", {"name": "Nave", "columns": "8", "rows": "8"})
    kept = TableMap.objects.get()
    for address in (kept.get_absolute_url(), f"{kept.get_absolute_url()}archivo/"):
        assert fight.client("game_master").get(address).status_code == 200
        assert [fight.client(who).get(address).status_code for who in ("player", "spectator", "stranger")] == [
            403,
            403,
            404,
        ]


def test_a_map_of_another_system_is_refused(fight: Game) -> None:
    data = {"columns": 8, "rows": 8, "cells": {"0304": {"ground": "woods", "level": 0, "streams": []}}, "name": ""}
    file = {"format": "tapiz-map", "version": 1, "system": "tapiz", "name": "Vado", "data": data}
    sent = SimpleUploadedFile("vado.json", json.dumps(file).encode())
    answer = fight.client("game_master").post(f"/mesas/{fight.table.pk}/mapas/", {"file": sent})
    assert answer.status_code == 422
    assert not TableMap.objects.exists()


def test_where_a_way_is_planned_the_board_tells_what_is_seen_from_its_end(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "A1")
    place(fight, "Orco 2", "H1")
    ana, orc = fight.id("Ana"), fight.id("Orco 2")
    looks = {"panel": "act", "actor": ana, "action": "move", "filled": f"act:{ana}:move", "unit": orc}
    assert "A 14 metros" in text(fight.get("game_master", "fragment", "picture", **looks))
    planned = text(fight.get("game_master", "fragment", "picture", **looks, to="C1"))
    assert "4 metros hasta ahí" in planned
    assert "A 10 metros" in planned


def test_a_tap_on_the_fallen_beside_an_attack_chooses_their_square_and_on_a_foe_the_foe(fight: Game) -> None:
    lay(fight)
    for name, to in (("Ana", "A1"), ("Orco 1", "C1"), ("Orco 2", "E1")):
        place(fight, name, to)
    fight.damage("game_master", "Orco 1", 14)
    attack = text(fight.get("player", "fragment", "picture", panel="act", actor=fight.id("Ana"), action="attack"))
    links = {
        name: unescape(link) for link, name in re.findall(r'<a href="([^"]*)"[^>]*aria-label="(Orco \d), en', attack)
    }
    assert "to=C1" in links["Orco 1"]
    assert f"target={fight.id('Orco 2')}" in links["Orco 2"]
    assert "to=" not in links["Orco 2"].replace("to=&", "")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Cobrapeajes 12", "Cobr… 12"),
        ("Guardián de la cripta", "Guardián"),
        ("Desmembradora", "Desmemb…"),
        ("Lobo gris 3", "Lobo 3"),
    ],
)
def test_names_under_tokens_leave_room_for_their_neighbours(name: str, shown: str) -> None:
    assert token_name(name) == shown


def test_whom_one_looks_at_is_told_with_its_why_and_changed_by_one_tap(fight: Game) -> None:
    lay(fight, edges={"C4:e": "wall"})
    place(fight, "Ana", "B4")
    place(fight, "Orco 2", "E4")
    place(fight, "Bruno", "B8")
    ana, orc = fight.id("Ana"), fight.id("Orco 2")
    query = {"panel": "act", "action": "heal", "actor": ana, "unit": orc}
    drawn = text(fight.get("player", "fragment", "picture", **query))
    told = " ".join(re.sub(r"<[^>]*>", " ", drawn[drawn.index('class="map__foot"') :]).split())
    assert "Orco 2" in told
    assert "¿Por qué?" in told
    link = re.search(rf'href="(\?panel=relate&amp;who={orc}&amp;to={ana}[^"]*)"', drawn)
    assert link is not None
    panel = text(fight.client("player").get(fight.url("panel") + unescape(link[1])))
    assert "Según el tablero" in panel
    others = text(fight.get("other_player", "fragment", "picture", unit=orc))
    assert "panel=relate" not in others or f"to={fight.id('Bruno')}" in others, "for one's own alone"


def test_the_list_says_in_one_sentence_where_each_stands(fight: Game) -> None:
    lay(fight, edges={"C1:e": "wall"})
    place(fight, "Ana", "A1")
    place(fight, "Orco 2", "H1")
    drawn = text(fight.get("player", "fragment", "picture"))
    listed = " ".join(re.sub(r"<[^>]*>", " ", drawn[drawn.index('data-pieces="where"') :]).split())
    assert "Orco 2 en H1, rival, a 14 metros, cobertura pesada" in listed


def test_where_a_way_is_planned_targets_are_told_from_its_end(fight: Game) -> None:
    lay(fight, edges={"G1:e": "wall", "G2:e": "wall"})
    place(fight, "Ana", "A1")
    place(fight, "Orco 2", "H1")
    ana, orc = fight.id("Ana"), fight.id("Orco 2")

    def told(**query: str) -> str:
        page = text(fight.get("player", "panel", panel="act", actor=ana, action="attack", **query))
        found = re.search(rf'value="{orc}".*?</label>', page, re.DOTALL)
        assert found is not None
        return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())

    here, there = told(), told(filled=f"act:{ana}:attack", to="F5")
    assert here != there
    place(fight, "Ana", "F5")
    assert told() == there, "it is what an attack at the end of the way has"


def test_the_button_of_a_move_names_where_it_leads(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "A1")
    ana = fight.id("Ana")
    query = {"panel": "act", "actor": ana, "action": "move", "filled": f"act:{ana}:move"}
    assert "Ir a C3" in text(fight.get("player", "fragment", "dock", **query, to="C3"))
    assert not re.search(r"Ir a [A-Z]\d", text(fight.get("player", "fragment", "dock", **query)))


def test_the_side_of_each_is_read_out_with_its_name_and_in_the_list(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "C3")
    place(fight, "Orco 1", "D4")
    board = " ".join(text(fight.get("player", "fragment", "picture")).split())
    assert 'aria-label="Ana, en C3, del grupo' in board
    assert 'aria-label="Orco 1, en D4, rival' in board
    assert re.search(r"<b>Orco 1</b> <span[^>]*>\s*en D4, rival", board)


def test_who_plays_goes_from_the_board_to_the_next_step_by_one_key(fight: Game) -> None:
    lay(fight)
    for who, links in (("player", 1), ("game_master", 1), ("spectator", 0)):
        board = text(fight.get(who, "fragment", "picture"))
        assert board.count('href="#f-dock"') == links
        assert board.partition("</svg>")[0].count('href="#f-dock"') == 0, "it follows the board"
        page = text(fight.get(who))
        quiet = page[page.index('class="picture__bar"') : page.index('class="picture__sizes"')]
        assert quiet.count('href="#f-dock"') == links, "without scripts each square is a stop: it goes before them"


def sent_by(game: Game, page: str) -> dict[str, Any]:
    """What the form that puts combatants on the board has chosen."""
    chosen = re.findall(r'name="(who)" value="(\w+)"[^>]*\bchecked', " ".join(page.split()))
    return {"who": [who for _name, who in chosen], "places": 'name="action" value="board_place"' in page}


def test_when_one_was_put_on_the_board_the_next_is_offered_until_all_stand_there(fight: Game) -> None:
    lay(fight)
    waiting = ["Ana", "Orco 1", "Orco 2", "Bruno"]
    form = {"panel": "verb", "action": "board_place", "filled": "verb:board_place"}
    query = fight.does("board_place")
    for at, name in enumerate(waiting):
        done = fight.post("game_master", query, {**form, "who": fight.id(name), "to": f"A{at + 1}"})
        page = text(fight.client("game_master").get(done.headers["Location"].replace("?", "panel/?", 1)))
        left = waiting[at + 1 :]
        assert sent_by(fight, page) == {"who": [fight.id(one) for one in left[:1]], "places": bool(left)}


def test_the_button_that_puts_on_the_board_says_who_goes_where(fight: Game) -> None:
    lay(fight)
    form = {"panel": "verb", "action": "board_place", "filled": "verb:board_place", "to": "c3"}
    page = fight.client("game_master").get(fight.url("fragment", "dock"), {**form, "who": fight.id("Ana")})
    assert "Ana, en C3" in text(page)


def test_a_side_or_a_group_is_put_down_around_a_cell_by_one_tap(fight: Game) -> None:
    lay(fight)
    page = text(fight.get("game_master", "panel", panel="verb", action="board_place"))
    assert 'name="all" value="foes"' in page
    fight.command("game_master", "board_place", all="foes", who=[], to="D4")
    placed = [one for one in tokens(fight, "game_master") if one.startswith("Orco")]
    assert placed[0] == "Orco 1, en D4"
    assert len(placed) == 2
    assert fight.fight.places.keys() == {who for who, one in fight.fight.combatants.items() if one.side == "foes"}
