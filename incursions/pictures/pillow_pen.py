"""The pen for files: draws a picture with Pillow, large, and makes it smaller so that edges are smooth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageColor, ImageDraw

from incursions.pictures.fonts import loaded, signs
from incursions.pictures.shapes import (
    FADING,
    Colour,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Paint,
    Picture,
    Point,
    Radial,
    Run,
    Shape,
    Stop,
    TextBox,
)

PRINT_DPI = 300
MILLIMETRES_OF_AN_INCH = 25.4
OVERSAMPLING = 2
MASTER_SCALE = OVERSAMPLING * PRINT_DPI / MILLIMETRES_OF_AN_INCH
"""Pixels a millimetre of what is drawn before it is made smaller."""
SOFT = 6
"""By so much coarser is drawn what has no edges."""
_GRADIENT = 256  # pixels across the gradients that Pillow makes
_RIM = 255 / math.sqrt(2)  # their value on a circle that touches the sides; the corners have 255
Pixels = list[Point]
PixelBox = tuple[int, int, int, int]


def master(picture: Picture) -> Image.Image:
    """The picture twice as large as print needs it, bleed included."""
    size = round(picture.width * MASTER_SCALE), round(picture.height * MASTER_SCALE)
    # Even sides come out whole when they are halved and halved again.
    image = Image.new("RGB", (_up_to_four(size[0]), _up_to_four(size[1])))
    canvas = _Canvas(image, MASTER_SCALE)
    for shape in picture.shapes:
        canvas.draw(shape)
    for box in picture.texts:
        canvas.write(box)
    return image


def cut_mask(picture: Picture, size: tuple[int, int]) -> Image.Image:
    """What of the master is the piece itself."""
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).polygon(_flat(picture.cut[0], MASTER_SCALE, (0, 0)), fill=255)
    return mask


def _up_to_four(length: int) -> int:
    return -(-length // 4) * 4


class _Canvas:
    """An image that shapes are drawn on; `origin` is where its corner lies, in pixels of the whole."""

    def __init__(self, image: Image.Image, scale: float, origin: tuple[int, int] = (0, 0)) -> None:
        self.image = image
        self.scale = scale
        self.origin = origin
        self.pen = ImageDraw.Draw(image)

    def draw(self, shape: Shape) -> None:
        """Any shape."""
        match shape:
            case Filled():
                self._fill(shape)
            case Drawn():
                self._stroke(shape)
            case Dots():
                self._dots(shape)
            case Glow():
                self._glow(shape)
            case Group():
                self._group(shape)

    def write(self, box: TextBox) -> None:
        """A text, each sign at its own place, so that lines are as wide here as they were measured."""
        size = box.size * self.scale
        for line in box.lines:
            baseline = round(line.baseline * self.scale)
            for sign, subset, place in signs(box.face, line.text):
                across = round((line.left + place * box.size) * self.scale)
                font = loaded(box.face, subset, round(size, 1))
                self.pen.text((across, baseline), sign, fill=box.colour, font=font, anchor="ls")

    def _fill(self, shape: Filled) -> None:
        runs = [_flat(run, self.scale, self.origin) for run in shape.outline]
        if len(runs) == 1 and shape.opacity == 1 and isinstance(shape.paint, str):
            self.pen.polygon(runs[0], fill=shape.paint)
            return
        box = self._box(runs)
        if box is not None:
            mask = _filled_mask(runs, box, shape.opacity)
            self.image.paste(_painted(shape.paint, box, self.scale, self.origin), box, mask)

    def _stroke(self, shape: Drawn) -> None:
        runs = [_flat(run, self.scale, self.origin) for run in shape.outline]
        width = max(1, round(shape.width * self.scale))
        lines = [line for run in runs for line in _dashed(run, shape.dashes, self.scale)]
        if shape.opacity == 1:
            for line in lines:
                self.pen.line(line, fill=shape.colour, width=width, joint="curve")
            return
        box = self._box(runs, width)
        if box is None:
            return
        mask = Image.new("L", (box[2] - box[0], box[3] - box[1]))
        pen = ImageDraw.Draw(mask)
        for line in lines:
            pen.line(_shifted(line, box), fill=round(255 * shape.opacity), width=width, joint="curve")
        self.image.paste(ImageColor.getrgb(shape.colour), box, mask)

    def _dots(self, shape: Dots) -> None:
        radius = shape.radius * self.scale
        stamp = _dot(round(radius * 4) / 4, shape.opacity)
        for x, y in shape.points:
            left, top = round(x * self.scale - radius) - self.origin[0], round(y * self.scale - radius) - self.origin[1]
            self.image.paste(ImageColor.getrgb(shape.colour), (left, top), stamp)

    def _glow(self, shape: Glow) -> None:
        width, height = (max(2, round(2 * radius * self.scale)) for radius in shape.radii)
        mask = _glow_mask(round(shape.opacity * 255)).resize((width, height), Image.Resampling.BILINEAR)
        if shape.turn:
            mask = mask.rotate(-shape.turn, Image.Resampling.BILINEAR, expand=True)
        left = round(shape.centre[0] * self.scale - mask.width / 2) - self.origin[0]
        top = round(shape.centre[1] * self.scale - mask.height / 2) - self.origin[1]
        self.image.paste(ImageColor.getrgb(shape.colour), (left, top), mask)

    def _group(self, group: Group) -> None:
        runs = [] if group.window is None else [_flat(run, self.scale, self.origin) for run in group.window]
        box = self._box(runs) if runs else (0, 0, *self.image.size)
        if box is None:
            return
        drawn = self._coarse(group, box) if group.is_soft else self._fine(group, box)
        if runs:
            self.image.paste(drawn, box, _filled_mask(runs, box, 1.0))
        else:
            self.image.paste(drawn, box)

    def _fine(self, group: Group, box: PixelBox) -> Image.Image:
        inner = _Canvas(self.image.crop(box), self.scale, (self.origin[0] + box[0], self.origin[1] + box[1]))
        for shape in group.shapes:
            inner.draw(shape)
        return inner.image

    def _coarse(self, group: Group, box: PixelBox) -> Image.Image:
        size = box[2] - box[0], box[3] - box[1]
        small = Image.new("RGB", (-(-size[0] // SOFT), -(-size[1] // SOFT)))
        origin = round((self.origin[0] + box[0]) / SOFT), round((self.origin[1] + box[1]) / SOFT)
        inner = _Canvas(small, self.scale / SOFT, origin)
        for shape in group.shapes:
            inner.draw(shape)
        return small.resize(size, Image.Resampling.BICUBIC)

    def _box(self, runs: Sequence[Pixels], spread: int = 0) -> PixelBox | None:
        """The pixels that hold all these points; None if the image has none of them."""
        across = [x for run in runs for x, _ in run]
        down = [y for run in runs for _, y in run]
        left, top = max(0, math.floor(min(across)) - spread), max(0, math.floor(min(down)) - spread)
        right = min(self.image.width, math.ceil(max(across)) + spread + 1)
        bottom = min(self.image.height, math.ceil(max(down)) + spread + 1)
        return (left, top, right, bottom) if left < right and top < bottom else None


def _flat(run: Run, scale: float, origin: tuple[int, int]) -> Pixels:
    """The run as straight lines between pixels."""
    x, y = run.start[0] * scale - origin[0], run.start[1] * scale - origin[1]
    points = [(x, y)]
    for step in run.steps:
        pairs = [(px * scale - origin[0], py * scale - origin[1]) for px, py in zip(step[::2], step[1::2], strict=True)]
        points.extend(pairs if len(pairs) == 1 else _curve(points[-1], pairs))
    if run.is_closed:
        points.append(points[0])
    return points


def _curve(begun: Point, pairs: list[Point]) -> Iterator[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = begun, *pairs
    length = abs(x1 - x0) + abs(y1 - y0) + abs(x2 - x1) + abs(y2 - y1) + abs(x3 - x2) + abs(y3 - y2)
    count = min(48, max(3, math.ceil(math.sqrt(length))))
    for number in range(1, count + 1):
        t = number / count
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _dashed(line: Pixels, dashes: tuple[float, float] | None, scale: float) -> Iterator[Pixels]:
    """The line itself, or the dashes that it is drawn in."""
    if dashes is None:
        yield line
        return
    lengths = [length * scale for length in dashes]
    left, number, begun = lengths[0], 0, [line[0]]
    for first, last in pairwise(line):
        whole = math.dist(first, last)
        gone = 0.0
        while whole - gone > left:
            gone += left
            point = (
                first[0] + (last[0] - first[0]) * gone / whole,
                first[1] + (last[1] - first[1]) * gone / whole,
            )
            if number % 2 == 0:
                yield [*begun, point]
            number += 1
            begun, left = [point], lengths[number % 2]
        left -= whole - gone
        begun.append(last)
    if number % 2 == 0 and len(begun) > 1:
        yield begun


def _shifted(line: Pixels, box: PixelBox) -> Pixels:
    return [(x - box[0], y - box[1]) for x, y in line]


def _filled_mask(runs: Sequence[Pixels], box: PixelBox, opacity: float) -> Image.Image:
    """Where the runs are full: what an odd number of them holds."""
    size, strength = (box[2] - box[0], box[3] - box[1]), round(255 * opacity)
    whole: Image.Image | None = None
    for run in runs:
        if len(run) < 3:
            continue
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon(_shifted(run, box), fill=strength)
        whole = mask if whole is None else ImageChops.difference(whole, mask)
    return whole or Image.new("L", size)


def _painted(paint: Paint, box: PixelBox, scale: float, origin: tuple[int, int]) -> Image.Image | tuple[int, ...]:
    """What is pasted through a mask: a colour, or the part of a gradient that lies in the box."""
    if isinstance(paint, str):
        return ImageColor.getrgb(paint)
    left, top = origin[0] + box[0], origin[1] + box[1]
    size = box[2] - box[0], box[3] - box[1]
    if isinstance(paint, Linear):
        return _linear(paint, size, (left, top), scale)
    return _radial(paint, size, (left, top), scale)


def _linear(paint: Linear, size: tuple[int, int], corner: tuple[int, int], scale: float) -> Image.Image:
    (x1, y1), (x2, y2) = ((x * scale - corner[0], y * scale - corner[1]) for x, y in (paint.start, paint.end))
    dx, dy = x2 - x1, y2 - y1
    per = (_GRADIENT - 1) / (dx * dx + dy * dy)
    # A strip of three times the gradient's length, so that what lies beyond its ends has the colour of the end.
    strip = _strip(paint.stops)
    place = (dx * per, dy * per, _GRADIENT - (x1 * dx + y1 * dy) * per, 0, 0, 0.5)
    return strip.transform(size, Image.Transform.AFFINE, place, Image.Resampling.NEAREST)


@lru_cache(maxsize=64)
def _strip(stops: tuple[Stop, ...]) -> Image.Image:
    strip = Image.new("RGB", (3 * _GRADIENT, 1))
    strip.putdata([_colour_at(stops, (x - _GRADIENT) / (_GRADIENT - 1)) for x in range(3 * _GRADIENT)])
    return strip


def _radial(paint: Radial, size: tuple[int, int], corner: tuple[int, int], scale: float) -> Image.Image:
    whole = Image.new("RGB", size, _colour_at(paint.stops, 1.0))
    side = max(2, round(2 * paint.radius * scale))
    disc = _disc(paint.stops).resize((side, side), Image.Resampling.BILINEAR)
    left = round(paint.centre[0] * scale - side / 2) - corner[0]
    top = round(paint.centre[1] * scale - side / 2) - corner[1]
    whole.paste(disc, (left, top))
    return whole


@lru_cache(maxsize=64)
def _disc(stops: tuple[Stop, ...]) -> Image.Image:
    """A circle of colours in a square; its corners have the last one."""
    distance = Image.radial_gradient("L")
    table = [_colour_at(stops, min(1.0, value / _RIM)) for value in range(256)]
    return Image.merge("RGB", [distance.point([colour[part] for colour in table]) for part in range(3)])


def _colour_at(stops: tuple[Stop, ...], place: float) -> tuple[int, int, int]:
    before = stops[0]
    for stop in stops:
        if place <= stop.at:
            first, last = _rgb(before.colour), _rgb(stop.colour)
            part = 0.0 if stop.at <= before.at else (place - before.at) / (stop.at - before.at)
            part = min(1.0, max(0.0, part))
            red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, last, strict=True))
            return red, green, blue
        before = stop
    return _rgb(stops[-1].colour)


@cache
def _rgb(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


@lru_cache(maxsize=256)
def _glow_mask(strength: int) -> Image.Image:
    """A glow of that strength in a square."""

    def fading(distance: float) -> float:
        for (near, more), (far, less) in pairwise(FADING):
            if distance <= far:
                return more + (less - more) * (distance - near) / (far - near)
        return 0.0

    distance = Image.radial_gradient("L")
    return distance.point([round(strength * fading(value / _RIM)) for value in range(256)])


@lru_cache(maxsize=64)
def _dot(radius: float, opacity: float) -> Image.Image:
    side = max(1, round(2 * radius))
    large = Image.new("L", (side * 4, side * 4))
    ImageDraw.Draw(large).ellipse((0, 0, side * 4 - 1, side * 4 - 1), fill=round(255 * opacity))
    return large.resize((side, side), Image.Resampling.BOX)
