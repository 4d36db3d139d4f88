"""Every lesson is played to its end by the application, and what a person may do on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from combat import guides, services, store
from combat.desk import Desk
from combat.models import Encounter
from combat.policy import seat_or_404
from lessons import practising
from lessons.catalogue import lessons_of
from lessons.models import Practice
from lessons.rehearsing import command_of
from rules.core.errors import RuleError
from rules.core.registry import SYSTEMS
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Table
from tapiz_site.speech import speaker

pytestmark = pytest.mark.django_db

EVERY = [(slug, name) for slug in SYSTEMS for name in lessons_of(slug)]


@pytest.fixture
def lola() -> User:
    return User.objects.create_user("lola", password="x")


@pytest.fixture
def client(lola: User) -> Client:
    return logged_in(lola)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begin(client: Client, system: str = "tapiz", name: str = "barrels") -> Practice:
    answer = client.post(reverse("lessons:begin", args=[system, name]))
    practice = Practice.objects.get()
    assert answer.headers["Location"] == practice.encounter.get_absolute_url()
    return practice


def go(client: Client, practice: Practice, does: str, **said: Any) -> Practice:
    answer = client.post(
        reverse("lessons:go", args=[practice.pk]), {"do": does, "step": practice.step, "done": practice.done, **said}
    )
    assert answer.status_code == 302, answer.content
    return Practice.objects.get()


def page_of(client: Client, practice: Practice) -> str:
    answer = client.get(practice.encounter.get_absolute_url())
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def parts_of(client: Client, practice: Practice) -> str:
    """What a page that is open fetches after an act."""
    address = reverse("combat:fragment", args=[practice.encounter_id, "all"])
    answer = client.get(address)
    if "HX-Refresh" in answer:
        answer = client.get(address, {"pictured": "css/board.css"})
    return unescape(answer.content.decode())


def guide_of(client: Client, practice: Practice) -> str:
    """What guides a person now, alone."""
    user = User.objects.get(pk=client.session["_auth_user_id"])
    return unescape(guides.strip(Desk(seat_or_404(user, practice.encounter_id))))


def press(client: Client, practice: Practice, key: str, inputs: Mapping[str, list[str]], **deed: str) -> None:
    """Press a button of the scene's own page."""
    address = reverse("combat:act", args=[practice.encounter_id], query=deed)
    answer = client.post(address, {"key": f"key-of-{key}", **inputs})
    assert answer.status_code == 302, answer.content


# The whole way


@pytest.mark.parametrize(("system", "name"), EVERY)
def test_a_lesson_is_played_to_its_end(client: Client, system: str, name: str) -> None:
    practice = begin(client, system, name)
    story = lessons_of(system)[name].story
    for place, step in enumerate(story.step):
        practice = go(client, practice, "next")
        assert practice.step == place + 1
        last = place + 1 == len(story.step)
        # what is refused is said once, at the top of the page; the guide is a part of it, and of what pages fetch
        read = page_of if step.refused or last else guide_of if place else parts_of
        page = read(client, practice)
        assert step.after in page
        assert (story.ends if last else story.step[place + 1].told) in page
        if step.refused:
            assert speaker(system).error(RuleError(step.refused)) in page, "what the rules refuse is said"
    assert "Otras lecciones" in page


def test_a_lesson_reads_in_the_language_of_its_page(client: Client) -> None:
    client.post(reverse("accounts:language"), {"language": "en"})
    practice = begin(client)
    page = page_of(client, practice)
    assert "The tavern lies in half-light." in page
    assert "Take this step" in page
    assert "Guard" in page
    assert practice.encounter.name == "Behind the barrels"


def test_a_lesson_goes_on_in_the_language_that_is_read_now(client: Client) -> None:
    """Names are set up with the scene: in another language it is set up anew where it stands."""
    practice = go(client, begin(client, name="at_a_run"), "next")
    client.post(reverse("accounts:language"), {"language": "en"})
    practice = go(client, practice, "next")
    assert practice.step == 2
    names = {one.name for one in store.read(practice.encounter_id).head.fight.combatants.values()}
    assert names == {"Sharra", "Mercenary"}
    assert practice.encounter.name == "At a run, with a load"


# On the scene's own page


def test_the_button_of_the_form_takes_the_step_with_the_dice_of_the_lesson(client: Client) -> None:
    practice = begin(client, "tapiz", "points")
    practice = go(client, practice, "next")
    page = page_of(client, practice)
    # The real form begins with what the lesson chooses, and its button rolls.
    address = next(
        found for found in re.findall(r'formaction="([^"]*)"', page) if "action=attack" in found and "rolls=1" in found
    )
    query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    press(client, practice, "attack", form_of(page), **query)
    practice = Practice.objects.get()
    assert (practice.step, practice.done) == (2, 0)
    assert "17" in page_of(client, practice)
    assert lessons_of("tapiz")["points"].story.step[1].after in page_of(client, practice)


def test_the_form_of_a_step_begins_with_the_choices_of_the_lesson(client: Client) -> None:
    practice = begin(client, "tumbas", "shovel")
    address = re.search(r'href="\?(panel=[^"]*action=use[^"]*)"', page_of(client, practice))
    assert address, "the way to do it by hand"
    form = client.get(f"{practice.encounter.get_absolute_url()}?{address[1]}").content.decode()
    assert 'value="Pala pequeña"' in form
    press(client, practice, "use", form_of(form), do="command", action="use", actor="rufus", moment=moment(practice))
    practice = Practice.objects.get()
    assert (practice.step, practice.done) == (0, 1)


def test_part_of_a_step_by_hand_and_the_rest_by_the_button(client: Client, lola: User) -> None:
    practice = go(client, go(client, begin(client), "next"), "next")
    read = store.read(practice.encounter_id)
    deed = command_of(read.system, read.head, lessons_of("tapiz")["barrels"].story.step[2])
    services.act(encounter=practice.encounter_id, user=lola, deed=deed, key="by-hand-1")
    practising.follow(practice, lessons_of("tapiz")["barrels"])
    practice = Practice.objects.get()
    assert (practice.step, practice.done) == (2, 1)
    assert "Seguir este paso" in page_of(client, practice)
    practice = go(client, practice, "next")
    assert (practice.step, practice.done) == (3, 0)
    guard = store.read(practice.encounter_id).head.fight.combatants["guard"].body
    assert guard.physical.current == 10


def test_other_acts_leave_the_lesson_and_undoing_them_returns_to_it(client: Client) -> None:
    practice = go(client, begin(client), "next")
    press(client, practice, "turn", {}, do="command", action="end_turn", moment=moment(practice))
    page = page_of(client, practice)
    assert "La escena ha ido por otro camino" in page
    assert "Hacer este paso" not in page
    assert go(client, practice, "next").step == 1, "no step is taken on another scene"
    press(client, practice, "undo", {}, do="undo")
    assert "Hacer este paso" in page_of(client, practice)


def test_undo_goes_back_act_by_act_and_the_lesson_with_it(client: Client) -> None:
    practice = go(client, go(client, go(client, begin(client), "next"), "next"), "next")
    places = []
    for number in range(4):
        press(client, practice, f"undo-{number}", {}, do="undo")
        practice = Practice.objects.get()
        places.append((practice.step, practice.done))
        assert "La escena ha ido por otro camino" not in page_of(client, practice)
    assert places == [(2, 2), (2, 1), (2, 0), (1, 0)]
    press(client, practice, "redo", {}, do="redo")
    practice = Practice.objects.get()
    assert (practice.step, practice.done) == (2, 0)
    assert go(client, practice, "next").step == 3


def test_undoing_a_step_goes_back_by_one(client: Client) -> None:
    practice = go(client, go(client, begin(client), "next"), "next")
    press(client, practice, "undo", {}, do="undo")
    assert Practice.objects.get().step == 1


def test_the_way_back_to_the_lesson_sets_the_scene_up_anew(client: Client) -> None:
    practice = go(client, begin(client), "next")
    press(client, practice, "turn", {}, do="command", action="end_turn", moment=moment(practice))
    back = go(client, practice, "return")
    assert back.step == 1
    assert back.encounter_id != practice.encounter_id
    assert "Hacer este paso" in page_of(client, back)
    assert go(client, back, "back").step == 0
    assert Table.objects.filter(practice=True).count() == 1


def test_two_presses_take_one_step(client: Client) -> None:
    practice = begin(client)
    go(client, practice, "next")
    assert go(client, practice, "next").step == 1


def test_nothing_else_can_be_asked_of_a_practice(client: Client) -> None:
    practice = begin(client)
    answer = client.post(reverse("lessons:go", args=[practice.pk]), {"do": "win", "step": 0, "done": 0})
    assert answer.status_code == 400
    assert client.get(reverse("lessons:go", args=[practice.pk])).status_code == 405
    assert client.post(reverse("lessons:begin", args=["tapiz", "nothing"])).status_code == 404
    assert client.post(reverse("lessons:begin", args=["nothing", "barrels"])).status_code == 404


# Nobody else's


def test_nobody_else_learns_of_a_practice(client: Client) -> None:
    practice = go(client, begin(client), "next")
    other = User.objects.create_user("marta", password="x")
    # Even one who shares a table with the person who practises.
    table = campaigns.create_table(
        user=Membership.objects.get(table=practice.table).user, name="Jueves", system="tapiz"
    )
    Membership.objects.create(table=table, user=other, role="game_master")
    stranger, encounter = logged_in(other), practice.encounter_id
    for name in ("fight", "add", "log", "close"):
        assert stranger.get(reverse(f"combat:{name}", args=[encounter])).status_code == 404, name
    for part in ("guide", "order", "side", "all"):
        assert stranger.get(reverse("combat:fragment", args=[encounter, part])).status_code == 404, part
    acts = reverse("combat:act", args=[encounter], query={"do": "undo"})
    assert stranger.post(acts, {"key": "key-of-stranger"}).status_code == 404
    for does in ("next", "back", "leave"):
        sent = {"do": does, "step": 1, "done": 0}
        assert stranger.post(reverse("lessons:go", args=[practice.pk]), sent).status_code == 404
    assert Practice.objects.get().step == 1
    assert Encounter.objects.filter(pk=encounter).exists()


def test_a_practice_is_no_table(client: Client) -> None:
    practice = begin(client)
    listed = client.get(reverse("campaigns:tables")).content.decode()
    assert practice.encounter.name not in listed
    assert str(practice.table_id) not in listed
    for name in ("campaigns:table", "combat:screen", "combat:rolls", "exchange:table", "combat:new", "campaigns:house"):
        assert client.get(reverse(name, args=[practice.table_id])).status_code == 404, name
    assert practice.table.get_absolute_url() == reverse("rulebook:rules", args=["tapiz"])
    page = page_of(client, practice)
    assert str(practice.table_id) not in page, "no link to pages of the table"


def test_one_practice_a_person_and_none_left_behind(client: Client, lola: User) -> None:
    first = begin(client)
    begin(client, "d20", "dying")
    assert not Encounter.objects.filter(pk=first.encounter_id).exists()
    assert Table.objects.filter(practice=True).count() == 1
    practice = Practice.objects.get()
    answer = client.post(reverse("lessons:go", args=[practice.pk]), {"do": "leave", "step": 0, "done": 0})
    assert answer.headers["Location"].startswith(reverse("rulebook:rules", args=["d20"]))
    assert not Table.objects.exists()


def test_practices_that_nobody_touches_are_thrown_away_and_tables_are_not(client: Client, lola: User) -> None:
    table = campaigns.create_table(user=lola, name="Jueves", system="tapiz")
    practice = begin(client)
    call_command("sweep_practices")
    assert Practice.objects.exists()
    Practice.objects.filter(pk=practice.pk).update(changed=timezone.now() - practising.KEPT - timedelta(hours=1))
    call_command("sweep_practices")
    assert list(Table.objects.all()) == [table]


def test_the_practice_of_a_deleted_account_is_thrown_away(client: Client, lola: User) -> None:
    begin(client)
    lola.delete()
    practising.sweep()
    assert not Table.objects.exists()


# Beside the rules


def test_the_help_lists_the_lessons_and_the_one_that_is_half_done(client: Client) -> None:
    rules = reverse("rulebook:rules", args=["tapiz"])
    page = client.get(rules).content.decode()
    for lesson in lessons_of("tapiz").values():
        assert lesson.story.title in page
        assert reverse("lessons:begin", args=["tapiz", lesson.name]) in page
    practice = go(client, begin(client), "next")
    page = client.get(rules).content.decode()
    assert practice.encounter.get_absolute_url() in page
    assert "A medias: 1 de 7 pasos" in page


def test_a_rule_names_the_lessons_that_show_it(client: Client) -> None:
    page = client.get(reverse("rulebook:rule", args=["tapiz", "TAP-HERO-10"])).content.decode()
    assert reverse("lessons:begin", args=["tapiz", "hero_point"]) in page
    assert reverse("lessons:begin", args=["tapiz", "barrels"]) not in page
    page = client.get(reverse("rulebook:rule", args=["tapiz", "TAP-LANG-09"])).content.decode()
    assert "Se juega en estas lecciones" not in page


def test_queries_do_not_grow_with_the_steps(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    practice = begin(client)
    for _step in range(3):
        with django_assert_max_num_queries(22):
            page_of(client, practice)
        practice = go(client, practice, "next")


def moment(practice: Practice) -> str:
    read = store.read(practice.encounter_id)
    return read.system.moment(read.head.fight)


def form_of(page: str) -> dict[str, list[str]]:
    """The fields of the page's one form as they stand."""
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|textarea|select)\b[^>]*>", page):
        picked = " checked" in tag or not ('type="checkbox"' in tag or 'type="radio"' in tag)
        name, value = re.search(r'\bname="([^"]*)"', tag), re.search(r'\bvalue="([^"]*)"', tag)
        if 'form="command"' in tag and picked and name:
            fields.setdefault(name[1], []).append(value[1] if value else "")
    return fields
