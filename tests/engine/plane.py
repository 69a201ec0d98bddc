"""The grid as hexagons in the plane, slow and exact, against which the engine's formulas are held.

A point is (x, y): x to the right in sixths of the distance between two centres, y down in sixths of it times the root
of three. So the coordinates of all centres and corners are whole numbers.
"""

from fractions import Fraction
from math import sqrt

CORNERS = [(3, -1), (0, -2), (-3, -1), (-3, 1), (0, 2), (3, 1)]  # corner k lies to the left of direction k


def centre(at):
    q, r = at
    return 6 * q + 3 * r, 3 * r


def cross(one, other):
    """Return a number that is negative if `other` is to the left of `one`, positive to the right, 0 in line with it."""
    return one[0] * other[1] - one[1] * other[0]


def angle_cosine(one, other):
    """Return a float that is the greater, the smaller the angle between two vectors of the plane is."""
    (x, y), (other_x, other_y) = one, other
    return (x * other_x + 3 * y * other_y) / sqrt((x * x + 3 * y * y) * (other_x**2 + 3 * other_y**2))


def clip(end, at):
    """Return the part of the segment from the origin to `end` in the closed hexagon of `at`, as fractions of it.

    It is None if they have no more than a point in common.
    """
    towards, (x, y) = centre(end), centre(at)
    low, high = Fraction(0), Fraction(1)
    for number, corner in enumerate(CORNERS):
        after = CORNERS[(number + 1) % 6]
        side = after[0] - corner[0], after[1] - corner[1]
        start = cross(side, (-x - corner[0], -y - corner[1]))  # negative inside, because the corners go to the left
        change = cross(side, towards)
        if not change:
            if start > 0:
                return None
        elif change > 0:
            high = min(high, Fraction(-start, change))
        else:
            low = max(low, Fraction(-start, change))
        if low >= high:
            return None
    return low, high


def is_inside(end, at, part):
    """Return True if the point of the segment at the fraction `part` lies inside the hexagon of `at`, not on a side."""
    (x, y), (end_x, end_y) = centre(at), centre(end)
    point = part * end_x - x, part * end_y - y
    for number, corner in enumerate(CORNERS):
        after = CORNERS[(number + 1) % 6]
        if cross((after[0] - corner[0], after[1] - corner[1]), (point[0] - corner[0], point[1] - corner[1])) >= 0:
            return False
    return True


def line_of(end):
    """Return the hexes that the segment from the origin to `end` crosses, and the pairs along whose side it runs."""
    through, spine = [], {}
    for q in range(min(0, end[0]) - 1, max(0, end[0]) + 2):
        for r in range(min(0, end[1]) - 1, max(0, end[1]) + 2):
            part = clip(end, (q, r)) if (q, r) not in ((0, 0), end) else None
            if part is None:
                continue
            if is_inside(end, (q, r), (part[0] + part[1]) / 2):
                through.append((part, (q, r)))
            else:
                spine.setdefault(part, set()).add((q, r))
    return [at for _, at in sorted(through)], [pair for _, pair in sorted(spine.items())]


def arcs_around(facing, offset):
    """Return the arcs whose closed wedge between two rays through corners holds the centre at `offset`."""
    point = centre(offset)
    forward_left, rear_left, rear_right, forward_right = (CORNERS[(facing + number) % 6] for number in (0, 2, 3, 5))
    wedges = {
        "forward": (forward_right, forward_left),
        "left": (forward_left, rear_left),
        "rear": (rear_left, rear_right),
        "right": (rear_right, forward_right),
    }
    return {arc for arc, (right, left) in wedges.items() if cross(right, point) <= 0 and cross(point, left) <= 0}
