"""What every system owes, on the field of machines: played at random, replayed, undone, put into words."""

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.rules import contract, demands
from tests.rules.tactico.vehicles.field import SYSTEM, field
from tests.sizes import examples

STEPS = 30
briefly = settings(
    max_examples=examples(12),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@briefly
@given(data=st.data())
def test_random_play(data: st.DataObject) -> None:
    play = contract.Play(SYSTEM, field(heat_carries=True), data)
    play.steps(STEPS)
    demands.demands_on_strangers(SYSTEM, play.recorder)
    demands.demands_on_replay(play.recorder)
    demands.demands_on_undoing_all(play.recorder)
    demands.demands_on_words("tactico", play.emitted)
