"""In prose a rule goes by its title: ids stand in a ¿Por qué? and beside the heading of a rule alone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from characters.printing import pdf
from rules.core.help import ROW_ID
from rules.core.registry import SYSTEMS
from tapiz_site.accounts.models import User
from tests.access.table import TABLE
from tests.access.world import make_world, patterns

pytestmark = pytest.mark.django_db

MAY_HOLD_IDS = frozenset({"why-box", "rulerow__head"})
"""Classes of elements that show ids: a ¿Por qué?, and the heading of a rule."""
VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"})


class Prose(HTMLParser):
    """The text that people read on a page, but for the elements that may hold ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.read: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        classes = (dict(attrs).get("class") or "").split()
        heading = "rule" in classes and any(name == "summary" for name, _ in self._open)
        self._open.append((tag, heading or tag in ("script", "style") or not MAY_HOLD_IDS.isdisjoint(classes)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing stands inside such an element."""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(apart for _, apart in self._open):
            self.read.append(data)


def ids_in(page: str) -> list[str]:
    return ROW_ID.findall(" ".join(Prose(page).read))


@pytest.mark.parametrize("slug", SYSTEMS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_rule_names_others_by_their_titles(slug: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.create(username="leonor"))
    page = client.get(reverse("rulebook:rules", args=[slug])).content.decode()
    assert f'lang="{language}"' in page
    assert ids_in(page) == []


def test_no_page_shows_an_id_where_people_read(monkeypatch: pytest.MonkeyPatch) -> None:
    # no page, and drawn in a process of its own
    monkeypatch.setattr(pdf.press, "make", lambda _documents, _reader: b"%PDF")
    world = make_world()
    client = world.game.client("game_master")
    found = {}
    for name, wanted in patterns().items():
        if name in TABLE and "get" in TABLE[name].__dict__ and not name.startswith("rulebook:"):
            response = client.get(reverse(name, kwargs=world.arguments(name, wanted)))
            if response.status_code == 200 and response.get("Content-Type", "").startswith("text/html"):
                found[name] = ids_in(response.content.decode())
    assert len(found) > 40
    assert {name: ids for name, ids in found.items() if ids} == {}


def test_a_title_leads_to_its_rule_and_the_id_is_the_tooltip() -> None:
    client = Client()
    client.force_login(User.objects.create(username="leonor"))
    page = client.get(reverse("rulebook:rule", args=["tactico", "TAC-FAT-01"])).content.decode()
    assert (
        f'<a href="{reverse("rulebook:rule", args=["tactico", "TAC-HOUSE-09"])}" title="TAC-HOUSE-09">'
        "Cuánto se cansa</a>" in page
    )
