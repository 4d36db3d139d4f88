"""Dice that can be checked afterwards: their faces follow from a secret seed, whose hash was told beforehand.

`docs/fair-dice.md` says the same in words and in ten lines of a program.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256

WORD = 1 << 32
"""A block of 32 bytes is read as eight numbers below this."""


def commitment(seed: str) -> str:
    """The hash of a seed, both in hexadecimal: it can be told, and the seed cannot be changed any more."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def name(salt: str, identity: str) -> str:
    """The name of a roll, in hexadecimal; without the salt it says nothing of the identity."""
    return hmac.digest(bytes.fromhex(salt), identity.encode(), "sha256").hex()


def faces(seed: str, roll: str, sides: Iterable[int]) -> list[int]:
    """The faces of a roll with this name, one for each number of sides, from 1 to that number with equal chance."""
    numbers = _numbers(bytes.fromhex(seed), bytes.fromhex(roll))
    return [_face(numbers, count) for count in sides]


def _face(numbers: Iterator[int], sides: int) -> int:
    # numbers above the last whole multiple would favour the lower faces
    fits = next(number for number in numbers if number < WORD - WORD % sides)
    return fits % sides + 1


def _numbers(seed: bytes, roll: bytes) -> Iterator[int]:
    block = 0
    while True:
        drawn = hmac.digest(seed, roll + block.to_bytes(4), "sha256")
        yield from (int.from_bytes(drawn[place : place + 4]) for place in range(0, len(drawn), 4))
        block += 1
