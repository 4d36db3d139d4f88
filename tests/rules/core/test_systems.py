"""Every system that is offered is whole: it has each member that the application asks of a system."""

import pytest

from rules.core.registry import SYSTEMS, get_system
from rules.core.system import RuleSystem


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_a_system_has_every_member(slug):
    members = {*RuleSystem.__annotations__, *(name for name in vars(RuleSystem) if not name.startswith("_"))}
    assert [name for name in sorted(members) if not hasattr(get_system(slug), name)] == []
