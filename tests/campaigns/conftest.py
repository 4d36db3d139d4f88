import pytest

from rules.core import registry

from .people import Ladder, make_ladder


@pytest.fixture(autouse=True)
def _fake_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "fake", "tests.inputs.fake_system")


@pytest.fixture
def ladder(db: None) -> Ladder:
    return make_ladder()
