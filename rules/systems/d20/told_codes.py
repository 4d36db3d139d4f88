"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "nonlethal.": "heart-crack",
    "massive.": "heart-crack",
    "heal.": "heart",
    "temporary.": "heart",
    "attack.": "swords",
    "opportunity.": "swords",
    "finish.": "skull",
    "test.": "dices",
    "initiative.": "dices",
    "dice.": "dices",
    "move.": "footprints",
    "posture.": "footprints",
    "guard.": "shield",
    "low_cover.": "shield",
    "gear.": "key-round",
    "hands.": "key-round",
    "delay.": "hourglass",
    "ready.": "eye",
    "awareness.": "eye",
    "status.": "heart-pulse",
    "condition.": "heart-pulse",
    "effect.": "heart-pulse",
    "turn.": "chevrons-right",
}

DRAWN: Mapping[str, str] = {
    "test.total": "sum",
    "attack.total": "sum",
    "area.total": "sum",
    "touch.total": "sum",
    "contest.total": "sum",
    "roll.total": "sum",
    "attack.defense": "against",
    "attack.bonus": "",
    "scatter.": "scatter",
    "test.succeeds": "succeeds",
    "attack.hit": "succeeds",
    "attack.critical": "succeeds",
    "area.hit": "succeeds",
    "contest.won": "succeeds",
    "burst.saved": "succeeds",
    "test.fails": "fails",
    "attack.miss": "fails",
    "area.miss": "fails",
    "concealment.missed": "fails",
    "burst.unsaved": "fails",
    "attack.melee": "tries",
    "attack.ranged": "tries",
    "test.tries": "tries",
}

TOLD = ToldCodes(
    attacks=("attack.", "touch.", "area."),
    hits=("attack.hit", "attack.sure", "touch.hit", "area.hit"),
    misses=("attack.miss", "touch.miss", "area.miss"),
    fails_yet=("concealment.missed",),
    saves={
        "heal.": "heal",
        "recovery.first_aid_made": "steady",
        "aid.helps_defense": "shield",
        "cover.coverer_hit": "instead",
    },
    icons=LOG_ICONS,
    drawn=DRAWN,
)
