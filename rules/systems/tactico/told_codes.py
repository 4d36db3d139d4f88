"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "machine.": "heart-crack",
    "heal.": "heart",
    "care.": "heart",
    "attack.shoots": "target",
    "attack.": "swords",
    "test.": "dices",
    "roll.": "dices",
    "opposed.": "dices",
    "dice.": "dices",
    "declare.": "message-circle",
    "intention.": "message-circle",
    "move.": "footprints",
    "done.": "refresh-cw",
    "gear.": "key-round",
    "time.": "hourglass",
    "fatigue.": "hourglass",
    "turn.": "chevrons-right",
    "heat.": "flame",
}

TOLD = ToldCodes(
    rounds=("round.begins", "vehicle_turn.begins"), harm=(*ToldCodes().harm, "machine.hurt"), icons=LOG_ICONS
)
