"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "dying.": "heart-crack",
    "heal.": "heart",
    "care.": "heart",
    "attack.": "swords",
    "magic.": "wand-sparkles",
    "test.": "dices",
    "action.": "dices",
    "contest.": "dices",
    "pool.": "dices",
    "dice.": "dices",
    "declare.": "message-circle",
    "done.": "footprints",
    "gear.": "key-round",
    "time.": "hourglass",
    "session.": "crown",
    "adventure.": "crown",
    "level.": "arrow-up",
    "status.": "heart-pulse",
    "turn.": "chevrons-right",
}

DRAWN: Mapping[str, str] = {
    "attack.defence_fumble": "then",
    "test.total": "sum",
    "attack.total": "sum",
    "attack.defence": "sum",
    "hurry.total": "sum",
    "dying.total": "sum",
    "pool.": "dice_pool",
    "test.success": "succeeds",
    "attack.hit": "succeeds",
    "contest.won": "succeeds",
    "test.failure": "fails",
    "test.fumble": "fails",
    "test.snake_eyes": "fails",
    "attack.miss": "fails",
    "attack.fumble": "fails",
    "contest.no_one": "fails",
    "attack.melee": "tries",
    "attack.ranged": "tries",
    "action.": "tries",
    "magic.cast": "tries",
    "care.tries": "tries",
}

TOLD = ToldCodes(
    turns=("turn.group",),
    waiting=("harm.waits",),
    hits=("attack.hit",),
    misses=("attack.miss",),
    saves={"heal.": "heal", "care.stable": "steady"},
    icons=LOG_ICONS,
    drawn=DRAWN,
)
