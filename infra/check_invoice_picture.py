"""Compares page 1 of a PDF, drawn in grey at 72 dots an inch, with a picture. Letters may be smoothed a little differently, so places of 8 by 8
dots are compared: none may be darker or lighter than in the picture by more than a twentieth of the way from black to white."""

import pathlib
import sys

import pypdfium2
from PIL import Image, ImageChops

# Dots of a side of a place, and how much a place may differ, of 255.
PLACE = 8
DIFFERENCE_MAX = 12


def drawn(path):
    page = pypdfium2.PdfDocument(path)[0]
    return page.render(scale=1, grayscale=True).to_pil().convert("L")


def places(picture):
    size = [-(-side // PLACE) for side in picture.size]
    return picture.resize(size, Image.Resampling.BOX)


def main(document, expected, record=None):
    found = drawn(document)
    if record == "--record":
        found.save(expected, optimize=True)
        sys.exit(f"{expected} is the picture now: look at it")
    picture = Image.open(expected).convert("L")
    if picture.size != found.size:
        sys.exit(f"the page has {found.size} dots, the picture {picture.size}")
    difference = ImageChops.difference(places(picture), places(found))
    _, most = difference.getextrema()
    print(f"largest difference of a place: {most} of 255, allowed {DIFFERENCE_MAX}")
    if most > DIFFERENCE_MAX:
        shown = pathlib.Path(document).with_suffix(".png")
        found.save(shown)
        left, top, right, bottom = difference.point(lambda value: 255 * (value > DIFFERENCE_MAX)).getbbox()
        where = [PLACE * side for side in (left, top, right, bottom)]
        sys.exit(f"the page differs from {expected} within {where}: {shown} is what it is now")


main(*sys.argv[1:])
