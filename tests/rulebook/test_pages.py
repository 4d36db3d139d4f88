"""The rules in words: reading, searching, links from citations; the same for all logged-in people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from rules.core.help import help_of, index_of
from rules.core.inputs import Flag
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.rulebook.help import rules_of
from tapiz_site.rulebook.views import NEAREST
from tests.combat.play import Game, begun_game
from tests.kept import as_made, made_once
from tests.sizes import one_in

pytestmark = pytest.mark.django_db

RULES = "/reglas/tapiz/"
SCRIPT = {"HX-Request": "true"}
ARTICLE = re.compile(r'<article class="rulerow" id="([A-Z0-9-]+)"')


class Links(HTMLParser):
    """All links of a page to rules."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href") or ""
        if tag == "a" and address.startswith("/reglas/"):
            self.found.add(address)


@pytest.fixture
def reader(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create(username="leonor"))
    return client


@pytest.fixture(scope="module")
def _fight(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun_game, django_db_blocker) as made:
        yield made


@pytest.fixture
def fight(_fight: Game, db: None) -> Game:
    return as_made(_fight)


def text(response: HttpResponse) -> str:
    assert response.status_code == 200
    return response.content.decode()


def shown(response: HttpResponse) -> list[str]:
    return ARTICLE.findall(text(response))


def test_the_systems_with_help_are_listed(reader: Client) -> None:
    page = text(reader.get("/reglas/"))
    assert RULES in page
    assert f"{len(help_of('tapiz', 'es').rows)} reglas" in page


def test_every_rule_stands_on_the_page_once_under_its_subject(reader: Client) -> None:
    page = text(reader.get(RULES))
    assert ARTICLE.findall(page) == [row for rows in index_of("tapiz").values() for row in rows]
    assert "Según: Sistema Tapiz" in page
    assert [
        name for name in index_of("tapiz") if f'<details class="panel rulebook__part" id="{name}"' not in page
    ] == []


def test_every_rule_has_an_address_of_its_own(reader: Client) -> None:
    links = Links(text(reader.get(RULES))).found
    assert links >= {f"{RULES}{row}/" for row in help_of("tapiz", "es").rows}
    tried = [*help_of("tapiz", "es").rows][:: one_in(4)]
    assert [row for row in tried if shown(reader.get(f"{RULES}{row}/")) != [row]] == []


def test_what_a_rule_names_leads_further(reader: Client) -> None:
    page = text(reader.get(f"{RULES}TAP-HERO-07/"))
    assert {f"{RULES}TAP-HP-10/", f"{RULES}accion/recover/", RULES + "#TAP-HERO-07"} <= Links(page).found


def test_a_rule_shows_its_text_its_table_and_where_it_is_executed(reader: Client) -> None:
    page = text(reader.get(f"{RULES}TAP-VIS-03/"))
    assert "<h3>Cobertura</h3>" in page
    assert page.count("<tr>") == 4
    assert '<th scope="row">pesada</th><td>+10</td><td>+20</td>' in page
    assert '<span class="chip">tabla</span>' in page
    assert reverse("rulebook:action", args=["tapiz", "end_scene"]) in text(reader.get(f"{RULES}TAP-HP-04/"))


def test_the_rules_of_an_action_stand_in_the_order_of_their_nearness(reader: Client) -> None:
    rows = shown(reader.get(f"{RULES}accion/begin_adventure/"))
    assert rows == list(rules_of("tapiz", "begin_adventure"))
    assert rows[0] == "TAP-HERO-17"


@pytest.mark.parametrize(
    "path", ["nada/", "tapiz/TAP-NADA-01/", "tapiz/accion/nada/", "tapiz/accion/enlist/", "nada/TAP-HP-01/"]
)
def test_what_there_is_not_is_not_found(reader: Client, path: str) -> None:
    assert reader.get(f"/reglas/{path}").status_code == 404


def test_a_search_shows_what_it_finds_and_keeps_what_was_typed(reader: Client) -> None:
    response = reader.get(RULES, {"q": "  DESÁNGRANDOSE "})
    assert "TAP-HP-05" in shown(response)
    assert "TAP-DICE-01" not in shown(response)
    assert 'value="DESÁNGRANDOSE"' in text(response)


def test_a_search_without_result_leads_back_to_all(reader: Client) -> None:
    page = text(reader.get(RULES, {"q": "<b>zeppelin"}))
    assert "Ninguna regla tiene esas palabras" in page
    assert "&lt;b&gt;zeppelin" in page
    assert "<b>zeppelin" not in page


def test_scripts_get_the_inside_alone(reader: Client) -> None:
    found = text(reader.get(RULES, {"q": "heroicidad"}, headers=SCRIPT))
    assert ARTICLE.findall(found) == shown(reader.get(RULES, {"q": "heroicidad"}))
    one = text(reader.get(f"{RULES}TAP-HP-04/", headers=SCRIPT))
    assert "Al terminar la escena" in one
    assert 'id="' not in one
    several = text(reader.get(f"{RULES}accion/attack/", headers=SCRIPT))
    assert several.count("<details") == NEAREST < len(rules_of("tapiz", "attack"))
    assert f'href="{RULES}accion/attack/"' in several
    assert 'id="' not in several
    assert not any("<html" in fragment for fragment in (found, one, several))


def test_in_english(reader: Client) -> None:
    reader.post("/cuenta/idioma/", {"language": "en"})
    page = text(reader.get(f"{RULES}TAP-HP-05/"))
    assert "Bleeding: no actions" in page
    assert '<span class="chip">state</span>' in page
    assert "hemorragia" not in page


def test_reading_requires_a_log_in() -> None:
    for path in ("/reglas/", RULES, f"{RULES}TAP-HP-01/", f"{RULES}accion/attack/"):
        assert Client().get(path).headers["Location"].startswith("/entrar/?next=")


@pytest.mark.parametrize("path", ["/reglas/", RULES, f"{RULES}?q=daño", f"{RULES}TAP-HP-01/", f"{RULES}accion/attack/"])
def test_no_rule_costs_a_query(reader: Client, django_assert_max_num_queries: Any, path: str) -> None:
    """Only the session and its person are read, and beside rules the tables that the reader runs and their lesson."""
    with django_assert_max_num_queries(2 if path == "/reglas/" else 4):
        assert reader.get(path).status_code == 200


def test_what_a_why_cites_leads_to_its_rule(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    page = text(fight.client("player").get(reverse("combat:why", args=[fight.encounter.pk, fight.newest.id])))
    links = Links(page).found
    assert f"{RULES}TAP-ROLL-02/" in links
    assert 'hx-target="next .rule-here"' in page
    assert page.index("TAP-ROLL-02") < page.rindex('class="rule-here"')
    assert all(fight.client("player").get(address).status_code == 200 for address in links)


def test_a_number_of_a_sheet_leads_to_its_rules(fight: Game) -> None:
    page = text(fight.client("player").get(fight.characters["Ana"].get_absolute_url()))
    links = Links(page).found
    assert {f"{RULES}TAP-ROLL-09/", f"{RULES}TAP-HERO-16/"} <= links
    assert all(fight.client("player").get(address).status_code == 200 for address in links)


@pytest.mark.parametrize(
    ("query", "name"), [("", "attack"), ("action=other", "other"), ("panel=verb&action=damage", "damage")]
)
def test_every_form_leads_to_the_rules_it_executes(fight: Game, query: str, name: str) -> None:
    address = reverse("combat:panel", args=[fight.encounter.pk])
    page = text(fight.client("game_master").get(f"{address}?{query}"))
    assert Links(page).found == {reverse("rulebook:action", args=["tapiz", name])}


def test_a_request_links_to_the_rules_of_its_action_for_viewers_who_know_it(fight: Game) -> None:
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength")
    address = reverse("combat:panel", args=[fight.encounter.pk])
    own = text(fight.client("player").get(address))
    assert reverse("rulebook:action", args=["tapiz", "attack"]) in own


def test_a_verb_without_rules_has_no_link(fight: Game) -> None:
    address = reverse("combat:panel", args=[fight.encounter.pk])
    assert "/reglas/" not in text(fight.client("game_master").get(f"{address}?panel=verb&action=rename"))


def test_a_table_and_the_menu_lead_to_the_rules(fight: Game) -> None:
    client = fight.client("spectator")
    assert RULES in Links(text(client.get(fight.table.get_absolute_url()))).found
    assert "/reglas/" in Links(text(client.get("/cuenta/"))).found


def test_a_setting_of_the_house_stands_with_the_rules_it_changes(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(get_system("tapiz")), "settings", (Flag("tzr0002", "setting.no_load"),))
    client = fight.client("game_master")
    assert "Lo decide la carta" in text(client.get(f"{RULES}TAP-LOAD-03/"))
    assert "Lo decide la carta" not in text(client.get(f"{RULES}TAP-LOAD-01/"))
    changed = {f"{RULES}TAP-LOAD-03/", f"{RULES}TAP-LOAD-09/"}
    assert changed <= Links(text(client.get(reverse("campaigns:house", args=[fight.table.pk])))).found
    # the page of the table says what is played, in prose
    assert changed.isdisjoint(Links(text(client.get(fight.table.get_absolute_url()))).found)


def test_a_reading_shows_the_book_ours_and_the_switch_of_the_tables_one_runs(fight: Game) -> None:
    fight.table.house = {"momentary_price": 3}
    fight.table.save()
    page = text(fight.client("game_master").get(f"{RULES}TAP-HOUSE-15/"))
    book, ours, switch = (page.index(word) for word in ("El libro dice", "Aquí se lee", "Lo decide la carta"))
    assert book < page.index("Se puede, sin precio.") < ours < page.index("1 punto, y como mucho una") < switch
    assert "De entrada: 1." in page
    carta = reverse("campaigns:house", args=[fight.table.pk])
    assert f'href="{carta}#command-momentary_price"' in page
    assert f"{fight.table.name}: 3" in page
    assert 'id="command-momentary_price"' in text(fight.client("game_master").get(carta))
    # who does not run the table reads the rule and has nothing to switch
    for name in ("player", "spectator"):
        assert carta not in text(fight.client(name).get(f"{RULES}TAP-HOUSE-15/"))


def test_what_the_book_does_not_say_and_what_is_fixed_are_told(reader: Client) -> None:
    page = text(reader.get(f"{RULES}TAP-HOUSE-29/"))
    assert "Nada: es regla de la casa." in page
    assert "Es fijo" in page
    assert "El libro dice" not in text(reader.get(f"{RULES}TAP-HP-01/"))


def test_seen_as_a_player_the_rules_are_the_same_for_all(fight: Game) -> None:
    person = fight.users["player"].pk
    response = fight.client("game_master").get(f"/como/{person}/reglas/tapiz/TAP-HP-01/")
    assert response.headers["Location"] == f"{RULES}TAP-HP-01/"


def test_labels_are_in_the_language_of_the_reader() -> None:
    from tapiz_site.templatetags.rulebook import kind_word

    row = help_of("tapiz", "es").rows["TAP-HP-01"]
    assert kind_word(row) == "estado"
    with override("en"):
        assert kind_word(row) == "state"
