"""The content of a printed sheet for each reader."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from characters import services
from characters.printing.options import Options
from characters.printing.sheets import MOST_CHANGES, blank, filled
from characters.printing.texts import LETTERS, LINES, rows
from characters.printing.views import document
from characters.sheets import kind_of
from rules.core import registry
from tests.campaigns.people import make_ladder
from tests.characters.sheets import SHEET
from tests.combat.play import make_game
from tests.kept import without

from .people import ORDINARY, SECRET, Printing, overloaded

LOOKING = ("game_master", "player", "other_player", "spectator", "stranger", "anonymous")


def client(printing: Printing, who: str) -> Client:
    found = Client()
    if who != "anonymous":
        found.force_login(printing.users[who])
    return found


def statuses(printing: Printing, url: str) -> dict[str, int]:
    return {who: client(printing, who).get(url).status_code for who in LOOKING}


def page(printing: Printing, who: str, url: str, **query: str) -> str:
    answer = client(printing, who).get(url, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_prints_a_sheet(printing: Printing) -> None:
    url = reverse("characters:print", args=[printing.make("Ana", ORDINARY).pk])
    assert statuses(printing, url) == {
        "game_master": 200,
        "player": 200,
        **dict.fromkeys(("other_player", "spectator", "stranger"), 404),
        "anonymous": 302,
    }
    shared = printing.make("Bruno", ORDINARY, shared=True)
    found = statuses(printing, reverse("characters:print", args=[shared.pk]))
    assert found == {**dict.fromkeys(LOOKING[:4], 200), "stranger": 404, "anonymous": 302}


def test_private_notes_and_the_history_are_for_its_players(printing: Printing) -> None:
    shared = printing.make("Ana", ORDINARY, shared=True)
    printing.edit(shared, {**ORDINARY, "notes": f"{SECRET} y la torre"})
    url = reverse("characters:print", args=[shared.pk])
    for who in ("player", "game_master"):
        assert SECRET not in page(printing, who, url), "notes are printed for who asks for them"
        assert "y la torre" in page(printing, who, url, paper="a4", notes="on", changes="on")
    for who in ("other_player", "spectator"):
        for query in ({}, {"paper": "a4", "notes": "on", "changes": "on", "whose": "all"}):
            said = page(printing, who, url, **query)
            assert SECRET not in said
            assert "Historial de cambios" not in said
            assert "Nació en la casa" in said


def test_notes_are_left_out_unless_asked_for(printing: Printing) -> None:
    url = reverse("characters:print", args=[printing.make("Ana", ORDINARY).pk])
    assert SECRET not in page(printing, "player", url, paper="letter")
    assert SECRET in page(printing, "player", url, paper="letter", notes="on")
    assert SECRET not in page(printing, "player", url, paper="papyrus", notes="on"), "nonsense is as nothing"


def test_notes_that_are_left_out_are_not_in_the_history_either(printing: Printing) -> None:
    ana = printing.make("Ana", ORDINARY)
    printing.edit(ana, {**ORDINARY, "strength": 12, "notes": f"{SECRET} y la torre"})
    url = reverse("characters:print", args=[ana.pk])
    said = page(printing, "player", url, paper="a4", changes="on")
    assert SECRET not in said
    assert "Fuerza" in said.partition("Historial de cambios")[2]
    assert "y la torre" in page(printing, "player", url, paper="a4", changes="on", notes="on")


def test_a_table_prints_all_for_the_game_master(printing: Printing) -> None:
    printing.make("Ana", ORDINARY)
    printing.make("Orca", ORDINARY, who="")
    url = reverse("characters:print_table", args=[printing.table.pk])
    found = statuses(printing, url)
    assert found == {
        "game_master": 200,
        **dict.fromkeys(("player", "other_player", "spectator"), 403),
        "stranger": 404,
        "anonymous": 302,
    }
    party = page(printing, "game_master", url)
    assert SECRET not in party, "private notes are printed for who asks for them"
    assert 'data-who="Ana"' in party
    assert "Orca" not in party
    assert 'data-who="Orca"' in page(printing, "game_master", url, paper="a4", whose="all")


def test_a_sheet_says_what_its_table_does_with_the_fallen(printing: Printing) -> None:
    made = printing.make("Ana", ORDINARY)
    url = reverse("characters:print", args=[made.pk])
    assert "PGF a 0, inconsciente" in page(printing, "player", url)
    assert "estabilice: 12 y los puntos bajo 0" in page(printing, "player", url)
    printing.table.house = {"stabilise_base": 15}
    printing.table.save(update_fields=["house"])
    assert "estabilice: 15 y los puntos bajo 0" in page(printing, "player", url)


def test_the_number_of_queries_does_not_grow_with_the_table(printing: Printing) -> None:
    url = reverse("characters:print_table", args=[printing.table.pk])
    counts = []
    for _round in range(2):
        for name in ("Ana", "Bruno", "Clara"):
            printing.make(name, ORDINARY)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(printing, "game_master", url, paper="a4", whose="party")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_numbers_come_from_the_rules_with_what_they_are_made_of(printing: Printing) -> None:
    said = document(filled(printing.read_by("player", printing.make("Ana", ORDINARY)), Options()), Options())
    # 10 and dexterity 17 (+3) and light armour (+2)
    assert "Destreza 17 +3, Armadura: Armadura ligera +2" in said
    assert '<b class="num">15</b>' in said
    assert f"reglas versión {registry.get_system('tapiz').rules_version}" in said


def test_what_was_set_by_hand_stands_there_with_its_reason(printing: Printing) -> None:
    values = {**ORDINARY, "overrides": [{"value": "value.armour_class", "number": 18, "reason": "La capa"}]}
    sheet = filled(printing.read_by("player", printing.make("Ana", values)), Options())
    (row,) = sheet.by_hand
    assert (row.label, row.number, row.automatic, row.reason) == ("CA", "18", "15", "La capa")
    assert "La capa" in document(sheet, Options())


def test_a_long_history_shows_its_newest_and_says_what_is_left_out(printing: Printing) -> None:
    made = overloaded(printing)
    options = Options(changes=True)
    sheet = filled(printing.read_by("player", made), options)
    assert sheet.changes_left_out == 0
    assert 40 < len(sheet.changes) <= MOST_CHANGES
    newest = sheet.changes[0]
    assert (newest.label, newest.old, newest.new, newest.by) == ("Nivel", "19", "20", "Player")


def test_a_blank_sheet_has_words_and_no_number(printing: Printing) -> None:
    url = reverse("characters:print_blank", args=[printing.table.pk])
    asked = page(printing, "spectator", url)
    assert "<article" not in asked, "of several kinds none is taken for granted"
    assert "Elegir el tipo de ficha" in asked
    said = page(printing, "spectator", url, paper="a4", kind="person")
    assert all(word in said for word in ("Destreza", "Defensa mental", "Rasgos", "Lenguas", "Nombre"))
    assert statuses(printing, url)["stranger"] == 404
    sheet = blank(printing.table, kind_of(printing.table, "person"))
    bare = render_to_string("systems/tapiz/print/sheet.html", {"sheet": sheet, "options": Options()})
    numbers = re.findall(r'<(?:b|dd|td class="n")[^>]*>([^<]*)<', bare)
    assert {one.replace("&nbsp;", "").strip() for one in numbers} == {""}


@pytest.mark.parametrize(
    "text", ["", "  \n\n ", "una línea", "a\nb\n\nc", "W" * 4001, "Frase corta. " * 300, "a\n" * 900]
)
def test_texts_are_cut_into_rows_that_lose_nothing(text: str) -> None:
    cut = rows(text)
    assert "".join("".join("".join(lines).split()) for lines, _begins in cut) == "".join(text.split())
    assert all(len(lines) <= LINES and sum(map(len, lines)) <= LETTERS for lines, _begins in cut)


def test_paragraphs_begin_where_they_did() -> None:
    assert rows("a\nb\n\nc") == [(("a", "b"), True), (("c",), True)]
    assert [begins for _lines, begins in rows("Frase corta. " * 90)] == [True, False, False]


def test_a_system_without_sheet_of_its_own_prints_too(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "fake", "tests.inputs.fake_system")
    without()
    ladder = make_ladder()
    player = ladder.users["player"]
    made = services.create_character(
        table=ladder.table, kind="person", name="Sharra", values=SHEET, by=player, players=[player]
    )
    for name, key in (("print", made.pk), ("print_blank", ladder.table.pk)):
        answer = ladder.client("player").get(reverse(f"characters:{name}", args=[key]))
        assert answer.status_code == 200
    said = ladder.client("player").get(reverse("characters:print", args=[made.pk])).content.decode()
    assert "Siempre" in said
    assert "99" not in said.partition("<article")[2].partition("</article>")[0], "what only the DJ knows"


def test_how_the_character_is_comes_from_its_last_fight(db: None) -> None:
    without()
    game = make_game()
    game.begin()
    game.damage("game_master", "Ana", 23)
    url = reverse("characters:print", args=[game.characters["Ana"].pk])
    said = game.client("player").get(url).content.decode()
    assert '−3 <small class="in">de 20</small>' in said
    assert "desangrándose" in said.partition("En vigor y notas")[2].partition("</section>")[0]


def test_the_way_to_paper_stands_on_the_sheet_and_on_the_table(printing: Printing) -> None:
    made = printing.make("Ana", ORDINARY)
    way = reverse("characters:print", args=[made.pk])
    assert way in page(printing, "player", made.get_absolute_url())
    everything, empty = (
        reverse(f"characters:{name}", args=[printing.table.pk]) for name in ("print_table", "print_blank")
    )
    for who, runs in (("game_master", True), ("player", False), ("spectator", False)):
        said = page(printing, who, printing.table.get_absolute_url())
        assert (everything in said) is runs
        assert empty in said
