"""Burdens of things are read in the unit of the table."""

import pytest

from characters.inventory import showing
from tapiz_site.campaigns.models import Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("unit", "said"), [("pounds", "3 lb"), ("kilos", "1,36 kg")])
def test_pounds_are_said_in_the_unit_of_the_table(unit: str, said: str) -> None:
    table = Table(system="d20", house={"weight_unit": unit})
    assert showing.burden_words({"centipounds": 300}, showing.words_of(table)) == said
