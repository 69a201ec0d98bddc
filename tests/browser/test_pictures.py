"""The two pens give the same picture: what Chromium makes of the drawing, and the file that Pillow wrote."""

from io import BytesIO
from urllib.request import urlopen

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from tests.browser.instance import Instance
from tests.sampling import sample

MOST_APART = 5.0
"""Of 255, on average, when both are a little out of focus: smoothing of edges and kerning differ."""


def largest(instance: Instance, slug: str, kind: str) -> str:
    with urlopen(instance.url(f"/cards/pictures/{slug}.{'0' * 16}.{kind}")) as answer:
        return answer.geturl()


@pytest.mark.parametrize("slug", sample(["phasers", "sol", "wormhole-3", "aes-palamas"], 2))
def test_both_pens_draw_the_same(instance, browser, slug):
    with urlopen(largest(instance, slug, "large.webp")) as answer:
        file = Image.open(BytesIO(answer.read())).convert("RGBA")
    page = browser.new_page(viewport={"width": file.width, "height": file.height})
    page.goto(largest(instance, slug, "drawing.svg"))
    page.wait_for_load_state("networkidle")
    drawing = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    pixels = Image.new("RGB", file.size, "#ffffff")
    pixels.paste(file, mask=file)
    blurred = [image.filter(ImageFilter.GaussianBlur(3)) for image in (pixels, drawing)]
    apart = ImageStat.Stat(ImageChops.difference(*blurred)).mean
    assert max(apart) < MOST_APART, apart
