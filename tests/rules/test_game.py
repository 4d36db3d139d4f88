"""`rules.Game`: the lessons of its README hold, and it needs nothing but Python."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import rules.game
from rules import Game
from rules.core.engine import Late
from rules.core.errors import NotAllowed
from rules.core.registry import SYSTEMS

RULES = Path(rules.game.__file__).resolve().parent


def test_the_fights_of_the_readme_play_as_they_are_told() -> None:
    failed, attempted = doctest.testfile(str(RULES / "README.md"), module_relative=False)
    assert attempted > 30
    assert failed == 0


def test_the_example_of_the_class_holds() -> None:
    failed, attempted = doctest.testmod(rules.game)
    assert attempted > 0
    assert failed == 0


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_rules_play_on_bare_python(slug: str) -> None:
    """Without any installed package the system is imported, and its first step taken."""
    play = (
        f"import sys; sys.path.insert(0, {str(RULES.parent)!r}); from rules import Game; game = Game({slug!r}); "
        "game.add('Ana', kind='person'); game.add('Orco'); print(*game.play(game.next_step), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", play], capture_output=True, text=True, check=True)
    assert done.stdout.strip()


@pytest.fixture
def game() -> Game:
    game = Game("tapiz", seed=5, language="en")
    game.add("Sharra", kind="person", player="lola")
    game.add("Orc")
    game.play("initiative")
    return game


def test_a_game_is_text_and_comes_back_to_go_on(game: Game) -> None:
    game.push("attack", game.turn[0], target=game.turn[1])
    again = Game.from_text(game.text())
    assert again.text() == game.text()
    assert [request.key for request in again.asked] == [request.key for request in game.asked] != []
    again.roll()
    assert again.told()[: len(game.told())] == game.told()


def test_popping_everything_leads_back_to_the_beginning(game: Game) -> None:
    first = game.first
    game.play("attack", game.turn[0], target=game.turn[1])
    while True:
        try:
            game.pop()
        except NotAllowed:
            break
    assert game.system.codec.dump(game.head) == first
    assert game.told() == []


def test_what_was_popped_comes_back_by_redo(game: Game) -> None:
    told = game.told()
    game.pop()
    assert game.told() != told
    assert game.redo() is not None
    assert game.told() == told


def test_the_same_seed_throws_the_same_dice() -> None:
    def played(seed: int) -> list[str]:
        game = Game("d20", seed=seed)
        game.add("Leo", kind="person")
        game.add("Ogro")
        return game.play("initiative")

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_dice_thrown_by_chance_are_marked_as_rolled_and_typed_ones_are_not(game: Game) -> None:
    game.push("attack", game.turn[0], target=game.turn[1])
    game.answer("attack", [6, 5, 4])
    assert game.entries[-1].rolled is False
    assert next(entry.rolled for entry in game.entries if entry.kind == "answer") is True


def test_a_viewer_reads_only_what_they_may_know(game: Game) -> None:
    game.begin("hide", who="orc")
    nobody = game.fight.viewer("nobody", game_master=False)
    assert game.told(nobody) != game.told()
    assert len(game.told(nobody)) < len(game.told())


def test_where_nothing_is_open_nothing_is_cancelled() -> None:
    game = Game("tapiz")
    with pytest.raises(Late):
        game.cancel()
    assert game.entries == []
