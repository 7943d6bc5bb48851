"""Devices with flat faces, and things that are worn on the head."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import band, box, thing, turn_all, turned
from .household import LACQUERS


@thing('laptop')
def laptop(t):
    t.made_of('metal')
    skin = surfaces.metal('shell', t.pick('#c9cacc', '#55575c', '#d3a08c', '#2a2b2e'), 0.35)
    dark = surfaces.solid('keys', '#17181b', 0.5)
    wide, deep = t.between(1.5, 1.8), t.between(1.05, 1.2)
    box((2 * wide, 2 * deep, 0.14), skin, (0, 0, 0), bevel=0.06)
    for row in range(5):
        for k in range(12):
            box((0.2, 0.16, 0.02), dark, ((k - 5.5) * 0.24 * wide / 1.6, 0.62 - row * 0.21, 0.135), bevel=0.01)
    box((0.9, 0.5, 0.01), surfaces.metal('pad', '#a9abb0', 0.4), (0, -0.72, 0.137), bevel=0.005)
    lid = [
        box((2 * wide, 0.1, 2 * deep), skin, (0, 0, 0), bevel=0.045),
        box((2 * wide - 0.16, 0.02, 2 * deep - 0.2), surfaces.solid('screen', surfaces.PALETTE[t.pick('navy', 'sky blue', 'black', 'teal')], 0.1, 0.5), (0, -0.055, 0.1), bevel=0.005),
    ]
    turn_all(lid, (-t.between(8, 30), 0, 0), (0, deep - 0.05, 0.12))


@thing('phone')
def phone(t):
    t.made_of('glass', 'metal')
    t.lying = (-90, 0, t.between(-40, 40))
    frame = surfaces.metal('frame', t.pick('#c9cacc', '#2a2b2e', '#d3a08c', '#5b6b8a'), 0.25)
    w, h = t.between(0.34, 0.39), t.between(1.42, 1.62)
    box((2 * w, 0.08, h), frame, (0, 0, 0), bevel=0.038)
    box((2 * w - 0.05, 0.01, h - 0.06), surfaces.solid('screen', surfaces.PALETTE[t.pick('navy', 'black', 'teal', 'burgundy', 'sky blue')], 0.06, 0.6), (0, -0.042, 0.03), bevel=0.004)


@thing('speaker')
def speaker(t):
    t.made_of('plastic', 'fabric')
    skin = surfaces.solid('body', t.color('body', 0.6, *LACQUERS), 0.4)
    mesh = surfaces.fabric('grille', t.pick('#26272b', '#8a8c90', '#d8d4cb'), 60, 0.3)
    if t.chance(0.5):
        w, d, h = t.between(0.6, 1.1), t.between(0.6, 1.0), t.between(1.2, 3.0)
        box((2 * w, 2 * d, h), skin, (0, 0, 0), bevel=0.08)
        for z, r in ((h * 0.3, w * 0.72), (h * 0.76, w * 0.4)):
            cone = turned([(0, 0.0), (r * 0.4, 0.02), (r * 0.9, 0.1), (r, 0.1), (r, 0), (0, 0)], mesh, 0.01)
            shapes.place(cone, (0, -d - 0.005, z), (90, 0, 0))
    else:
        r, h = t.between(0.4, 0.7), t.between(0.8, 2.0)
        turned([(0, 0), (r, 0), (r, 0.12), (0, 0.12)], skin, 0.03)
        turned([(0, 0.12), (r * 0.99, 0.12), (r * 0.99, h), (0, h)], mesh, 0.05)
        turned([(0, h), (r, h), (r * 0.98, h + 0.08), (0, h + 0.1)], skin, 0.02)


@thing('keyboard')
def keyboard(t):
    t.made_of('plastic')
    t.lying = None
    skin = surfaces.solid('frame', t.color('frame', 0.5, *LACQUERS), 0.4)
    keys = surfaces.solid('keys', t.color('keys', 0.5, 'white', 'black', 'cream', 'gray'), 0.45)
    columns = t.pick(14, 18)
    box((columns * 0.19 + 0.2, 1.3, 0.22), skin, (0, 0, 0), (3, 0, 0), 0.06)
    for r in range(5):
        for c in range(columns):
            if r == 4 and 3 < c < 9:
                continue
            box((0.17, 0.17, 0.12), keys, ((c - (columns - 1) / 2) * 0.19, 0.42 - r * 0.2, 0.2 + 0.02 * (2 - r) * 0.5), (3, 0, 0), 0.03)
    box((0.9, 0.17, 0.12), keys, ((6 - (columns - 1) / 2) * 0.19, -0.38, 0.19), (3, 0, 0), 0.03)


@thing('cap')
def cap(t):
    t.made_of('fabric')
    t.lying = None
    cloth = surfaces.fabric('cloth', t.color('crown', 0.8, *LACQUERS), 36, 0.25)
    rim = surfaces.fabric('brim', t.color('brim', 0.2, *LACQUERS), 36, 0.25)
    a = np.linspace(0, 2 * np.pi, 97)
    rows = []
    for k in np.linspace(0, 1, 30):
        reach = math.cos(k * math.pi / 2) ** 0.7
        rows.append(np.stack([0.85 * reach * np.cos(a), 1.0 * reach * np.sin(a), 0.02 + 1.1 * math.sin(k * math.pi / 2) + 0 * a], -1))
    shapes.sheet('crown', np.array(rows), cloth, 0.02)
    brim = np.array([[(x * (0.84 - 0.1 * v * v), -0.62 - 0.35 * (1 - (x) ** 2) - v * 0.75, 0.05 + 0.12 * (1 - x * x) - 0.12 * v) for x in np.linspace(-1, 1, 25)] for v in np.linspace(0, 1, 12)])
    shapes.sheet('brim', brim, rim, 0.04)
    shapes.place(shapes.sphere('button', 0.06, rim, 3), (0, 0, 1.13))


@thing('trousers')
def trousers(t):
    """Trousers flat on the ground, or held at the waist."""
    t.made_of('fabric')
    t.lying = None
    cloth = surfaces.fabric('denim', t.color('cloth', 1, 'denim', 'black', 'beige', 'gray', 'olive', 'navy', 'white'), 44, 0.3)
    waist, length, leg = t.between(1.9, 2.3), t.between(9, 10.5), t.between(0.85, 1.2)
    spread = t.between(0.1, 0.7)
    parts = []
    for side in (-1, 1):
        rows = []
        for v in np.linspace(0, 1, 60):
            y = length / 2 - v * length
            outer = waist + 0.35 * min(1, v * 4) - (waist + 0.35 - leg * 2 - spread) * max(0.0, v - 0.25) / 0.75
            inner = 0.0 if v < 0.27 else spread * (v - 0.27) / 0.73
            rows.append([(side * (inner + (outer - inner) * u), y, 0.1 + 0.09 * math.sin(u * math.pi) + 0.02 * math.sin(9 * v + 5 * u + side)) for u in np.linspace(0, 1, 16)])
        parts.append(shapes.sheet('leg', np.array(rows), cloth, 0.08))
    parts.append(band([(x, length / 2 - 0.1, 0.22) for x in np.linspace(-waist, waist, 8)], 0.35, cloth, (0, 1, 0), 0.05))
    if t.pose == 'hangs':
        turn_all(parts, (90, 0, 0), (0, 0, length / 2))


@thing('toy-car')
def toy_car(t):
    t.made_of('plastic', 'rubber')
    skin = surfaces.solid('body', t.color('body', 0.8, *LACQUERS), 0.15, 0.5)
    glass = surfaces.solid('glass', '#1b2127', 0.08, 0.5)
    tire = surfaces.solid('tire', '#1a1a1c', 0.7)
    length, width = t.between(0.9, 1.3), t.between(0.36, 0.46)
    box((2 * length, 2 * width, 0.42), skin, (0, 0, 0.14), bevel=0.14)
    box((length * 1.05, 2 * width - 0.08, 0.36), glass, (t.between(-0.1, 0.15), 0, 0.5), bevel=0.15)
    box((length * 0.85, 2 * width - 0.06, 0.1), skin, (0.02, 0, 0.78), bevel=0.05)
    for x in (-length * 0.6, length * 0.6):
        for y in (-width, width):
            wheel = turned([(0, -0.08), (0.2, -0.08), (0.2, 0.08), (0, 0.08)], tire, 0.03, 48)
            shapes.place(wheel, (x, y, 0.2), (90, 0, 0))


@thing('ball')
def sports_ball(t):
    t.made_of('rubber')
    skin = surfaces.leather('skin', t.color('skin', 1, 'white', 'mustard', 'terracotta', 'red', 'sky blue', 'black'), 0.45, 6)
    r = t.between(0.9, 1.25)
    shapes.place(shapes.sphere('ball', r, skin, 6), (0, 0, r))
    seam = surfaces.solid('seam', '#1d1d20', 0.6)
    for turn in ((0, 0, 0), (90, 0, 0), (0, 90, 0)):
        shapes.place(shapes.ring('seam', r, 0.02, seam), (0, 0, r), turn)
