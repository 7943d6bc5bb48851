"""What lies on desks."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import band, box, rod, thing, turn_all, turned
from .household import LACQUERS, PLASTICS, loose_cable


@thing('notebook')
def notebook(t):
    """Closed with a ribbon, spiral-bound, or open; a pen on it now and then."""
    t.made_of('paper')
    t.lying = None
    main = t.color('cover', 0.85, *LACQUERS, 'burgundy', 'tan')
    cover = surfaces.leather('cover', main, 0.5, 14) if t.chance(0.5) else surfaces.solid('cover', main, 0.5)
    pages = surfaces.solid('pages', '#f3eee0', 0.85)
    w, h, thick = t.between(1.1, 2.1), t.between(1.6, 2.9), t.between(0.1, 0.22)
    style = t.pick('ribbon', 'spiral', 'open')
    if style == 'open':
        for side in (-1, 1):
            u = np.linspace(0, 1, 20)
            rows = [[(side * x * w, y, 0.05 + thick * (0.25 + 0.9 * math.sin(math.pi * min(1, x * 1.2 + 0.08)) * (1 - x))) for x in u] for y in np.linspace(-h / 2, h / 2, 10)]
            shapes.sheet('page', np.array(rows), pages, 0.03)
            box((w + 0.04, h + 0.06, 0.03), cover, (side * w / 2, 0, 0), bevel=0.01)
            ink = surfaces.printed('lines', '#9aa5b5')
            for y in np.arange(-h / 2 + 0.25, h / 2 - 0.15, 0.16):
                shapes.tube('line', [(side * x * w, y, 0.072 + thick * (0.25 + 0.9 * math.sin(math.pi * min(1, x * 1.2 + 0.08)) * (1 - x))) for x in np.linspace(0.12, 0.92, 9)], 0.005, ink, 4)
    else:
        box((w, h, thick), pages, bevel=0.01)
        for z in (-0.01, thick - 0.01):
            box((w + 0.05, h + 0.05, 0.03), cover, (0, 0, max(0, z)), bevel=0.01)
        t.letters(t.words[0], 0.14, t.ink_on(main), lambda x, y: (x, y + h * 0.2, thick + 0.025), (0, 0, 1), width=w * 0.7)
        if style == 'spiral':
            wire = surfaces.metal('wire', '#c9cacc', 0.2)
            for y in np.arange(-h / 2 + 0.15, h / 2 - 0.1, 0.15):
                shapes.place(shapes.ring('wire', 0.08 + thick * 0.5, 0.012, wire), (-w / 2, y, thick * 0.5 + 0.02))
        else:
            band([(w * 0.3, -h / 2 - 0.03, thick + 0.03), (w * 0.3, h / 2 + 0.03, thick + 0.03)], 0.07, surfaces.fabric('elastic', '#1d1d20' if main != '#151517' else '#b81d28', 60), (1, 0, 0), 0.015)
    if t.chance(0.4):
        pen(t, (t.between(-0.2, 0.2), 0, thick + 0.13), t.between(-60, 60))


def pen(t, at, turn):
    """One pen or pencil that lies along Y, then turned."""
    skin = surfaces.solid('pen', t.color('pen', 0.2, *PLASTICS, 'yellow'), 0.25, 0.3)
    tip = surfaces.metal('tip', surfaces.PALETTE[t.pick('silver', 'gold')], 0.2)
    r, long = t.between(0.04, 0.06), t.between(1.25, 1.55)
    parts = [turned([(0, 0), (0.012, 0.0), (r * 0.8, 0.18), (0, 0.18)], tip, 0.004, 32), turned([(0, 0.18), (r, 0.2), (r * 1.05, long), (0, long)], skin, 0.015, 32)]
    if t.chance(0.6):
        parts.append(box((0.04, 0.02, 0.42), tip, (0, -r * 1.15, long - 0.46), bevel=0.006))
    turn_all(parts, (-90, 0, 0), (0, -long / 2, 0))
    turn_all(parts, (0, 0, turn), at)


@thing('pens')
def pens(t):
    t.made_of('plastic')
    t.lying = None
    count = t.pick(2, 3, 5)
    for k in range(count):
        pen(t, (0.2 * (k - (count - 1) / 2), t.between(-0.1, 0.1), 0.066), t.between(-7, 7) if count > 2 else t.between(-35, 35))


@thing('computer-mouse')
def computer_mouse(t):
    t.made_of('plastic')
    t.lying = None
    skin = surfaces.solid('shell', t.color('shell', 0.9, *PLASTICS, 'gray'), t.between(0.2, 0.5), 0.1)
    dark = surfaces.solid('wheel', '#1c1d20', 0.6)
    w, long, high = t.between(0.27, 0.34), t.between(0.5, 0.62), t.between(0.3, 0.4)
    rows, a = [], np.linspace(0, 2 * np.pi, 73)
    for k in np.linspace(0, 1, 24):
        reach = math.cos(k * math.pi / 2) ** 0.55
        rows.append(np.stack([w * reach * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.8, long * reach * np.sin(a) + 0.05 * k, 0.02 + high * math.sin(k * math.pi / 2) * (1 + 0.14 * np.sin(a) * (1 - k))], -1))
    shapes.sheet('shell', np.array(rows), skin)
    shapes.place(turned([(0, -0.035), (0.07, -0.035), (0.07, 0.035), (0, 0.035)], dark, 0.012, 48), (0, -long * 0.5, high * 0.86), (0, 90, 0))
    rod([(0, -long * 0.98, high * 0.3), (0, -long * 0.75, high * 0.74), (0, -long * 0.3, high * 0.99)], 0.008, dark, 8)
    if t.chance(0.4):
        loose_cable(t, (0, -long, 0.08), -math.pi / 2, t.between(2, 4), 0.02, dark)


@thing('remote')
def remote(t):
    t.made_of('plastic')
    t.lying = None
    skin = surfaces.solid('shell', t.color('shell', 0.8, 'black', 'charcoal', 'white', 'gray', 'cream'), 0.4)
    w, long, thick = t.between(0.4, 0.52), t.between(1.3, 2.2), t.between(0.14, 0.24)
    box((w, long, thick), skin, bevel=t.between(0.03, 0.065))
    rows = int(long / 0.2) - 2
    for r in range(rows):
        for c in range(3):
            tone = t.pick('#8b8c8e', '#8b8c8e', '#3a3b3d', '#e9e8e4', '#b81d28')
            key = turned([(0, 0), (0.045, 0), (0.045, 0.03), (0, 0.03)], surfaces.solid('key', tone, 0.5), 0.008, 24)
            shapes.place(key, ((c - 1) * w * 0.29, long / 2 - 0.2 - 0.19 * r, thick - 0.005))
    shapes.place(turned([(0.09, 0), (0.15, 0), (0.15, 0.03), (0.09, 0.03)], surfaces.solid('wheel', '#5c5d60', 0.4), 0.008, 48), (0, -long / 2 + 0.25, thick - 0.005))


@thing('tablet')
def tablet(t):
    """Flat, or upright on its case's foot."""
    t.made_of('glass', 'metal')
    t.lying = None
    frame = surfaces.metal('frame', t.pick('#c9cacc', '#2a2b2e', '#d3a08c'), 0.3)
    w, h = t.between(1.6, 2.0), t.between(2.2, 2.7)
    if t.pose == 'stands':
        w, h = h, w
    parts = [box((w, h, 0.08), frame, bevel=0.035), box((w - 0.05, h - 0.05, 0.01), surfaces.solid('rim', t.pick('#0b0c0f', '#f0efec'), 0.05, 0.5), (0, 0, 0.074), bevel=0.004)]
    tint = surfaces.solid('screen', surfaces.PALETTE[t.pick('navy', 'teal', 'sky blue', 'lavender', 'black', 'orange')], 0.05, 0.6)
    parts.append(box((w - 0.3, h - 0.3, 0.01), tint, (0, 0, 0.078), bevel=0.004))
    light = surfaces.printed('icon', '#f0efe8')
    for k in range(t.pick(0, 4, 8)):
        parts.append(box((0.2, 0.2, 0.002), light, (-w * 0.3 + 0.34 * (k % 4), h * 0.25 - 0.4 * (k // 4), 0.0885), bevel=0.0005))
    if t.pose == 'stands':
        turn_all(parts, (t.between(62, 78), 0, 0), (0, 0, h * 0.46))
        case = surfaces.leather('case', t.color('case', 0.3, *LACQUERS), 0.5)
        box((w, h * 0.75, 0.06), case, (0, h * 0.2, 0), bevel=0.02)


@thing('calculator')
def calculator(t):
    t.made_of('plastic')
    t.lying = None
    skin = surfaces.solid('shell', t.color('shell', 0.7, *PLASTICS, 'gray'), 0.4)
    w, h = t.between(0.8, 1.1), t.between(1.3, 1.6)
    box((w, h, 0.14), skin, bevel=0.05)
    box((w * 0.84, h * 0.2, 0.02), surfaces.solid('display', '#a9b79a', 0.15, 0.4), (0, h * 0.34, 0.135), bevel=0.006)
    for r in range(5):
        for c in range(4):
            key = surfaces.solid('key', '#e8741c' if c == 3 and r == 4 else t.pick('#2a2b2e', '#2a2b2e', '#8b8c8e'), 0.45)
            box((w * 0.16, h * 0.085, 0.06), key, ((c - 1.5) * w * 0.21, h * 0.12 - r * h * 0.13, 0.12), bevel=0.015)


@thing('eyeglasses-case')
def eyeglasses_case(t):
    """A long case with rounded ends, closed or open."""
    t.made_of('leather')
    t.lying = None
    skin = surfaces.leather('case', t.color('case', 0.9, *LACQUERS, 'brown', 'tan', 'burgundy'), t.between(0.3, 0.5), 12)
    inside = surfaces.fabric('lining', surfaces.PALETTE[t.pick('gray', 'red', 'beige', 'navy')], 30)
    w, d, h = t.between(1.5, 1.7), t.between(0.6, 0.72), t.between(0.4, 0.6)
    box((w, d, h * 0.5), skin, bevel=min(0.12, h * 0.22))
    lid = [box((w, d, h * 0.5), skin, bevel=min(0.16, h * 0.24))]
    if t.chance(0.5):
        turn_all(lid, (0, 0, 0), (0, 0, h * 0.47))
        rod([(-w * 0.48, -d / 2, h * 0.49), (0, -d / 2 - 0.004, h * 0.49), (w * 0.48, -d / 2, h * 0.49)], 0.012, inside, 4)
        t.letters_flat(t.words[0], 0.07, t.ink_on('#404040'), (0, -d / 2, h * 0.2), w * 0.5)
    else:
        box((w * 0.9, d * 0.84, 0.02), inside, (0, 0, h * 0.49), bevel=0.005)
        lid.append(box((w * 0.9, d * 0.84, 0.02), inside, (0, 0, -0.015), bevel=0.005))
        turn_all(lid, (0, 0, 0), (0, -d / 2, 0))
        turn_all(lid, (t.between(60, 85), 0, 0), (0, d / 2, h * 0.5))
