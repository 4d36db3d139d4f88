"""The answer of each address to each role: a row for every address of the site, a cell for every role.

The roles are in the order of `tests.combat.play.ROLES`: the game master, the player of Ana, another player, a
spectator, a stranger who runs another table, and a visitor without a log-in. A cell is a status; `log-in` stands for a
redirect to the log-in, with the way back. Methods without a row are not allowed; visitors without a log-in do not
learn even that, where the address requires a log-in.
"""

from __future__ import annotations

from dataclasses import dataclass

from characters.printing import pdf

LOG_IN = "log-in"


@dataclass(frozen=True)
class Row:
    """The cells of one address; `others`: methods that are not said; `open`: it does not ask for a log-in."""

    get: str = ""
    post: str = ""
    put: str = ""
    options: str = ""
    others: str = ""
    open: bool = False

    def cells(self, method: str) -> list[str]:
        """What each role gets with this method."""
        written = getattr(self, "get" if method == "head" else method, "")
        return (written or self.others or f"{'405 ' * 5}{'405' if self.open else LOG_IN}").split()


EVERYBODY = "200 200 200 200 200 log-in"
MEMBERS = "200 200 200 200 404 log-in"
GAME_MASTER = "200 403 403 403 404 log-in"
GAME_MASTER_DOES = "302 403 403 403 404 log-in"
PLAYING = "200 200 200 403 404 log-in"
PLAYING_DO = "302 302 302 403 404 log-in"
NOT_THERE = "404 404 404 404 404 log-in"
OPEN = "200 200 200 200 200 200"
AWAY = "302 302 302 302 302 302"


def as_pdf(cells: str) -> str:
    """The row of a PDF; where none can be made, people with the right to it are told so."""
    return cells if pdf.available() else cells.replace("200", "503")


TABLE: dict[str, Row] = {
    "home": Row(get=AWAY, open=True),
    # What makes the site an application on a device, the same for everybody.
    "worker": Row(get=OPEN, open=True),
    "manifest": Row(get=OPEN, open=True),
    "offline": Row(get=OPEN, open=True),
    # Accounts. Logged-in people are redirected from the log-in; there is no page for the first account once one exists.
    "account_login": Row(
        get="302 302 302 302 302 200",
        post="302 302 302 302 302 200",
        put="302 302 302 302 302 200",
        options="302 302 302 302 302 200",
        others="302 302 302 302 302 405",
        open=True,
    ),
    "account_logout": Row(get="200 200 200 200 200 302", post=AWAY, options="200 200 200 200 200 200", open=True),
    # The page that says that one must be invited comes whatever is asked.
    "account_signup": Row(
        get="302 302 302 302 302 200",
        post="302 302 302 302 302 200",
        put="302 302 302 302 302 200",
        options="302 302 302 302 302 200",
        others="302 302 302 302 302 200",
        open=True,
    ),
    "account_inactive": Row(get="200 200 200 200 200 200", options="200 200 200 200 200 200", open=True),
    "accounts:first": Row(get="404 404 404 404 404 404", post="404 404 404 404 404 404", open=True),
    "accounts:more": Row(get=EVERYBODY, post="302 302 302 302 302 log-in"),
    "accounts:language": Row(post=AWAY, open=True),
    "accounts:theme": Row(post=AWAY, open=True),
    "accounts:hand": Row(post=AWAY, open=True),
    # Nobody here is a guest or administers the installation; no link was made, no mail is set up.
    "accounts:keep": Row(get=NOT_THERE, post=NOT_THERE),
    "accounts:password": Row(get=EVERYBODY, post="422 422 422 422 422 log-in"),
    "accounts:email": Row(get=EVERYBODY, post="422 422 422 422 422 log-in"),
    "accounts:log_ins": Row(get=EVERYBODY),
    "accounts:end_other_log_ins": Row(post="302 302 302 302 302 log-in"),
    # Nobody here has a second step, and this address makes no passkeys.
    "mfa_authenticate": Row(get=AWAY, post=AWAY, open=True),
    "accounts:second_step": Row(get=EVERYBODY),
    "accounts:add_app": Row(get=EVERYBODY, post="422 422 422 422 422 log-in"),
    "accounts:add_passkey": Row(get=NOT_THERE, post=NOT_THERE),
    "accounts:recovery_codes": Row(get=NOT_THERE, post=NOT_THERE),
    "accounts:remove_second_step": Row(get=NOT_THERE, post=NOT_THERE),
    # No log-in of anybody has this number.
    "accounts:end_log_in": Row(post=NOT_THERE),
    "exchange:leave": Row(get=EVERYBODY, post="422 422 422 422 422 log-in"),
    "exchange:own_data": Row(post="200 200 200 200 200 log-in"),
    "accounts:people": Row(get=NOT_THERE),
    "accounts:make_password_link": Row(post=NOT_THERE),
    "accounts:make_seat_link": Row(post=NOT_THERE),
    "accounts:forgotten": Row(get="200 200 200 200 200 200", post="404 404 404 404 404 404", open=True),
    "accounts:password_link": Row(get="404 404 404 404 404 404", post="404 404 404 404 404 404", open=True),
    "accounts:seat": Row(get="404 404 404 404 404 404", post="404 404 404 404 404 404", open=True),
    # The rules in words are the same for everybody.
    "rulebook:systems": Row(get=EVERYBODY),
    "rulebook:rules": Row(get=EVERYBODY),
    "rulebook:rule": Row(get=EVERYBODY),
    "rulebook:action": Row(get=EVERYBODY),
    # All people may practise; the practice of the game master is nobody else's.
    "lessons:begin": Row(post="302 302 302 302 302 log-in"),
    "lessons:go": Row(post="302 404 404 404 404 log-in"),
    # Tables. Anybody may give up their own place: the place to be ended is the spectator's.
    "campaigns:tables": Row(get=EVERYBODY),
    "campaigns:new": Row(get=EVERYBODY, post="302 302 302 302 302 log-in"),
    "campaigns:table": Row(get=MEMBERS),
    # Nothing is in the bin.
    "campaigns:bin": Row(get=EVERYBODY),
    "campaigns:delete": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:recover": Row(post=NOT_THERE),
    "campaigns:rename": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:house": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    # Who plays stops play; who looks on does not, and reads the lines and veils.
    "campaigns:quiet": Row(get="302 302 302 302 404 log-in", post=PLAYING_DO),
    "campaigns:boundaries": Row(get=MEMBERS, post=PLAYING_DO),
    "campaigns:people": Row(get=MEMBERS, post=GAME_MASTER_DOES),
    "campaigns:change_role": Row(post=GAME_MASTER_DOES),
    "campaigns:remove": Row(post="302 403 403 302 404 log-in"),
    "campaigns:revoke": Row(post=GAME_MASTER_DOES),
    "campaigns:house_history": Row(get=MEMBERS),
    "campaigns:hand_over": Row(post=GAME_MASTER_DOES),
    # The spectator is no guest, and has a password.
    "campaigns:seat_link": Row(post="404 403 403 403 404 log-in"),
    "campaigns:password_link": Row(post=GAME_MASTER),
    "campaigns:own_door": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:close_door": Row(post=GAME_MASTER_DOES),
    "campaigns:let_in": Row(post=GAME_MASTER_DOES),
    "campaigns:refuse": Row(post=GAME_MASTER_DOES),
    "campaigns:by_code": Row(get="200 200 200 200 200 200", open=True),
    "campaigns:waiting": Row(get=AWAY, open=True),
    "campaigns:withdraw": Row(post=AWAY, open=True),
    "campaigns:door": Row(get="302 302 302 302 200 200", post=AWAY, open=True),
    "campaigns:sessions": Row(get=MEMBERS),
    "campaigns:begin_session": Row(post=GAME_MASTER_DOES),
    "campaigns:edit_session": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:end_session": Row(post=GAME_MASTER_DOES),
    "campaigns:delete_session": Row(post=GAME_MASTER_DOES),
    "campaigns:new_adventure": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:rename_adventure": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "campaigns:end_adventure": Row(post=GAME_MASTER_DOES),
    # Members are redirected to their table; strangers may join; visitors are asked to log in.
    "campaigns:invitation": Row(get="302 302 302 302 200 200", post="302 302 302 302 302 200", open=True),
    # Pictures: the one asked for hangs at the table, so that all of it may see it.
    "pictures:file": Row(get=MEMBERS),
    "pictures:hung": Row(get=MEMBERS),
    "pictures:table_look": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    # no creature is named
    "pictures:creature_look": Row(get="404 403 403 403 404 log-in", post="404 403 403 403 404 log-in"),
    "pictures:pictures": Row(get=GAME_MASTER, post="422 403 403 403 404 log-in"),
    "pictures:show": Row(post=GAME_MASTER_DOES),
    "pictures:rename": Row(post=GAME_MASTER_DOES),
    "pictures:take_down": Row(post=GAME_MASTER_DOES),
    "pictures:delete": Row(post=GAME_MASTER_DOES),
    # Characters: the one asked for is Ana.
    "characters:new": Row(get=PLAYING, post=PLAYING_DO),
    "characters:new_kind": Row(get=PLAYING, post=PLAYING_DO),
    "characters:show": Row(get="200 200 404 404 404 log-in"),
    "characters:copy": Row(get="404 302 404 404 404 log-in"),
    "characters:edit": Row(get="200 200 404 404 404 log-in", post="302 302 404 404 404 log-in"),
    "characters:look": Row(get="200 200 404 404 404 log-in", post="302 302 404 404 404 log-in"),
    "characters:experience": Row(get=GAME_MASTER, post="422 403 403 403 404 log-in"),
    "characters:advance": Row(get="200 200 404 404 404 log-in"),
    "characters:advance_page": Row(get="200 200 404 404 404 log-in", post="422 422 404 404 404 log-in"),
    "characters:made": Row(get="200 200 404 404 404 log-in"),
    "characters:offered": Row(get="200 200 404 404 404 log-in"),
    "characters:take_entry": Row(get="200 200 404 404 404 log-in", post="422 422 404 404 404 log-in"),
    "characters:delete": Row(get="200 403 404 404 404 log-in", post="302 403 404 404 404 log-in"),
    "characters:start": Row(get=PLAYING),
    "characters:quick": Row(post=PLAYING_DO),
    "characters:discard": Row(post=PLAYING_DO),
    "characters:step": Row(get=PLAYING, post="422 422 422 403 404 log-in"),
    "characters:write": Row(get="200 200 404 404 404 log-in", post="302 302 404 404 404 log-in"),
    "characters:by_hand": Row(get="200 200 404 404 404 log-in", post="422 422 404 404 404 log-in"),
    "characters:print": Row(get="200 200 404 404 404 log-in"),
    "characters:print_pdf": Row(get=as_pdf("200 200 404 404 404 log-in")),
    "characters:print_table": Row(get=GAME_MASTER),
    "characters:print_table_pdf": Row(get=as_pdf(GAME_MASTER)),
    "characters:print_cards": Row(get=GAME_MASTER),
    "characters:print_cards_pdf": Row(get="404 403 403 403 404 log-in"),
    "characters:print_screen": Row(get=GAME_MASTER),
    "characters:print_screen_pdf": Row(get=as_pdf(GAME_MASTER)),
    "characters:print_blank": Row(get=MEMBERS),
    "characters:print_blank_pdf": Row(get=as_pdf(MEMBERS)),
    "characters:bin": Row(get=GAME_MASTER),
    "characters:share": Row(post="302 302 404 404 404 log-in"),
    "characters:lend": Row(post="302 302 404 404 404 log-in"),
    "characters:give_back": Row(post="404 404 404 404 404 log-in"),
    "characters:history": Row(get="200 200 404 404 404 log-in"),
    "characters:restore": Row(post="302 302 404 404 404 log-in"),
    "characters:recover": Row(post=NOT_THERE),
    # What Ana has, the stash and the shop of the table; the arrow asked for is Ana's, or for `take` the stash's.
    "characters:inventory": Row(get="200 200 404 404 404 log-in"),
    "characters:ledger": Row(get="200 200 404 404 404 log-in"),
    "characters:exchange_coins": Row(post="302 302 404 404 404 log-in"),
    "characters:answer_proposal": Row(post="302 302 404 403 404 log-in"),
    "characters:add_thing": Row(get="200 200 404 404 404 log-in", post="404 404 404 404 404 log-in"),
    "characters:add_thing_of": Row(get="200 200 404 404 404 log-in", post="302 302 404 404 404 log-in"),
    "characters:answer_gift": Row(post="302 302 404 404 404 log-in"),
    "characters:thing": Row(get="200 200 404 404 404 log-in"),
    "characters:do_thing": Row(post="302 302 404 404 404 log-in"),
    "characters:edit_thing": Row(get="200 200 404 404 404 log-in", post="302 302 404 404 404 log-in"),
    "characters:stash": Row(get=MEMBERS),
    "characters:add_to_stash": Row(get=PLAYING, post="404 404 404 403 404 log-in"),
    "characters:add_to_stash_of": Row(get=PLAYING, post=PLAYING_DO),
    "characters:stash_ledger": Row(get=MEMBERS),
    "characters:share_out": Row(get=PLAYING, post="200 200 200 403 404 log-in"),
    "characters:take": Row(post="302 302 404 403 404 log-in"),
    "characters:loot": Row(post="302 302 302 403 404 log-in"),
    "characters:shop": Row(get=MEMBERS),
    "characters:keep_shop": Row(post=GAME_MASTER_DOES),
    "characters:buy": Row(post="404 404 404 403 404 log-in"),
    # Files: one's own characters, tables for their game masters; the data folder is for administrators.
    "exchange:character": Row(get="200 200 404 404 404 log-in"),
    "exchange:table": Row(get=GAME_MASTER),
    "exchange:import_character": Row(get=PLAYING, post=PLAYING_DO),
    "exchange:import_table": Row(get=EVERYBODY, post="302 302 302 302 302 log-in"),
    "exchange:data_folder": Row(get=NOT_THERE, post=NOT_THERE),
    "exchange:schema": Row(get="200 200 200 200 200 200", open=True),
    # Packs: all people read, the game master chooses and writes; administrators install for all tables.
    "packs:schema": Row(get="200 200 200 200 200 200", open=True),
    "packs:install": Row(get=NOT_THERE, post=NOT_THERE),
    "packs:archive": Row(post=NOT_THERE),
    "packs:compendium": Row(get=MEMBERS),
    "packs:family": Row(get=MEMBERS),
    "packs:paper": Row(get=MEMBERS),
    "packs:entry": Row(get=MEMBERS),
    "packs:chapter": Row(get=MEMBERS),
    "packs:copy": Row(post=GAME_MASTER_DOES),
    "packs:choose": Row(get=GAME_MASTER),
    "packs:change": Row(post=GAME_MASTER_DOES),
    "packs:differ": Row(get=GAME_MASTER),
    "packs:export": Row(get=GAME_MASTER),
    "packs:rules": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:bring": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:new": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:draft": Row(get=GAME_MASTER),
    "packs:head": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:publish": Row(post=GAME_MASTER_DOES),
    "packs:add": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:paste": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "packs:edit": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    # No map is named.
    "packs:map": Row(post="404 403 403 403 404 log-in"),
    "packs:remove": Row(post=GAME_MASTER_DOES),
    # Fights: the act is damage to Ana, for Ana.
    "combat:new": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    "combat:fight": Row(get=MEMBERS),
    "combat:add": Row(get=GAME_MASTER, post="422 403 403 403 404 log-in"),
    "combat:forecast": Row(get=GAME_MASTER),
    # No pile is named.
    "combat:print_fight": Row(get=GAME_MASTER),
    "combat:print_fight_pdf": Row(get=as_pdf(GAME_MASTER)),
    "combat:print_cards": Row(get=GAME_MASTER),
    "combat:print_cards_pdf": Row(get=as_pdf(GAME_MASTER)),
    "combat:pile": Row(post="404 403 403 403 404 log-in"),
    "combat:close": Row(get=GAME_MASTER, post=GAME_MASTER_DOES),
    # Nobody has fallen.
    "combat:open_loot": Row(post="404 403 403 403 404 log-in"),
    "combat:act": Row(post="302 302 422 403 404 log-in"),
    "combat:evening_canvas": Row(post=GAME_MASTER_DOES),
    "combat:evening_step": Row(post="404 403 403 403 404 log-in"),
    "combat:prepare": Row(post=GAME_MASTER_DOES),
    "combat:rolls": Row(get=MEMBERS),
    "combat:statistics": Row(get=MEMBERS),
    "combat:statistics_file": Row(get=MEMBERS),
    # Another player reads nothing of Ana's sheet.
    "combat:sheet_act": Row(post="302 302 404 404 404 log-in"),
    # No roll of a sheet waits.
    "combat:judge": Row(post=GAME_MASTER_DOES),
    "combat:calls": Row(get=MEMBERS),
    "combat:screen": Row(get=MEMBERS),
    "combat:free": Row(post="302 302 302 302 404 log-in"),
    # Maps are the game master's; no such map is kept here (tests/combat/test_boards.py has some).
    "combat:maps": Row(get=GAME_MASTER, post="422 403 403 403 404 log-in"),
    "combat:map_of_pack": Row(post="404 403 403 403 404 log-in"),
    "combat:map": Row(get="404 403 403 403 404 log-in", post="404 403 403 403 404 log-in"),
    # No picture lies under the board here (tests/combat/test_plans.py has some).
    "combat:plan": Row(get="404 404 404 404 404 log-in"),
    "combat:map_picture": Row(get="404 403 403 403 404 log-in", post="404 403 403 403 404 log-in"),
    "combat:map_file": Row(get="404 403 403 403 404 log-in"),
    # The page of Ana's player, for the game master of that fight.
    "combat:as_player": Row(get="200 404 404 404 404 log-in", post="409 404 404 404 404 log-in"),
    "combat:panel": Row(get=MEMBERS),
    "combat:fragment": Row(get=MEMBERS),
    "combat:why": Row(get=MEMBERS),
    "combat:log": Row(get=MEMBERS),
    "combat:dice": Row(get=MEMBERS),
    "combat:go_back": Row(post=GAME_MASTER_DOES),
    "combat:newest_moment": Row(get=MEMBERS),
    "combat:moment": Row(get=MEMBERS),
    "combat:digest": Row(get=EVERYBODY, post="422 422 422 422 422 log-in"),
    # The links are for another address.
    "combat:confirm_digest": Row(get="404 404 404 404 404 404", post="404 404 404 404 404 404", open=True),
    "combat:stop_digest": Row(get="404 404 404 404 404 404", post="404 404 404 404 404 404", open=True),
    "combat:posts": Row(get=PLAYING),
    # The fight is played live, and nothing is foreseen in it.
    "combat:contingency": Row(get="403 404 404 403 404 log-in", post="403 404 404 403 404 log-in"),
    "combat:change_contingency": Row(post=PLAYING_DO),
    "combat:switch_posts": Row(post=GAME_MASTER_DOES),
    "combat:decide_wait": Row(post=GAME_MASTER_DOES),
    # The game master says to whom.
    "combat:whisper": Row(post="403 302 302 403 404 log-in"),
    "combat:try": Row(post=GAME_MASTER_DOES),
    # The fight is the copy of none.
    "combat:end_trial": Row(post="404 403 403 403 404 log-in"),
    # Nothing is ticked.
    "combat:put_right": Row(get=GAME_MASTER, post="409 403 403 403 404 log-in"),
    # The table is shown no moment.
    "combat:show_moment": Row(post=GAME_MASTER_DOES),
    "combat:shown_moment": Row(get="204 204 204 204 404 log-in"),
    "combat:chronicle": Row(get=MEMBERS),
    "combat:chronicle_text": Row(get=MEMBERS),
    "combat:session_chronicle": Row(get=MEMBERS),
    "combat:session_chronicle_text": Row(get=MEMBERS),
    "combat:told": Row(get=GAME_MASTER),
    "combat:ended": Row(get=MEMBERS),
}
