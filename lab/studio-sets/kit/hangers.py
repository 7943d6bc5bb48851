"""Wooden hangers and pegs, for clothes."""

import math

import numpy as np

from . import shapes


def _arms(half_width, fall, thickness):
    """Outline of a hanger's two arms, its neck at the origin: they fall in a bow and are rounded at their ends."""
    t = np.linspace(0, 1, 24)
    x = half_width * t
    top = -fall * (0.55 * t**1.25 + 0.45 * t**2.4)
    high = thickness * (1.25 - 0.35 * t)
    end = [(half_width + 0.5 * high[-1] * math.cos(a), top[-1] - high[-1] / 2 + 0.5 * high[-1] * math.sin(a)) for a in np.linspace(1.4, -1.4, 9)]
    right = [*zip(x, top), *end, *zip(x[::-1], (top - high)[::-1])]
    left = [(-a, b) for a, b in right[::-1]]
    return right[:-1] + left[:-1]


def hanger(name, wood, metal, location, turn=0.0, half_width=2.05, fall=0.74, rail_radius=0.14):
    """A wooden hanger on a rail along X whose middle is at `location`; `turn` in degrees about Z. Returns the height of its neck."""
    neck = location[2] - 0.72
    body = shapes.extruded(name, [_arms(half_width, fall, 0.24)], 0.16, wood, bevel=0.055)
    parts = [(body, (0, 0.08, 0))]
    ends = -fall - 0.1
    bar = shapes.tube(f'{name} bar', [(-half_width * 0.93, 0, ends), (half_width * 0.93, 0, ends)], 0.06, wood)
    r = rail_radius + 0.035
    over = [(r * math.cos(a), 0, 0.72 + r * math.sin(a)) for a in np.linspace(-1.0, 2.9, 28)]
    hook = shapes.tube(f'{name} hook', [(0, 0, -0.1), (0, 0, 0.3), (0.02, 0, 0.42), *over], 0.032, metal)
    for part, offset in (*parts, (bar, (0, 0, 0)), (hook, (0, 0, 0))):
        angle = math.radians(turn)
        x, y, z = offset
        part.location = (location[0] + x * math.cos(angle) - y * math.sin(angle), location[1] + x * math.sin(angle) + y * math.cos(angle), neck + z)
        part.rotation_euler[2] = angle
    return neck


def peg(name, material, location, length=0.8, radius=0.2):
    """A turned peg that stands out of a wall toward the camera, rising a little."""
    corners = [(0, 0), (radius * 0.85, 0), (radius * 0.5, length * 0.25), (radius * 0.5, length * 0.6), (radius, length * 0.75), (radius * 0.95, length), (0, length)]
    body = shapes.turned(name, shapes.fillet(corners, 0.09, 8), material, 96)
    return shapes.place(body, location, (83, 0, 0))
