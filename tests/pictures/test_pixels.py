"""What becomes of the files that people send."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageFile

from tapiz_site.pictures import pixels
from tapiz_site.pictures.pixels import LARGE_FACE, SMALL_FACE, THUMBNAIL, WHOLE, NotAPicture
from tests.sizes import one_in

from .samples import BLUE, HOSTILE, RED, SCRIPT, animated, claims, made, photo


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def is_near(image: Image.Image, place: tuple[int, int], colour: tuple[int, ...]) -> bool:
    found = image.convert("RGB").getpixel(place)
    assert isinstance(found, tuple)
    return all(abs(one - other) < 40 for one, other in zip(found, colour, strict=True))


MODES = {
    "PNG": ("RGB", "L", "P", "RGBA", "LA", "1", "I;16"),
    "JPEG": ("RGB", "L", "CMYK", "1"),
    "WEBP": ("RGB", "L", "P", "RGBA", "LA", "CMYK", "1", "I;16"),
}
"""The modes of Pillow in which each format can be written."""


@pytest.mark.parametrize(("form", "mode"), [(form, mode) for form, modes in MODES.items() for mode in modes])
def test_every_kind_of_picture_becomes_ours(form: str, mode: str) -> None:
    data = made(form, mode=mode)
    for encoded in (pixels.face(data), pixels.whole(data)):
        for side, found in encoded.renditions.items():
            image = opened(found)
            assert image.format == "WEBP"
            assert max(image.size) <= side
            assert image.mode in ("RGB", "RGBA")


def test_a_face_is_the_middle_square_in_two_sizes() -> None:
    encoded = pixels.face(made(size=(300, 200)))
    assert {side: opened(data).size for side, data in encoded.renditions.items()} == {
        SMALL_FACE: (SMALL_FACE, SMALL_FACE),
        LARGE_FACE: (LARGE_FACE, LARGE_FACE),
    }
    image = opened(encoded.renditions[LARGE_FACE])
    assert is_near(image, (20, 100), RED)
    assert is_near(image, (LARGE_FACE - 20, 100), BLUE)


def test_a_picture_to_show_keeps_its_shape_and_is_not_made_larger() -> None:
    encoded = pixels.whole(made(size=(3200, 800)))
    assert opened(encoded.renditions[WHOLE]).size == (encoded.width, encoded.height) == (1600, 400)
    assert opened(encoded.renditions[THUMBNAIL]).size == (256, 64)
    small = pixels.whole(made(size=(300, 200)))
    assert (small.width, small.height) == (300, 200)


def test_a_photo_stands_upright() -> None:
    turned = pixels.whole(photo((400, 300), orientation=6))
    assert (turned.width, turned.height) == (300, 400)
    image = opened(turned.renditions[WHOLE])
    assert is_near(image, (150, 20), RED)
    assert is_near(image, (150, 380), BLUE)


def test_nothing_but_the_pixels_is_kept_of_a_photo() -> None:
    data = photo()
    told = (b"MARCA-DEL-MOVIL", b"NOMBRE-DE-PERSONA", b"COMENTARIO", b"PERFIL-DE-COLOR")
    assert all(text in data for text in told)
    assert 0x8825 in opened(data).getexif()
    for encoded in (pixels.face(data), pixels.whole(data)):
        for found in encoded.renditions.values():
            image = opened(found)
            assert not image.getexif()
            assert not image.info.keys() & {"exif", "icc_profile", "xmp", "comment"}
            assert not any(text in found for text in told)
            assert not any(name in found for name in (b"EXIF", b"ICCP", b"XMP ", b"ANIM"))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_what_hides_behind_or_within_a_picture_is_left_out(form: str) -> None:
    for data in (made(form) + SCRIPT, made(form) + b"PK\x03\x04" + SCRIPT):
        for found in pixels.whole(data).renditions.values():
            assert SCRIPT not in found
            assert b"PK\x03\x04" not in found


def test_of_a_moving_picture_the_first_frame_is_kept() -> None:
    encoded = pixels.whole(animated())
    image = opened(encoded.renditions[WHOLE])
    assert getattr(image, "n_frames", 1) == 1
    assert is_near(image, (30, 30), RED)


def test_what_is_transparent_stays_so() -> None:
    into = io.BytesIO()
    Image.new("RGBA", (100, 100), (0, 0, 0, 0)).save(into, "PNG")
    pixel = opened(pixels.face(into.getvalue()).renditions[SMALL_FACE]).getpixel((5, 5))
    assert isinstance(pixel, tuple)
    assert pixel[3] == 0


@pytest.mark.parametrize("what", HOSTILE)
def test_anything_else_is_refused_with_a_sentence(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # as a library that prints leaves it behind in the process
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    for make in (pixels.face, pixels.whole):
        with pytest.raises(NotAPicture) as refused:
            make(HOSTILE[what])
        assert str(refused.value).endswith(".")


def test_a_picture_too_large_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: Image.Image) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(Image.Image, "load", never)
    with pytest.raises(NotAPicture, match="30 millones"):
        pixels.whole(claims(8_000, 8_000))


def test_a_long_file_is_refused_before_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.MAX_PICTURE_BYTES", 1000)
    monkeypatch.setattr(Image, "open", None)
    with pytest.raises(NotAPicture, match="demasiado grande"):
        pixels.whole(b"x" * 1001)


def test_one_at_a_time_is_decoded_and_who_waits_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "PATIENCE", 0.01)
    with pixels._decoding, pytest.raises(NotAPicture, match="otras imágenes"):
        pixels.face(made())
    assert pixels.face(made())


def test_a_refused_file_leaves_room_for_the_next() -> None:
    for data in HOSTILE.values():
        with pytest.raises(NotAPicture):
            pixels.whole(data)
    assert pixels.whole(made())


def test_noise_is_encoded_small_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter as wide and high, of which there may be a sixteenth: each part of noise is as long as another."""
    side, share = WHOLE // one_in(4), one_in(4) ** 2
    monkeypatch.setattr(pixels, "MOST_ENCODED", pixels.MOST_ENCODED // share)
    into = io.BytesIO()
    # a photo is larger than what is kept of it, and made smaller
    noise = Image.effect_noise((side * 5 // 4, side * 5 // 4), 40).resize((side, side), Image.Resampling.LANCZOS)
    noise.convert("RGB").save(into, "JPEG")
    whole = pixels.whole(into.getvalue()).renditions[WHOLE]
    assert len(whole) < 2 * pixels.MOST_ENCODED
