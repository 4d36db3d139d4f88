"""The rules of four role-playing systems, executed; standard library only. `Game` plays one in ten lines."""

from rules.game import Game

__all__ = ["Game"]
