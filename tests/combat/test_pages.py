"""The page of a fight and its fragments: fresh, cheap, and with a number of queries independent of its size."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat.views import shared
from combat.views.page import FRAGMENTS, PICTURED, ROUND_ABOUT
from tapiz_site.campaigns.models import Table
from tests.kept import without

from .play import Game, creatures, make_game
from .pressing import Person

pytestmark = pytest.mark.django_db

DJ_ONLY = ("side", "online", "door")


def test_an_unchanged_fragment_is_not_sent_again(fight: Game) -> None:
    for who in ("game_master", "player", "spectator"):
        for name in FRAGMENTS:
            if name in ROUND_ABOUT or (name in DJ_ONLY and who != "game_master"):
                continue
            first = fight.get(who, "fragment", name)
            assert first.status_code == 200
            again = fight.client(who).get(fight.url("fragment", name), headers={"If-None-Match": first["ETag"]})
            assert (again.status_code, again.content) == (304, b""), name


def test_the_order_is_read_from_what_was_rendered_for_all(fight: Game) -> None:
    """A second reader's request checks only right and versions; the fight itself is not read again."""
    fight.get("player", "fragment", "order")
    fight.client("other_player")
    with CaptureQueriesContext(connection) as queries:
        fight.get("other_player", "fragment", "order")
    assert len(queries) == 4  # session, person, versions, role
    assert reads_of_the_fight(queries) == 0


def test_the_order_is_drawn_like_one_that_was_never_drawn_before(fight: Game) -> None:
    """Kept rows of the order always equal freshly drawn ones."""
    reused = 0

    def look() -> None:
        nonlocal reused
        for who in ("game_master", "player"):
            before = {one.drawn for rows in shared._rows.values() for one in rows.values()}
            kept = fight.get(who, "fragment", "order").content
            after = dict(shared._rows)
            reused += len(before & {one.drawn for rows in after.values() for one in rows.values()})
            shared.forget()
            assert fight.get(who, "fragment", "order").content == kept
            shared.forget()
            shared._rows.update(after)

    look()
    fight.damage("game_master", "Ana", 3)
    look()
    fight.command("game_master", "reveal", who=fight.id("Sombra"))
    look()
    fight.end_turn()
    look()
    fight.attack("game_master", "Orco 1", "Ana")
    look()
    Table.objects.update(dj_title="Narradora")
    look()
    assert reused > 0


def test_the_game_master_on_a_phone_has_the_order_in_one_line(fight: Game) -> None:
    bar = fight.get("game_master", "fragment", "bar").content.decode()
    assert bar.count('class="turns__one') == len(fight.fight.order)
    assert "<li" not in bar


def reads_of_the_fight(queries: CaptureQueriesContext) -> int:
    return sum('"combat_encounter"."head"' in query["sql"] for query in queries)


def test_a_compressed_fragment_is_not_sent_again_either(fight: Game) -> None:
    address, client = fight.url("fragment", "order"), fight.client("player")
    first = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    again = client.get(address, headers={"Accept-Encoding": "gzip", "If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_one_tag_stands_for_one_content(fight: Game) -> None:
    """An answer 304 is always right: the reader's version is the present one."""
    known: dict[tuple[str, str, str], bytes] = {}

    def look() -> None:
        for who in ("game_master", "player", "other_player", "spectator"):
            for name in FRAGMENTS:
                # there is no board; what players and lookers-on share is the same fragment for all of them
                if name in (*DJ_ONLY, *PICTURED) or (who in ("other_player", "spectator") and name in shared.SHARED):
                    continue
                response = fight.get(who, "fragment", name)
                content = known.setdefault((who, name, response["ETag"]), plain(response.content))
                assert content == plain(response.content), f"{name} of {who}"

    look()
    fight.damage("player", "Ana", 3)
    look()
    fight.damage("game_master", "Sombra", 3)
    look()
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    look()
    fight.command("game_master", "give_effect", who=fight.id("Sombra"), name="Cegada", tier="major")
    look()
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    look()
    fight.undo("player")
    look()
    fight.redo("player")
    look()
    fight.undo("game_master")
    look()
    fight.command("game_master", "pause")
    look()
    fight.command("game_master", "archive")
    look()


def plain(content: bytes) -> bytes:
    return re.sub(rb'name="(csrfmiddlewaretoken|key)" value="\w+"', b"", content)


def test_the_panel_is_not_sent_again_while_it_asks_the_same(fight: Game) -> None:
    for who in ("game_master", "player", "other_player"):
        page = fight.get(who, "panel")
        found = re.search(rb'name="token" value="(\w+)"', page.content)
        assert found is not None
        assert fight.get(who, "panel", token=found[1].decode()).status_code == 204
        assert fight.get(who, "panel", token="another").status_code == 200


def crowd(count: int) -> Game:
    orc = {"physical_max": 14, "mental_max": 8}
    game = make_game([*creatures("Orco", orc, count - 3), *creatures("Sombra", orc, hidden=True)])
    for name, number in (("Ana", 15), ("Orco 1", 12), ("Sombra", 9), ("Bruno", 6)):
        game.command("game_master", "set_initiative", who=game.id(name), initiative=number)
    game.command("game_master", "initiative")
    return game


def test_the_number_of_queries_does_not_grow_with_the_fight() -> None:
    addresses: list[tuple[str, tuple[object, ...]]] = [("fight", ()), ("panel", ()), ("log", ())]
    addresses += [("fragment", (name,)) for name in FRAGMENTS]

    def counted(game: Game) -> dict[str, int]:
        found = {}
        for who in ("game_master", "player", "spectator"):
            game.get(who)  # the queries that a session needs once
            for name, args in addresses:
                if who != "game_master" and set(args) & set(DJ_ONLY):
                    continue
                cache.clear()
                with CaptureQueriesContext(connection) as queries:
                    assert game.get(who, name, *args).status_code == 200
                found[f"{who} {name} {args}"] = len(queries)
        return found

    without()
    few = counted(crowd(5))
    without()
    many = crowd(10)
    assert len(many.fight.combatants) == 10
    assert counted(many) == few
    assert few["player fight ()"] < 40


def test_a_verb_in_which_something_must_be_ticked_says_so_until_it_is(fight: Game) -> None:
    """Its button looked live, and could only be refused."""
    fight.command("game_master", "give_effect", who=fight.id("Ana"), name="Cegada", tier="major")
    (effect,) = fight.body("Ana").effects

    def dock(**ticked: str) -> str:
        answer = fight.client("game_master").get(
            fight.url("fragment", "dock"),
            {"panel": "verb", "action": "end_effects", "filled": "verb:end_effects", **ticked},
        )
        return answer.content.decode()

    assert "data-lacks" in dock()
    assert "data-lacks" not in dock(effects=effect)


def test_the_button_of_a_verb_says_what_its_form_lacks(fight: Game) -> None:
    def dock(**said: str) -> str:
        answer = fight.client("game_master").get(
            fight.url("fragment", "dock"),
            {"panel": "verb", "action": "give_effect", "filled": "verb:give_effect", **said},
        )
        return answer.content.decode()

    assert "falta: Quién lleva el efecto" in dock()
    assert "falta: Efecto" in dock(who=fight.id("Ana"))
    assert "data-lacks" not in dock(who=fight.id("Ana"), name="Cegada", tier="major")


@pytest.mark.parametrize("scripts", [True, False])
def test_language_and_theme_that_are_changed_in_a_panel_lead_back_to_the_page(fight: Game, *, scripts: bool) -> None:
    """The panel, which a script fetches alone, is no page: its buttons send a form of the page."""
    page = fight.get("player", **({} if scripts else {"panel": "more"})).content.decode()
    panel = fight.get("player", "panel", htmx=True, panel="more").content.decode() if scripts else page
    assert re.findall(r'form="look" formaction="([^"]*)"', panel) == ["/cuenta/tema/", "/cuenta/idioma/"]
    form = page[page.index('id="look"') :].split("</form>")[0]
    assert "csrfmiddlewaretoken" in form
    back = fight.url() if scripts else f"{fight.url()}?panel=more"
    assert f'name="next" value="{back}"' in form


def test_a_panel_without_a_step_of_its_own_leads_to_what_waits_for_its_reader(fight: Game) -> None:
    """A person who looks at one combatant, or at the list of other acts, gets back to the turn by one press."""
    dj = Person(fight.client("game_master"), fight.url())
    player = Person(fight.client("player"), fight.url())
    assert player.look("?panel=more").link == "?panel=next"
    # another's turn is not to be pressed
    assert not dj.look("?panel=more").words
    fight.end_turn()
    assert not player.look("?panel=more").link
    for query in ("?panel=more", f"?panel=one&who={fight.id('Orco 2')}", "?panel=order"):
        shown = dj.look(query)
        assert (shown.link, shown.act) == ("?panel=next", "")
        assert "Actúa Orco 1" in shown.words
        assert dj.look(shown.link).act
    fight.attack("game_master", "Orco 1", "Ana", bonus=6)
    asked = dj.look("?panel=order")
    assert asked.link.startswith("?ask=")
    assert dj.look(asked.link).act
