"""The limit of loads: acts outside fights bring a character no more than the rules let it carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from rules.core.equipment import anything
from rules.core.errors import RuleError
from rules.core.gear import Gear
from rules.core.registry import get_system
from tapiz_site.campaigns.house import house_of

from .errors import TooMuch
from .frozen import gear_of
from .models import Possession
from .writing import Holder


@contextmanager
def within_limits(holders: Sequence[Holder]) -> Iterator[None]:
    """Run the block and raise TooMuch if it has made the load of one of these characters too great.

    The caller's transaction then takes back what the block did.
    """
    limited = {
        holder.owner: holder
        for holder in holders
        if holder.owner is not None and get_system(holder.table.system).equipment.may_carry is not anything
    }
    before = {owner: _gear(holder) for owner, holder in limited.items()}
    yield
    for owner, holder in limited.items():
        _check(owner, holder, before[owner], _gear(holder))


def _gear(holder: Holder) -> Gear:
    things = list(holder.things().filter(quantity__gt=0))
    return gear_of(get_system(holder.table.system).equipment, things)


def _check(owner: UUID, holder: Holder, before: Gear, after: Gear) -> None:
    if before == after:
        return
    system = get_system(holder.table.system)
    owners = Possession._meta.get_field("owner").related_model
    assert not isinstance(owners, str)  # noqa: S101 - models are loaded by now
    kind, sheet = owners._base_manager.values_list("kind", "sheet").get(pk=owner)
    loaded = system.sheet_kinds[kind].load(sheet)
    try:
        system.equipment.may_carry(kind, loaded, before, after, house_of(holder.table))
    except RuleError as reason:
        raise TooMuch(owner, holder.name, reason) from None
