"""What is worn on wrists and heads, or carried in pockets."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned
from .carried import LEATHERS, TEXTILES, smooth_step

METALS = ('silver', 'gold', 'rose gold', 'black')


def watch_metal(t, share=0.5):
    t.made_of('metal')
    name = t.pick(*METALS)
    t.colors.append({'area': 'case', 'name': name, 'hex': surfaces.PALETTE[name], 'share': share})
    return surfaces.metal('case', surfaces.PALETTE[name], t.between(0.14, 0.3))


def watch_head(t, case, size, square=False):
    """Case, dial, marks and hands, its dial towards +Z. Returns its parts."""
    dial = surfaces.solid('dial', t.color('dial', 0.2, 'white', 'black', 'navy', 'forest green', 'cream', 'teal', fixed=True), 0.2, 0.5)
    marks = surfaces.metal('marks', '#d5d6d8', 0.2)
    if square:
        parts = [box((1.7 * size, 2 * size, 0.12), case, bevel=0.05), box((1.5 * size, 1.8 * size, 0.01), dial, (0, 0, 0.116), bevel=0.004)]
    else:
        parts = [
            turned([(0, 0), (size, 0), (size * 1.05, 0.04), (size, 0.11), (size * 0.88, 0.12), (size * 0.86, 0.105), (0, 0.105)], case, 0.01),
            turned([(size * 0.86, 0.106), (size * 0.4, 0.1065), (0, 0.107)], dial, 0.001),
        ]
    for k in range(12):
        a = k * math.pi / 6
        parts.append(box((0.01, size * 0.16, 0.004), marks, (size * 0.7 * math.sin(a), size * 0.7 * math.cos(a), 0.122), (0, 0, -math.degrees(a)), 0.001))
    for length, deg in ((size * 0.5, t.between(0, 360)), (size * 0.72, t.between(0, 360))):
        a = math.radians(deg)
        parts.append(box((0.014, length, 0.003), marks, (length * 0.45 * math.sin(a), length * 0.45 * math.cos(a), 0.125), (0, 0, -deg), 0.001))
    parts.append(box((0.05, 0.06, 0.05), case, (size * 1.06, 0, 0.04), bevel=0.015))
    return parts


def closed_strap(t, case, long, tall, width, linked):
    """A strap closed to a loop that stands on z = 0, of links or of one piece."""
    angles = np.linspace(-math.pi, math.pi, 40)
    loop = [(0, long * math.sin(a), tall - tall * math.cos(a)) for a in angles]
    if not linked:
        hide = surfaces.leather('strap', t.color('strap', 0.5, *LEATHERS), 0.5, 16) if t.chance(0.5) else surfaces.solid('strap', t.color('strap', 0.5, *TEXTILES, 'orange'), 0.5)
        band(loop, width, hide, (1, 0, 0), 0.04)
        shapes.place(shapes.ring('buckle', width * 0.55, 0.014, case), (0, long * 0.8, tall * 0.42), (-52, 0, 0), (1, 1, 0.7))
        return
    for a, b in zip(loop, loop[1:]):
        at = (np.array(a) + np.array(b)) / 2
        tilt = math.degrees(math.atan2(b[2] - a[2], b[1] - a[1]))
        length = math.hypot(b[1] - a[1], b[2] - a[2])
        for x, w in ((-width * 0.34, 0.3), (0, 0.34), (width * 0.34, 0.3)):
            link = box((width * w, length * 0.9, 0.034), case, bevel=0.009)
            turn_all([link], (0, 0, 0), (0, 0, -0.017))
            turn_all([link], (tilt, 0, 0), (x, at[1], at[2]))


def worn_watch(t, lift=0.0):
    """A closed watch whose dial looks to the front and up."""
    case = watch_metal(t)
    size = t.between(0.17, 0.23)
    long, tall = t.between(0.3, 0.36), t.between(0.25, 0.3)
    head = watch_head(t, case, size, t.chance(0.25))
    lean = math.radians(t.between(25, 75))
    angle = math.pi - lean
    at = (0, -long * math.sin(angle), tall - tall * math.cos(angle) + lift)
    turn_all(head, (math.degrees(lean) * 0.95, 0, 0), at)
    return case, long, tall


@thing('bracelet-watch')
def bracelet_watch(t):
    """Closed: standing on its clasp as shops show it, or on its side."""
    t.lying = (0, 90, t.between(-60, 60))
    case, long, tall = worn_watch(t)
    closed_strap(t, case, long, tall, t.between(0.17, 0.22), t.chance(0.65))


@thing('smart-watch')
def smart_watch(t):
    """Open flat on its back, or closed on its strap."""
    t.made_of('rubber')
    case = watch_metal(t, 0.3)
    dark = surfaces.solid('screen', t.pick('#0b0c10', '#10161f', '#1a1030'), 0.05, 0.8)
    lit = surfaces.printed('dial', t.pick('#5fd0a8', '#f0efe8', '#e8741c', '#84bfe2'))
    w, h = t.between(0.17, 0.2), t.between(0.19, 0.24)
    skin = surfaces.solid('strap', t.color('strap', 0.6, *TEXTILES, 'orange', 'turquoise'), 0.55)
    head = [box((2 * w, 2 * h, 0.1), case, bevel=0.045), box((1.8 * w, 1.84 * h, 0.02), dark, (0, 0, 0.088), bevel=0.009)]
    for k in range(3):
        head.append(box((w * (1.2 - 0.3 * k), 0.03, 0.002), lit, (0, h * (0.4 - 0.4 * k), 0.1085), bevel=0.0005))
    if t.pose == 'lies':
        t.lying = None
        turn_all(head, (0, 0, 0), (0, 0, 0.04))
        for side, length in ((1, t.between(0.7, 0.85)), (-1, t.between(0.95, 1.15))):
            v = np.linspace(0, 1, 30)
            z = 0.07 - 0.045 * smooth_step(v, 0, 0.4)
            shapes.sheet('strap', np.array([[(x * (w * 0.92 - 0.03 * q), side * (h * 0.9 + length * q), zz) for x in np.linspace(-1, 1, 7)] for q, zz in zip(v, z)]), skin, 0.03)
        for k in range(6):
            shapes.place(turned([(0, 0), (0.02, 0), (0.02, 0.004), (0, 0.004)], dark, 0.001, 24), (0, -h * 0.9 - 0.35 - 0.09 * k, 0.04))
        return
    reach = 0.3
    turn_all(head, (t.between(40, 70), 0, 0), (0, -reach * 0.85, reach * 1.4))
    band([(0, reach * math.sin(a), reach - reach * math.cos(a)) for a in np.linspace(-0.75 * math.pi, 1.2 * math.pi, 70)], 2 * w * 0.85, skin, (1, 0, 0), 0.035)


@thing('cushion-watch')
def cushion_watch(t):
    """A watch around its little cushion."""
    t.made_of('fabric')
    case, long, tall = worn_watch(t, 0.06)
    closed_strap(t, case, long, tall, 0.2, t.chance(0.5))
    soft = surfaces.fabric('cushion', t.color('cushion', 0.4, 'cream', 'white', 'black', 'gray', 'burgundy', 'navy'), 30, 0.4)
    n = np.linspace(-1, 1, 33)
    for side in (-1, 1):
        rows = [[(x * 0.62, y * long * 0.96, tall * (0.98 + side * 0.9 * max(0.0, (1 - abs(x) ** 3) * (1 - abs(y) ** 3)) ** 0.5)) for x in n] for y in n]
        shapes.sheet('cushion', np.array(rows), soft)


@thing('pocket-watch')
def pocket_watch(t):
    t.lying = None
    case = watch_metal(t, 0.8)
    size = t.between(0.22, 0.28)
    watch_head(t, case, size)
    shapes.place(shapes.ring('bow', 0.07, 0.014, case), (0, size + 0.12, 0.05), (90, 0, 0))
    way, angle = [np.array([0, size + 0.19, 0.02])], t.between(0.6, 2.4)
    for _ in range(26):
        angle += t.between(-0.35, 0.42)
        way.append(way[-1] + 0.1 * np.array([math.cos(angle), math.sin(angle), 0]))
    for k, (p, q) in enumerate(zip(way, way[1:])):
        shapes.place(shapes.ring('link', 0.04, 0.011, case), tuple((p + q) / 2), (90 if k % 2 else 0, 0, math.degrees(math.atan2(*(q - p)[1::-1]))), (1.5, 1, 1))


@thing('bangle')
def bangle(t):
    """A bracelet of one piece, or of beads."""
    metal = watch_metal(t, 0.9)
    r = t.between(0.3, 0.36)
    t.lying = (90, 0, t.between(-50, 50))
    if t.chance(0.5):
        for k in range(t.pick(1, 2, 3)):
            shapes.place(shapes.ring('bangle', r, t.between(0.015, 0.04), metal, t.between(1, 3)), (0, 0.1 * k, r + 0.04))
        return
    beads = surfaces.solid('beads', t.color('beads', 0.7, *TEXTILES, 'turquoise', 'brown', 'black'), 0.12, 0.6)
    count = t.pick(20, 26)
    size = math.pi * r / count
    for k in range(count):
        a = 2 * math.pi * k / count
        ball(size, metal if k % 7 == 3 else beads, (r * math.cos(a), 0, r + size + r * math.sin(a)), (1, 1, 1), 3)


@thing('earrings')
def earrings(t):
    t.lying = None
    metal = watch_metal(t, 0.6)
    stone = surfaces.solid('stone', t.color('stone', 0.4, 'turquoise', 'red', 'white', 'green', 'navy', 'rose', fixed=True), 0.06, 1.0)
    style = t.pick('drop', 'hoop')
    for side in (-1, 1):
        if style == 'hoop':
            parts = [shapes.place(shapes.ring('hoop', 0.18, 0.018, metal), (0, 0, 0.02), (90, 0, 0)), ball(0.035, stone, (0, -0.2, 0.035))]
        else:
            parts = [ball(0.08, stone, (0, -0.2, 0.045), (1, 1.35, 0.55), 4), shapes.place(shapes.ring('setting', 0.085, 0.012, metal), (0, -0.2, 0.03), (90, 0, 0), (1, 1, 1.3)), ball(0.04, metal, (0, 0.02, 0.04))]
        parts.append(rod([(0, -0.08, 0.03), (0.01, 0.1, 0.04), (-0.05, 0.2, 0.03), (-0.09, 0.12, 0.02)], 0.009, metal, 8, 8))
        turn_all(parts, (0, 0, t.between(-30, 30)), (0.26 * side, t.between(-0.08, 0.08), 0))


@thing('belt')
def belt(t):
    """Rolled up, or laid in a loose curve."""
    t.made_of('leather', 'metal')
    t.lying = None
    hide = surfaces.leather('belt', t.color('belt', 0.9, *LEATHERS, 'gray', 'red'), t.between(0.3, 0.55), 14)
    metal = surfaces.metal('buckle', surfaces.PALETTE[t.pick('silver', 'gold', 'brass', 'black')], 0.2)
    wide = t.between(0.28, 0.42)
    if t.chance(0.6):
        a = np.linspace(0, t.between(2.2, 4.2) * 2 * math.pi, 260)
        r = 0.32 + 0.065 * a / (2 * math.pi)
        way = np.stack([r * np.cos(a), r * np.sin(a), np.full_like(a, wide / 2)], -1)
        across, tilt = np.array([0, 0, 1.0]), 90
    else:
        s = np.linspace(-1, 1, 140)
        way = np.stack([t.between(2.6, 3.4) * s, t.between(0.3, 1.5) * np.sin(s * t.between(1.5, 4.5)), np.full_like(s, 0.03)], -1)
        across, tilt = None, 0
    rows = []
    for k, p in enumerate(way):
        ahead = way[min(len(way) - 1, k + 1)] - way[max(0, k - 1)]
        side = across if across is not None else np.array([-ahead[1], ahead[0], 0]) / np.linalg.norm(ahead)
        rows.append([p + side * w for w in np.linspace(-wide / 2, wide / 2, 5)])
    shapes.sheet('belt', np.array(rows), hide, 0.035)
    end, before = way[-1], way[-4]
    turn = math.degrees(math.atan2(*(end - before)[1::-1]))
    frame = [(-0.25, -wide * 0.6), (0.25, -wide * 0.6), (0.25, wide * 0.6), (-0.25, wide * 0.6)]
    hole = [(x * 0.72, z * 0.75) for x, z in frame]
    buckle = shapes.extruded('buckle', [frame, hole], 0.05, metal, 0.015)
    shapes.place(buckle, (float(end[0]), float(end[1]), max(0.04, float(end[2]))), (tilt, 0, turn))


@thing('wallet')
def wallet(t):
    """Folded: flat on the table, or set up like a small tent."""
    t.made_of('leather')
    t.lying = None
    hide = surfaces.leather('wallet', t.color('wallet', 0.9, *LEATHERS, 'red', 'pink', 'teal'), t.between(0.3, 0.55), 12)
    w, h, thick = t.between(1.0, 1.9), t.between(0.85, 1.05), t.between(0.07, 0.1)
    lean = 0 if t.pose == 'lies' else t.between(8, 20)
    lining = surfaces.fabric('lining', '#2a2622', 40)
    for side in (-1, 1):
        half = [box((w, h, thick), hide, bevel=0.03), box((w * 0.9, h * 0.9, 0.02), lining, (0, 0.02, thick - 0.005), bevel=0.005)]
        if t.pose == 'lies':
            turn_all(half, (0, 180 if side > 0 else 0, 0), (0, 0, (thick * 2 + 0.02) if side > 0 else 0))
        else:
            turn_all(half, (90, 0, 0), (0, 0, h / 2))
            turn_all(half, (0, 0, 0 if side > 0 else 180), (0, side * (thick + 0.02), 0))
            turn_all(half, (side * lean, 0, 0), (0, side * h * math.sin(math.radians(lean)), 0))
    if t.pose == 'lies':
        rod([(-w / 2 + 0.04, -h / 2 + 0.02, thick), (0, -h / 2 - 0.01, thick + 0.01), (w / 2 - 0.04, -h / 2 + 0.02, thick)], thick * 0.95, hide, 8)
        t.letters(t.words[0], 0.09, t.ink_on('#404040'), lambda x, y: (x + w * 0.2, y - h * 0.3, thick * 2 + 0.026), (0, 0, 1), width=w * 0.4)


@thing('sun-hat')
def sun_hat(t):
    """A hat with a wide brim, on a table."""
    t.made_of('straw')
    straw = surfaces.fabric('straw', t.color('hat', 0.85, 'beige', 'tan', 'cream', 'black', 'white', 'brown', 'gray', 'navy'), t.pick(9, 16, 40), 0.7)
    ribbon = surfaces.fabric('ribbon', t.color('ribbon', 0.1, 'black', 'navy', 'red', 'white', 'brown', fixed=True), 50, 0.2)
    reach, high, r = t.between(1.45, 2.1), t.between(0.9, 1.2), t.between(0.8, 0.92)
    a = np.linspace(0, 2 * np.pi, 121)
    rows = []
    dent = t.between(0.0, 0.25)
    wave, turn = t.between(0.02, 0.14), t.between(0, 6)
    for k, rr, z in ((0, reach, 0.05), (1, (reach + r) / 2, 0.08), (2, r * 1.03, 0.12), (3, r, 0.25), (4, r * 0.95, high * 0.7), (5, r * 0.86, high * 0.96), (6, r * 0.6, high - 0.1 * dent), (7, 0.01, high - dent)):
        lift = wave * (0.6 + np.cos(2 * a + turn)) * (1 - k / 2 if k < 2 else 0)
        rows.append(np.stack([rr * np.cos(a), rr * 1.12 * np.sin(a), z + np.maximum(0, lift)], -1))
    rows = np.array(rows)
    fine = np.stack([bezier(rows[:, i], 7) for i in range(rows.shape[1])], 1)
    shapes.sheet('hat', fine, straw, 0.03)
    band([(r * 1.0 * math.cos(b), r * 1.12 * math.sin(b), 0.29) for b in np.linspace(0, 2 * math.pi, 80)], 0.24, ribbon, (0, 0, 1), 0.04)


@thing('beanie')
def beanie(t):
    """Laid flat, with or without a pompon of wool."""
    t.made_of('wool')
    t.lying = None
    wool = surfaces.fabric('wool', t.color('beanie', 0.95, *TEXTILES), t.pick(9, 14), 0.9)
    w, h, n = t.between(0.95, 1.15), t.between(1.7, 2.1), 40
    for side in (-1, 1):
        rows = []
        for v in np.linspace(0, 1, n):
            half = w * (1 - 0.06 * v) * max(0.01, 1 - max(0.0, (v - 0.45) / 0.55) ** 2.2) ** 0.5
            u = np.linspace(-1, 1, n)
            rib = 0.015 * np.cos(u * 50)
            thick = 0.2 * (1 - u**2) ** 0.4 * (1 - 0.4 * v)
            rows.append(np.stack([u * half, np.full(n, v * h - h / 2), 0.22 + side * thick + side * rib], -1))
        shapes.sheet('side', np.array(rows), wool)
    cuff = [(x * w * 1.02, -h / 2 + 0.28, 0.22 + 0.24 * (1 - x * x) ** 0.4) for x in np.linspace(-1, 1, 30)]
    band(cuff, 0.56, wool, (0, 1, 0), 0.06)
    if t.chance(0.5):
        ball(0.32, surfaces.fabric('pompon', t.pick('#f0efe8', '#8b8c8e', '#b81d28'), 6, 1.0), (0, h / 2 + 0.18, 0.32))
