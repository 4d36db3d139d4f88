"""What lies under cloth changes nothing of the board that players know."""

from hypothesis import given
from hypothesis import strategies as st

from rules.core.board.regions import as_players_know, covered_cells
from rules.core.boards import Board, Cell, EdgeKind, Land, Region, name_of

SIDE = 6
ALL = [name_of(Cell(column, row)) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)]
names = st.sampled_from(ALL)
lands = st.dictionaries(names, st.builds(Land, st.sampled_from(("rough", "wall")), st.integers(-2, 2)), max_size=20)
edges: st.SearchStrategy[dict[str, EdgeKind]] = st.dictionaries(
    st.builds("{}:{}".format, names, st.sampled_from("es")), st.sampled_from(("wall", "door")), max_size=20
)
regions = st.dictionaries(
    st.sampled_from("abc"), st.builds(Region, st.text(max_size=3), st.lists(names).map(tuple), st.booleans())
)


def sides(edge: str) -> set[str]:
    """The names of the two cells of an edge."""
    of, side = edge.split(":")
    letter, row = of[0], int(of[1:])
    return {of, f"{chr(ord(letter) + 1)}{row}" if side == "e" else f"{letter}{row + 1}"}


@given(regions, lands, edges, lands, edges)
def test_two_boards_that_differ_under_cloth_alone_are_the_same_to_players(kept, one, one_edges, other, other_edges):
    under = {name_of(cell) for cell in covered_cells(Board(SIDE, SIDE, regions=kept))}
    in_sight = {name: land for name, land in one.items() if name not in under}
    seen_edges = {name: kind for name, kind in one_edges.items() if not sides(name) <= under}

    def world(hidden: dict[str, Land], hidden_edges: dict[str, EdgeKind]) -> Board:
        cells = {**in_sight, **{name: land for name, land in hidden.items() if name in under}}
        walls = {**seen_edges, **{name: kind for name, kind in hidden_edges.items() if sides(name) <= under}}
        return as_players_know(Board(SIDE, SIDE, cells, edges=walls, regions=kept))

    assert world(one, one_edges) == world(other, other_edges)
    assert world(one, one_edges).cells == in_sight
    assert world(one, one_edges).edges == seen_edges


def test_a_wall_on_the_hem_is_seen_from_the_open_side():
    vault = {"vault": Region("vault", ("B2", "B3"))}
    edges: dict[str, EdgeKind] = {"A2:e": "wall", "B1:s": "wall", "B2:e": "door", "B3:s": "wall", "B2:s": "door"}
    assert set(as_players_know(Board(SIDE, SIDE, edges=edges, regions=vault)).edges) == set(edges) - {"B2:s"}


def test_a_cell_of_two_regions_is_seen_once_either_is_uncovered():
    hall, vault = Region("hall", ("A1", "B1"), covered=False), Region("vault", ("B1", "C1"))
    assert covered_cells(Board(SIDE, SIDE, regions={"hall": hall, "vault": vault})) == {Cell(3, 1)}
