"""The d20 rule system: modern adventures with a twenty-sided die.

A subject a file: the rule in plain numbers on top, a generator where it has dice, and below it the action that binds
it to a fight. At the bottom lies what everything uses:

* `abilities`, `sizes`, `terms`, `dice`: words and modifiers, what numbers are made of, and how dice are rolled.
* `hit_points`, `conditions`, `effects`, `load`, `movement`, `budget`: what a combatant carries through a fight.
* `attack_roll`, `attack_bonus`, `full_attack`, `defences`, `cover`, `arms`, `objects`: the numbers of an attack.

`state` is what a fight carries. `fields`, `sheet`, `kinds`, `creation`, `levelling`, `next_level`: sheets; `bodies`
makes a body of one and says what of it outlives a fight; `bearing` says what a combatant can do as things are,
`values` its numbers, `cards` what others read of it. `situation` is where people stand; `gear/` what they have.

* The round: `initiative`, `order`, `counts`, `turns`, `doing`, `waiting`, `two_turns`.
* An attack: `attack` (in one's turn), `blows` (about to be made), `modifiers`, `strike` (from the roll to the damage),
  `shelter` (cover and concealment), `odds`, `opportunity`, `firearms`, `autofire`, `helpless`.
* Moving: `moving`, `rushing`, `lifting`.
* Special attacks: `maneuvers` (what they share), `trip`, `overrun`, `bull_rush`, `disarm`, `aid`, `grapple`,
  `grappling`, `wrestling`, `strangling`, `throwing`, `splash`, `explosives`, `breaking`.
* Harm: `harm`, `lasting`, `recovery`, `healing`, `keypad`. Dangers: `hazards` (what they share), `time` (when they
  fall due), `falls`, `fire`, `acid`, `electricity`, `breath`, `exposure`, `poison`, `poisoning`, `disease`.

`testing` rolls checks and saves. `settings` is la carta. `system` collects the actions.
"""
