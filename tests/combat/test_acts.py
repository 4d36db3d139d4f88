"""Acts count once, are announced to audiences whose view has changed, and are logged so that they can be replayed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from combat import services, store, topics
from combat.errors import KeyReused
from combat.models import Act, Encounter, LogEntry
from rules.core import engine
from rules.core.bearing import piece_of
from rules.core.changes import fold
from rules.core.engine import Late
from rules.core.errors import NotAllowed, RuleError
from rules.core.log import STEPS
from rules.core.stored import dump_fact, load_entry
from tapiz_site.live.versions import versions
from tests.kept import without

from .play import Game, creatures, make_game

pytestmark = pytest.mark.django_db


def test_the_same_key_counts_once(fight: Game) -> None:
    deed = fight.deed("player", "damage", "Ana", amount=3, pool="physical", targets={fight.id("Ana"): "full"})
    first = fight.act("player", deed, "the-same-key")
    again = fight.act("player", deed, "the-same-key")
    assert (first.again, again.again) == (False, True)
    assert fight.body("Ana").physical.current == 17


def test_keys_of_long_ago_are_forgotten_and_what_was_done_stays(fight: Game) -> None:
    fight.damage("player", "Ana", 3, key="a-key-of-long-ago")
    Act.objects.update(created=timezone.now() - timedelta(days=31))
    fight.damage("player", "Ana", 4, key="a-key-of-today")
    call_command("forget_acts")
    assert [one.key for one in Act.objects.all()] == ["a-key-of-today"]
    assert fight.body("Ana").physical.current == 13


def test_keys_of_long_ago_are_forgotten_while_people_play(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PIECE", 1)
    fight.damage("player", "Ana", 3, key="a-key-of-long-ago")
    Act.objects.update(created=timezone.now() - timedelta(days=31))
    fight.damage("player", "Ana", 1, key="a-key-of-today")
    fight.damage("player", "Ana", 1, key="another-of-today")
    assert [one.key for one in Act.objects.order_by("pk")] == ["a-key-of-today", "another-of-today"]


def test_the_same_key_with_other_content_is_refused(fight: Game) -> None:
    fight.damage("player", "Ana", 3, key="the-same-key")
    with pytest.raises(KeyReused):
        fight.damage("player", "Ana", 4, key="the-same-key")
    assert fight.body("Ana").physical.current == 17


def test_the_same_key_in_another_fight_is_refused(fight: Game) -> None:
    deed = fight.deed("game_master", "pause")
    fight.act("game_master", deed, "the-same-key")
    fight.encounter = store.create(table=fight.table, name="Otra", user=fight.users["game_master"])
    with pytest.raises(KeyReused):
        fight.act("game_master", deed, "the-same-key")


def test_keys_of_two_people_are_apart(fight: Game) -> None:
    fight.damage("player", "Ana", 3, key="the-same-key")
    fight.damage("other_player", "Bruno", 3, key="the-same-key")
    assert (fight.body("Ana").physical.current, fight.body("Bruno").physical.current) == (17, 17)


def test_a_turn_already_ended_is_late(fight: Game) -> None:
    deed = fight.deed("player", "end_turn", "Ana")
    fight.end_turn()
    with pytest.raises(Late):
        fight.act("player", deed)
    assert fight.turn == "Orco 1"


def test_what_is_refused_leaves_nothing_behind(fight: Game) -> None:
    count, head = len(fight.entries), fight.read.encounter.head
    known = versions([topics.game_master(fight.encounter.pk)])
    for who, deed in {
        "other_player": fight.deed("player", "end_turn", "Ana"),
        "player": fight.deed("game_master", "hide", who=fight.id("Ana")),
        "spectator": fight.deed("player", "damage", "Ana", amount=1, targets={fight.id("Ana"): "full"}),
    }.items():
        with pytest.raises(NotAllowed):
            fight.act(who, deed)
    assert (len(fight.entries), fight.read.encounter.head) == (count, head)
    assert versions([topics.game_master(fight.encounter.pk)]) == known


def test_people_roll_only_their_own_dice(game: Game) -> None:
    from combat.deeds import Deed

    game.command("game_master", "initiative")
    before = len(game.asked)
    game.act("player", Deed("roll_all"))
    assert len(game.asked) == before - 1
    game.act("game_master", Deed("roll_all"))
    assert not game.asked
    assert game.turn is not None


# The log


def test_the_log_leads_to_the_head_and_an_index_of_its_paths_is_kept(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PIECE", piece := 10)
    for number in range(8):
        fight.damage("game_master", "Ana", 1 + number % 3)
        fight.end_turn()
        if number % 7 == 0:
            fight.undo("game_master")
    fight.redo("game_master") if fight.newest.kind == "undo" else None
    encounter = Encounter.objects.get(pk=fight.encounter.pk)
    state = encounter.first
    steps = []
    for row in fight.entries:
        entry = load_entry(row.data)
        state = fold(state, entry.changes)
        steps += [(row.sequence, entry.changes)] if entry.kind in STEPS else []
    assert state == encounter.head
    kept = dict(encounter.index_pieces.values_list("sequence", "paths"))
    assert kept == {
        last: piece_of((number, changes) for number, changes in steps if last - piece < number <= last)
        for last in range(piece, encounter.sequence + 1, piece)
    }
    assert len(kept) > 1


def test_the_log_resolved_anew_gives_the_stored_changes(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    fight.command("game_master", "give_effect", who=fight.id("Ana"), name="Cegada", tier="major")
    fight.end_turn()
    fight.undo("game_master")
    fight.redo("game_master")
    fight.command("game_master", "archive")
    read = fight.read
    codec = read.system.codec
    state = read.encounter.first
    viewer = fight.viewer("game_master")
    for row in fight.entries:
        entry = load_entry(row.data)
        head = codec.load(state)
        if entry.command is not None:
            internal = engine.action(read.system, entry.command.action).internal
            by = head.fight.viewer(entry.by, game_master=entry.by == str(fight.users["game_master"].pk))
            step = engine.begin(read.system, head, entry.command, by, internal=internal)
        elif entry.kind == "answer":
            assert entry.answer is not None
            step = engine.answer(
                read.system, head, entry.key, entry.answer, viewer, rolled=entry.rolled, by_order=entry.by_order
            )
        else:
            state = fold(state, entry.changes)
            continue
        assert codec.diff(head, step.head) == entry.changes, entry.command
        assert [dump_fact(fact) for fact in step.facts] == row.data["facts"]
        state = fold(state, entry.changes)
    assert state == read.encounter.head


# Who is told


def told(game: Game) -> dict[str, int]:
    pk = game.encounter.pk
    names = {"dj": topics.game_master(pk), "table": topics.table(pk)}
    names |= {who: topics.seat(pk, game.users[who].pk) for who in ("player", "other_player")}
    known = versions(names.values())
    return {who: known[name] for who, name in names.items()}


def changed(game: Game, before: dict[str, int]) -> set[str]:
    return {who for who, number in told(game).items() if number != before[who]}


def test_what_befalls_the_hidden_is_told_to_the_game_master_alone(fight: Game) -> None:
    before = told(fight)
    fight.damage("game_master", "Sombra", 5)
    fight.command("game_master", "give_effect", who=fight.id("Sombra"), name="Cegada", tier="major")
    fight.command("game_master", "rename", who=fight.id("Sombra"), name="Espectro", public_name="Bruma")
    fight.undo("game_master")
    fight.redo("game_master")
    assert changed(fight, before) == {"dj"}
    fight.command("game_master", "reveal", who=fight.id("Espectro"))
    assert {"dj", "table"} <= changed(fight, before)


def test_a_new_true_name_wakes_no_player(fight: Game) -> None:
    fight.command("game_master", "rename", who=fight.id("Bruno"), name="Bruno", public_name="Bruno")
    before = told(fight)
    fight.command("game_master", "rename", who=fight.id("Bruno"), name="El traidor", public_name="Bruno")
    assert changed(fight, before) == {"dj"}


def test_what_all_see_is_announced_to_all(fight: Game) -> None:
    before = told(fight)
    fight.end_turn()
    assert {"dj", "table"} <= changed(fight, before)


def test_what_one_player_sees_is_told_to_that_player(db: None) -> None:
    without()
    game = make_game(creatures("Orco", {"physical_max": 9, "mental_max": 9}))
    game.command("game_master", "show_as", who=game.id("Ana"), shows="nothing")
    before = told(game)
    game.command("player", "damage", "Ana", amount=1, pool="physical", targets={game.id("Ana"): "full"})
    game.undo("player")
    assert changed(game, before) >= {"dj", "player"}
    # The table learns that she is hurt; Bruno's seat learns nothing more.
    assert "other_player" not in changed(game, before) or "table" in changed(game, before)


def test_a_step_of_another_fight_is_not_undone_from_here(fight: Game) -> None:
    other = make_other(fight)
    with pytest.raises(RuleError):
        fight.undo("game_master", other.id)


def test_who_arrives_while_something_is_asked_is_there_at_once(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    asked = [request.key for request in fight.asked]
    rows = creatures("Lobo", {"physical_max": 5, "mental_max": 5})
    services.enlist(encounter=fight.encounter, user=fight.users["game_master"], rows=rows, key=fight.key())
    assert fight.id("Lobo")
    assert [request.key for request in fight.asked] == asked != []


def make_other(game: Game) -> LogEntry:
    here = game.encounter
    game.encounter = store.create(table=game.table, name="Otra", user=game.users["game_master"])
    rows = creatures("Lobo", {"physical_max": 5, "mental_max": 5})
    services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=rows, key=game.key())
    row = game.newest
    game.encounter = here
    return row
