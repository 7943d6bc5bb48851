"""Furniture that people sell by one photo, from sofas to side tables."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, bezier, box, rod, thing, turned
from .household import LACQUERS, WOODS

CLOTHS = ('gray', 'navy', 'teal', 'burgundy', 'mustard', 'beige', 'forest green', 'rose', 'sky blue', 'terracotta', 'black', 'cream')


def upholstery(t, share=0.85):
    name = t.color('upholstery', share, *CLOTHS)
    if t.chance(0.35):
        t.made_of('leather')
        return surfaces.leather('hide', name, 0.42, 5)
    t.made_of('fabric')
    return surfaces.fabric('cloth', name, 22, 0.3)


def leg_skin(t):
    if t.chance(0.6):
        light, dark = t.pick(*WOODS)
        t.made_of('wood')
        return surfaces.wood('legs', light, dark, axis='Z')
    t.made_of('metal')
    return surfaces.metal('legs', t.pick('#c9cacc', '#2c2d30', '#b9974b'), 0.25)


def legs(t, skin, x, y, height, splay=0.0, thick=0.22):
    """Four legs at the corners, leaning outward by `splay`."""
    for sx in (-1, 1):
        for sy in (-1, 1):
            foot, head = (sx * (x + splay), sy * (y + splay * 0.6), 0), (sx * x, sy * y, height)
            middle = tuple((a + b) / 2 for a, b in zip(foot, head))
            rod([foot, middle, head], thick, skin, 4)


def seat_with_arms(t, width, depth, places):
    """A base, cushions, a back and two arms, on legs."""
    skin, foot = upholstery(t), leg_skin(t)
    lift, seat, back, arm = t.between(0.6, 2.0), 4.2, t.between(7.4, 9.6), t.between(5.4, 6.6)
    bulk = t.between(0.8, 1.8)
    wide = t.between(0.8, 2.0)
    legs(t, foot, width / 2 - 0.6, depth / 2 - 0.6, lift + 0.1, t.pick(0.0, 0.35), t.between(0.16, 0.35))
    box((width, depth, 1.6), skin, (0, 0, lift), bevel=0.3)
    inner = width - 2 * wide
    for k in range(places):
        x = (k - (places - 1) / 2) * inner / places
        box((inner / places - 0.06, depth - bulk, seat - lift - 1.3), skin, (x, -bulk / 2, lift + 1.45), bevel=0.35)
        box((inner / places - 0.06, bulk * 0.9, back - seat - 0.4), skin, (x, depth / 2 - bulk * 1.1, seat), (t.between(-10, -4), 0, 0), 0.35)
    box((width - wide, bulk, back - lift - 0.5), skin, (0, depth / 2 - bulk / 2, lift + 0.3), bevel=bulk * 0.35)
    for side in (-1, 1):
        box((wide, depth, arm - lift), skin, (side * (width - wide) / 2, 0, lift), bevel=min(0.7, wide * 0.42))
    if t.chance(0.3):
        for side in (-1, 1):
            ball(wide * 0.62, skin, (side * (width - wide) / 2, 0, arm), (1.05, depth / wide * 0.82, 0.8))


@thing('sofa')
def sofa(t):
    places = t.pick(2, 3)
    seat_with_arms(t, 7 * places + t.between(1, 4), t.between(7.6, 9.2), places)


@thing('armchair')
def armchair(t):
    seat_with_arms(t, t.between(7.2, 9.2), t.between(7.2, 8.6), 1)


def shell(width, depth, back, bend, skin, thickness=0.1, round_top=0.5):
    """A seat that rises into a back, as one sheet; its corners are rounded."""
    along = bezier([(-depth / 2, 0.18), (-depth / 2 + 0.5, 0.02), (0, -0.12), (depth / 2 - 0.5, 0.3), (depth / 2, 1.3), (depth / 2 + bend, back)], 12)
    rows = []
    for k, (y, z) in enumerate(along):
        share = k / (len(along) - 1)
        narrow = 1 - 0.18 * share - round_top * max(0.0, (share - 0.86) / 0.14) ** 2 - 0.25 * max(0.0, (0.06 - share) / 0.06) ** 2
        half = width / 2 * narrow
        rows.append([(u * half, y - 0.25 * (1 - abs(u)) * (share > 0.6) + 0.25, z + 0.35 * u * u * (1 - share)) for u in np.linspace(-1, 1, 21)])
    return shapes.sheet('shell', np.array(rows), skin, thickness)


@thing('shell-chair')
def shell_chair(t):
    """One bent seat on four legs or on a frame of wire."""
    t.made_of('plastic')
    skin = surfaces.solid('shell', t.color('shell', 0.6, *LACQUERS), t.between(0.15, 0.5), 0.3)
    foot = leg_skin(t)
    height = t.between(4.2, 4.7)
    body = shell(t.between(4.2, 5.2), t.between(4.0, 4.8), t.between(3.4, 4.8), t.between(0.4, 1.2), skin)
    shapes.place(body, (0, 0, height))
    legs(t, foot, 1.3, 1.3, height, t.between(0.3, 0.9), t.between(0.07, 0.16))
    if t.chance(0.5):
        for side in (-1, 1):
            rod([(side * 1.5, -1.6, 1.8), (0, 0, 2.3), (-side * 1.5, 1.6, 1.8)], 0.05, foot, 4)
    if t.chance(0.4):
        for side in (-1, 1):
            rod([(side * 2.3, 1.7, height + 2.2), (side * 2.7, 0, height + 2.3), (side * 2.6, -1.4, height + 2.1), (side * 2.2, -1.7, height + 0.2)], 0.12, skin, 10)


@thing('swivel-chair')
def swivel_chair(t):
    """A deep shell on a column with a star or a disc."""
    skin, metal = upholstery(t), surfaces.metal('base', t.pick('#d5d6d8', '#35363a'), 0.2)
    t.made_of('metal')
    height, width = t.between(3.2, 4.2), t.between(6, 8)
    for part in ('outer', 'inner'):
        body = shell(width * (1 if part == 'outer' else 0.9), 5.2, t.between(5, 8), t.between(0.8, 1.6), skin, 0.5 if part == 'outer' else 0.25, 0.3)
        shapes.place(body, (0, 0, height + (0 if part == 'outer' else 0.35)))
    for side in (-1, 1):
        rod([(side * width * 0.46, 2.2, height + 2.8), (side * width * 0.5, 0.2, height + 2.1), (side * width * 0.46, -1.9, height + 1.2)], 0.5, skin, 10, 16)
    rod([(0, 0.3, 0.2), (0, 0.3, height / 2), (0, 0.3, height)], 0.22, metal, 3)
    if t.chance(0.5):
        turned([(0, 0), (2.4, 0), (2.4, 0.08), (0.3, 0.3), (0, 0.3)], metal, 0.04)
    else:
        for k in range(t.pick(4, 5)):
            a = k * 2 * math.pi / 4.5
            rod([(0, 0.3, 0.45), (1.5 * math.cos(a), 1.5 * math.sin(a) + 0.3, 0.3), (3 * math.cos(a), 3 * math.sin(a) + 0.3, 0.14)], 0.15, metal, 4)


@thing('bar-stool')
def bar_stool(t):
    t.made_of('metal', 'plastic')
    metal = surfaces.metal('metal', t.pick('#d5d6d8', '#2c2d30', '#b9974b'), 0.12)
    skin = surfaces.solid('seat', t.color('seat', 0.5, *LACQUERS), 0.2, 0.4)
    height = t.between(6, 8)
    turned([(0, 0), (2.1, 0), (2.1, 0.06), (0.5, 0.3), (0, 0.3)], metal, 0.04)
    rod([(0, 0, 0.2), (0, 0, height / 2), (0, 0, height)], t.between(0.2, 0.34), metal, 3)
    a = np.linspace(0, 2 * math.pi, 40)
    rod([(1.3 * math.cos(b), 1.3 * math.sin(b), height * 0.38) for b in a], 0.07, metal, 2)
    rod([(0, 0, height * 0.38), (0, -0.6, height * 0.38), (0, -1.3, height * 0.38)], 0.07, metal, 2)
    if t.chance(0.5):
        shapes.place(shell(3.8, 3.4, t.between(1.6, 3.2), 0.5, skin, 0.2), (0, 0, height))
    else:
        turned([(0, height), (1.3, height + 0.1), (1.9, height + 0.6), (1.8, height + 0.75), (0, height + 0.5)], skin, 0.15)


@thing('side-table')
def side_table(t):
    round_top = t.chance(0.6)
    height, size = t.between(3.6, 7.4), t.between(2.2, 5.5)
    top = surfaces.solid('top', t.color('top', 0.5, *LACQUERS), 0.3) if t.tone != 'normal' or t.chance(0.4) else surfaces.wood('top', *t.pick(*WOODS))
    foot = leg_skin(t)
    if round_top:
        turned([(0, height - 0.3), (size, height - 0.3), (size, height), (0, height)], top, 0.08)
        legs(t, foot, size * 0.45, size * 0.45, height - 0.3, size * 0.2, 0.15)
    else:
        box((size * 2.4, size * 1.4, 0.3), top, (0, 0, height - 0.3), bevel=0.05)
        legs(t, foot, size * 1.1, size * 0.6, height - 0.3, t.pick(0.0, 0.3), 0.2)


@thing('cabinet')
def cabinet(t):
    width, depth, height, lift = t.between(5, 14), t.between(3.6, 4.8), t.between(5, 12), t.between(0.1, 1.8)
    skin = surfaces.solid('front', t.color('front', 0.9, *LACQUERS), 0.35, 0.2) if t.tone != 'normal' or t.chance(0.5) else surfaces.wood('front', *t.pick(*WOODS))
    foot = leg_skin(t)
    knob = surfaces.metal('knob', t.pick('#2c2d30', '#b9974b', '#c9cacc'), 0.3)
    legs(t, foot, width / 2 - 0.5, depth / 2 - 0.5, lift + 0.05, 0.0, 0.22)
    box((width, depth, height - lift), skin, (0, 0, lift), bevel=0.06)
    columns, rows = t.pick(1, 2, 3), t.pick(1, 2, 3, 4)
    w, h = (width - 0.3) / columns, (height - lift - 0.3) / rows
    for c in range(columns):
        for r in range(rows):
            x, z = (c - (columns - 1) / 2) * w, lift + 0.15 + r * h
            box((w - 0.12, 0.16, h - 0.12), skin, (x, -depth / 2 - 0.04, z + 0.06), bevel=0.04)
            ball(0.12, knob, (x, -depth / 2 - 0.22, z + h / 2))
