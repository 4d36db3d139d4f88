"""Writes the sprite of emblems from the grids of their charges: `python -m scripts.emblems`."""

from pathlib import Path

from tapiz_site.pictures.emblems import sprite

SPRITE = Path(__file__).resolve().parent.parent / "static" / "emblems.svg"


def main() -> None:
    """Write `static/emblems.svg`."""
    SPRITE.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
