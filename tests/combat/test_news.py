"""What an act brings to the pages that look, and which of them then ask for nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from combat import topics
from combat.deeds import Deed
from combat.views import shared
from rules.core.types import Json
from tapiz_site.live import access
from tests.kept import without

from .looking_on import PEOPLE, of
from .play import Game, begun_game

pytestmark = pytest.mark.django_db

OWN = ("stage", "seat", "dock", "result")


@pytest.fixture
def fight(request: pytest.FixtureRequest, fight: Game) -> Game:
    """A fight under way, with the settings of la carta that a test asks for."""
    house = getattr(request, "param", None)
    if house is None:
        return fight
    without()
    return begun_game(**house)


def harm(fight: Game, amount: int, *names: str) -> HttpResponse:
    """The game master takes points from combatants, as the keypad does."""
    targets = {f"targets__{fight.id(name)}": "full" for name in names}
    data = {"verb": "harm", "pool": "physical", "amount": str(amount), **targets, "asks": ""}
    return fight.post("game_master", fight.does("damage"), data, htmx=True)


def darken(fight: Game, name: str, how: str) -> HttpResponse:
    """The game master says how well one is seen: an act that stands in the log alone, and changes its row."""
    where = {"of": fight.id(name), "to": "", "what": f"visibility:{how}"}
    return fight.post("game_master", fight.does("relate", name) | where, {}, htmx=True)


def swapped(text: str) -> dict[str, str]:
    """The parts in an answer or a content, by the id of their element."""
    parts = re.split(r'<div id="([\w-]+)" hx-swap-oob="\w+">', text)
    return dict(zip(parts[1::2], (part.removesuffix("</div>") for part in parts[2::2]), strict=True))


def fetched(fight: Game, who: str, shows: Mapping[str, str]) -> dict[str, str]:
    """The parts that a page would fetch which shows this panel."""
    return swapped(fight.client(who).get(fight.url("fragment", "all"), shows).content.decode())


def own_parts(fight: Game, who: str) -> dict[str, str]:
    """The parts of a page that are its person's own, and what tells its panel from others."""
    found = fetched(fight, who, {"acted": "1"})
    token = re.search(r'name="token" value="(\w+)"', found.get("panel", ""))
    # who only looks on has no panel
    assert token or who == "spectator"
    own = {name: found[f"f-{name}"] for name in OWN if name != "dock" or who != "spectator"}
    return {**own, "panel": token[1] if token else ""}


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_news_bring_what_the_addresses_answer(fight: Game, acts: Any, language: str) -> None:
    brought = acts(lambda: harm(fight, 1, "Ana"), language)
    for who, names in (("player", ("order", "bar", "log")), ("game_master", ("order", "bar", "side"))):
        fight.client(who).cookies[settings.LANGUAGE_COOKIE_NAME] = language
        parts = of(fight, who, brought)["parts"]
        assert set(parts) == {f"f-{name}" for name in names}
        for name in names:
            with CaptureQueriesContext(connection) as queries:
                response = fight.get(who, "fragment", name)
            assert response.content.decode() == parts[f"f-{name}"]
            assert name == "side" or not any('"combat_encounter"."head"' in query["sql"] for query in queries)


def test_parts_that_did_not_change_are_not_brought(fight: Game, acts: Any) -> None:
    acts(lambda: harm(fight, 1, "Ana"))
    assert set(of(fight, "player", acts(lambda: harm(fight, 1, "Ana")))["parts"]) == {"f-order", "f-log"}


def test_an_audience_that_sees_nothing_new_is_brought_nothing(fight: Game, acts: Any) -> None:
    brought = acts(lambda: harm(fight, 1, "Sombra"))
    assert list(brought["game_master"]) == [topics.game_master(fight.encounter.pk)]
    assert [brought[who] for who in PEOPLE[1:]] == [{}, {}, {}]


def test_whom_an_act_passes_by_asks_for_nothing(fight: Game, acts: Any) -> None:
    """An orc that nobody aims at: the forms of both players begin with the other."""
    harm(fight, 1, "Orco 2")
    before = {who: own_parts(fight, who) for who in PEOPLE[1:]}
    brought = acts(lambda: harm(fight, 7, "Orco 2"))
    for who in PEOPLE[1:]:
        content = of(fight, who, brought)
        assert content["about"] == [fight.id("Orco 2")]
        assert "f-order" in content["parts"]
        after = own_parts(fight, who)
        assert after.pop("result") == content["parts"].get("f-result", before[who].pop("result"))
        assert after == before[who]
    # the seat's version rises too, and nothing of it is left to fetch
    assert brought["player"][topics.seat(fight.encounter.pk, fight.users["player"].pk)]["about"]


def test_who_knows_more_of_the_newest_result_keeps_it(fight: Game, acts: Any) -> None:
    """It may be older than the act: the result as all others know it would take the place of the player's own."""
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength", mode="rolled")
    fight.act("player", Deed("roll", request=fight.asked[0].key), faces=(6, 6, 6))
    while fight.asked:
        fight.answer("game_master", fight.asked[0].key, **(getattr(fight.asked[0], "default", None) or {}))
    fight.end_turn()
    darken(fight, "Orco 2", "partial")
    own = fight.get("player", "fragment", "result").content
    assert own != fight.get("spectator", "fragment", "result").content
    brought = acts(lambda: darken(fight, "Orco 2", "none"))
    assert "about" not in of(fight, "player", brought)
    assert "f-result" not in of(fight, "player", brought)["parts"]
    # what happens to a combatant takes its place for all
    brought = acts(lambda: harm(fight, 1, "Orco 2"))
    assert "pierde" in of(fight, "spectator", brought)["parts"]["f-result"]
    assert fight.get("player", "fragment", "result").content == fight.get("spectator", "fragment", "result").content


@pytest.mark.parametrize("fight", [{"proposals": "ask"}], indirect=True)
def test_who_waits_reads_of_each_act_though_others_do_not(fight: Game, acts: Any) -> None:
    """What all others read as the newest result is brought only to pages that show the same."""
    other = {"what": "abrir", "attribute": "intelligence", "mode": "rolled", "opponent_attribute": "wisdom"}
    proposal = {**other, "others__0__value": "2", "others__0__reason": "soy lista"}
    fight.post("player", {**fight.does("other", "Ana"), "rolls": "1"}, proposal, htmx=True)
    darken(fight, "Orco 2", "partial")
    brought = acts(lambda: darken(fight, "Orco 2", "none"))
    for who in PEOPLE[1:]:
        shown = fight.get(who, "fragment", "result").content.decode()
        assert of(fight, who, brought)["parts"].get("f-result", shown) == shown
    assert fight.get("player", "fragment", "result").content != fight.get("spectator", "fragment", "result").content


def test_whose_offers_change_fetches(fight: Game, acts: Any) -> None:
    """With the first wound Ana, whose asalto it is, has a person to heal."""
    brought = acts(lambda: harm(fight, 1, "Orco 1"))
    assert "about" not in of(fight, "player", brought)
    assert "about" in of(fight, "other_player", brought)


def test_who_is_hurt_is_brought_what_is_their_own(fight: Game, acts: Any) -> None:
    fight.get("player")
    brought = acts(lambda: harm(fight, 1, "Ana"))
    own = of(fight, "player", brought)["own"]
    assert {"f-seat", "f-stage", "f-dock", "f-result"} <= swapped(own["swaps"]).keys()
    assert of(fight, "other_player", brought)["about"] == [fight.id("Ana")]
    # who acts is answered, and may undo another step than before
    assert of(fight, "game_master", brought).keys() == {"parts"}


def test_who_has_been_given_no_page_by_this_process_fetches(fight: Game, acts: Any) -> None:
    shared.forget()
    brought = acts(lambda: harm(fight, 1, "Ana"))
    assert of(fight, "player", brought).keys() == {"parts", "follows"}
    # the version of what should follow comes without it
    assert topics.seat(fight.encounter.pk, fight.users["player"].pk) not in brought["player"]


def test_whose_form_aims_at_who_is_hurt_is_brought_it_anew(fight: Game, acts: Any) -> None:
    harm(fight, 1, "Orco 1")
    fight.get("player", "panel")
    aims = fight.client("player").get(
        fight.url("panel"),
        {"action": "attack", "filled": f"act:{fight.id('Ana')}:attack", "target": fight.id("Orco 1")},
    )
    assert f'value="{fight.id("Orco 1")}"' in aims.content.decode()
    brought = acts(lambda: harm(fight, 7, "Orco 1"))
    assert "own" in of(fight, "player", brought)
    assert "about" in of(fight, "other_player", brought)


def test_what_all_share_is_sent_before_what_is_ones_own(fight: Game, acts: Any) -> None:
    pk, order = fight.encounter.pk, []
    for who in PEOPLE:
        fight.get(who)
    acts(lambda: harm(fight, 1, "Ana"), heard=lambda raised: order.append(sorted(raised)))
    seats = [[topics.seat(pk, fight.users[who].pk)] for who in ("other_player", "player")]
    # people who took no part come before people who get parts of their own; what nobody was told comes last
    assert order[:4] == [[topics.table(pk)], [topics.game_master(pk)], *seats]


@pytest.mark.usefixtures("templates_tell")
def test_an_act_draws_no_part_twice(fight: Game, acts: Any) -> None:
    """One drawing for all of an audience, and what is people's own for those alone whose page changes."""
    for who in PEOPLE:
        fight.get(who)
    acts(lambda: harm(fight, 1, "Ana"))
    drawn: Counter[str] = Counter()
    count = lambda template, **_more: drawn.update([template.name])  # noqa: E731
    template_rendered.connect(count)
    try:
        acts(lambda: harm(fight, 1, "Ana"))
    finally:
        template_rendered.disconnect(count)
    # the order and the bar for the table and for the game master, the log and the side for one of them each
    shared_parts = {"order": 2, "bar": 2, "log": 1, "side": 1}
    # Ana's player is the only one whose own parts change
    own = {"seat": 1, "stage": 1, "dock": 1}
    assert {name: drawn[f"combat/_{name}.html"] for name in (*shared_parts, *own)} == {**shared_parts, **own}


def test_who_could_undo_the_step_before_fetches(fight: Game, acts: Any) -> None:
    harm(fight, 1, "Orco 1")
    fight.damage("other_player", "Bruno", 1)
    brought = acts(lambda: harm(fight, 1, "Orco 1"))
    assert "about" not in of(fight, "other_player", brought)
    assert "about" in of(fight, "player", brought)


def test_who_acts_fetches_in_their_other_windows(fight: Game, acts: Any) -> None:
    brought = acts(
        lambda: fight.post(
            "player",
            fight.does("damage", "Ana"),
            {"verb": "harm", "pool": "physical", "amount": "1", f"targets__{fight.id('Ana')}": "full"},
            htmx=True,
        )
    )
    assert not {"about", "own"} & of(fight, "player", brought).keys()
    assert of(fight, "other_player", brought)["about"] == [fight.id("Ana")]


@pytest.mark.parametrize("amount", [14, 20])
def test_who_falls_changes_what_all_may_do(fight: Game, acts: Any, amount: int) -> None:
    brought = acts(lambda: harm(fight, amount, "Orco 1"))
    assert not any("about" in of(fight, who, brought) for who in PEOPLE)


@pytest.mark.parametrize("left", [29, 3])
def test_what_becomes_of_the_hidden_makes_no_difference(fight: Game, acts: Any, left: int) -> None:
    harm(fight, 1, "Orco 1")
    harm(fight, 30 - left, "Sombra")
    brought = acts(lambda: harm(fight, 6, "Orco 1", "Sombra"))
    for who in PEOPLE[1:]:
        assert of(fight, who, brought)["about"] == [fight.id("Orco 1")]
        assert fight.id("Sombra") not in str(brought[who])


def test_an_open_question_reaches_all(fight: Game, acts: Any) -> None:
    form: dict[str, Json] = {"target": fight.id("Orco 1"), "attribute": "strength", "mode": "rolled"}
    brought = acts(lambda: fight.post("player", fight.does("attack", "Ana"), form, htmx=True))
    assert fight.asked
    assert not any("about" in of(fight, who, brought) for who in PEOPLE)


def test_no_act_passes_by_a_page_that_reads_otherwise(fight: Game, acts: Any) -> None:
    """Whatever the act: who is told to fetch nothing would find what the page shows, and what was brought."""

    passed = own = 0
    known: dict[str, dict[str, str]] = {}
    deeds: list[Callable[[], object]] = [
        lambda: harm(fight, 2, "Orco 2"),
        lambda: harm(fight, 1, "Orco 2"),
        lambda: harm(fight, 5, "Orco 1", "Orco 2"),
        lambda: harm(fight, 3, "Bruno"),
        lambda: fight.command("game_master", "reveal", who=fight.id("Sombra")),
        lambda: harm(fight, 2, "Sombra"),
        lambda: fight.damage("player", "Ana", 2),
        lambda: harm(fight, 1, "Orco 1"),
        lambda: fight.end_turn(),
        lambda: harm(fight, 1, "Ana"),
        lambda: fight.undo("game_master"),
        lambda: fight.redo("game_master"),
        lambda: harm(fight, 30, "Orco 1"),
        lambda: fight.command("game_master", "pause"),
    ]
    for deed in deeds:
        before = {who: known.get(who) or own_parts(fight, who) for who in PEOPLE[1:]}
        brought = acts(deed)
        for who in PEOPLE:
            # what a page shows now is known where it was looked at after the last act
            known.pop(who, None)
            if not brought[who]:
                continue
            content = of(fight, who, brought)
            if "own" in content:
                own += 1
                shows = content["own"]["shows"]
                there = fetched(fight, who, shows)
                mine = {name: part for name, part in there.items() if name[2:] not in shared.SHARED}
                assert mine == swapped(content["own"]["swaps"]), (deeds.index(deed), who)
                continue
            if "about" not in content:
                # none but the one who acts, and is answered
                assert who == "game_master"
                continue
            after = known[who] = own_parts(fight, who)
            passed += 1
            shown = before[who] | ({"result": content["parts"]["f-result"]} if "f-result" in content["parts"] else {})
            assert shown == after, (deeds.index(deed), who)
    assert passed > len(deeds)
    assert own > len(deeds) / 2


def test_rights_of_all_who_look_on_are_asked_together(fight: Game, django_assert_num_queries: Any) -> None:
    """One query for fights, one for tables and one for proposals, however many listen."""
    pk, table = fight.encounter.pk, fight.table
    asked = [(fight.users["game_master"], f"{name}:{table.pk}") for name in ("table", "door", "proposals")]
    asked += [(fight.users["game_master"], topics.game_master(pk))]
    for who in ("player", "other_player"):
        user = fight.users[who]
        own = (topics.table(pk), topics.seat(pk, user.pk), f"table:{table.pk}", f"proposals:{table.pk}:{user.pk}")
        asked += [(user, topic) for topic in own]
    with django_assert_num_queries(3):
        assert access.which_allowed(asked) == {(user.pk, topic) for user, topic in asked}
    others = [(fight.users["player"], f"proposals:{table.pk}"), (fight.users["player"], f"proposals:{table.pk}:0")]
    assert access.which_allowed(others) == set()


def test_the_log_is_looked_up_once_for_all_who_look_on(fight: Game, acts: Any) -> None:
    harm(fight, 1, "Ana")
    with CaptureQueriesContext(connection) as queries:
        acts(lambda: harm(fight, 1, "Ana"))
    asked = [
        one["sql"] for one in queries if one["sql"].startswith("SELECT") and 'FROM "combat_logentry"' in one["sql"]
    ]
    # once which they are, once the one that is new
    assert len(asked) == 2


@pytest.mark.usefixtures("templates_tell")
def test_a_page_that_says_what_it_shows_gets_what_comes_next_with_the_answer(fight: Game) -> None:
    data = {"verb": "harm", "pool": "physical", "amount": "1", f"targets__{fight.id('Ana')}": "full"}
    shown = {"token": "of its panel", "panel": "verb", "action": "damage"}
    drawn: Counter[str] = Counter()
    count = lambda template, **_more: drawn.update([template.name])  # noqa: E731
    template_rendered.connect(count)
    try:
        answer = fight.post("game_master", fight.does("damage"), {**data, **shown}, htmx=True)
    finally:
        template_rendered.disconnect(count)
    assert answer.status_code == 200
    assert answer["HX-Reswap"] == "none"
    assert f'"{topics.game_master(fight.encounter.pk)}": ' in answer["HX-Trigger"]
    page = fight.client("game_master").get(fight.url("fragment", "all"), {"acted": "1"})
    assert page.content == answer.content
    parts = ("order", "stage", "bar", "result", "side", "dock", "panel")
    assert {name: drawn[f"combat/_{name}.html"] for name in parts} == dict.fromkeys(parts, 1)
