"""Cloth that lies: folded, in pairs, rolled."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import band, bezier, box, rod, thing, turn_all, turned
from .carried import TEXTILES, garment_wrinkles


def cloth_of(t, threads, *names):
    t.made_of('fabric')
    t.lying = None
    main = t.color('cloth', 0.95, *(names or TEXTILES))
    stripe = surfaces.PALETTE[t.pick('navy', 'red', 'white', 'gray')] if t.tone == 'normal' and t.chance(0.25) else None
    return surfaces.fabric('cloth', main, threads, 0.3, stripe, 2.2, t.pick('X', 'Y')), main


def pad(width, length, low, high, skin, seed, soft=0.35):
    """A flat folded piece from `low` to `high`: rounded, a little uneven. Returns its body."""
    u = np.linspace(-1, 1, 46)
    rows = []
    for side in (1, -1):
        for v in u if side > 0 else u[::-1]:
            edge = np.maximum(0, (1 - np.abs(u) ** 10) * (1 - abs(v) ** 10)) ** soft
            middle = (low + high) / 2
            x, y = u * width / 2, np.full_like(u, v * length / 2)
            z = middle + side * (high - low) / 2 * edge
            if side > 0:
                z = z + garment_wrinkles(x * 1.5, y * 1.5, seed, 0.03)
            rows.append(np.stack([x + 0.02 * math.sin(4 * v + seed), y, np.maximum(z, 0.004)], -1))
    return shapes.sheet('pad', np.array(rows), skin)


@thing('folded-shirt')
def folded_shirt(t):
    """A shirt or T-shirt folded as shops lay it out, its collar away from the camera."""
    skin, main = cloth_of(t, 44)
    w, h, thick = t.between(2.1, 2.6), t.between(2.8, 3.5), t.between(0.2, 0.45)
    seed = int(t.between(1, 200))
    pad(w, h, 0.0, thick, skin, seed)
    top = thick + 0.01
    if t.chance(0.5):
        collar = [(-0.62, h / 2 - 0.02, top + 0.03), (-0.45, h / 2 - 0.5, top + 0.05), (0, h / 2 - 0.75, top + 0.04), (0.45, h / 2 - 0.5, top + 0.05), (0.62, h / 2 - 0.02, top + 0.03)]
        band(bezier(collar, 10), 0.34, skin, (0, 0.8, 0.2), 0.05)
        band([(0, h / 2 - 0.7, top), (0, -h / 2 + 0.1, top)], 0.26, skin, (1, 0, 0), 0.03)
        button = surfaces.solid('button', t.pick('#f0efe8', '#1d1d20', '#b98a5c'), 0.3)
        for y in np.arange(-h / 2 + 0.4, h / 2 - 0.8, 0.55):
            shapes.place(turned([(0, 0), (0.055, 0), (0.055, 0.03), (0, 0.03)], button, 0.005, 32), (0, y, top + 0.01))
    else:
        shapes.tube('neck', bezier([(-0.6, h / 2 - 0.06, top), (-0.35, h / 2 - 0.45, top), (0, h / 2 - 0.58, top), (0.35, h / 2 - 0.45, top), (0.6, h / 2 - 0.06, top)], 10), 0.06, skin, 8)
        if t.chance(0.6):
            t.letters(t.words[0], 0.26, t.ink_on(main), lambda x, y: (x, y, top + 0.05), (0, 0, 1), width=w * 0.7)


@thing('folded-jeans')
def folded_jeans(t):
    """Trousers folded once along and twice across."""
    skin, _ = cloth_of(t, 44, 'denim', 'denim', 'navy', 'black', 'gray', 'beige', 'olive')
    w, h, z = t.between(1.9, 2.4), t.between(2.6, 4.6), 0.0
    seed = int(t.between(1, 200))
    for k in range(t.pick(2, 3, 4)):
        thick = t.between(0.12, 0.2)
        part = pad(w - 0.05 * k, h, z, z + thick, skin, seed + k)
        turn_all([part], (0, 0, t.between(-1.5, 1.5)), (t.between(-0.04, 0.04), 0, 0))
        z += thick * 0.94
    pocket = [(-0.5, -0.5), (0.0, -0.68), (0.5, -0.5), (0.52, 0.5), (-0.52, 0.5)]
    patch = shapes.extruded('pocket', [[(x * 0.8, y * 0.8) for x, y in pocket]], 0.04, skin, 0.015)
    shapes.place(patch, (t.between(-0.2, 0.2), h * 0.22, z + 0.03), (0, 0, 0))
    thread = surfaces.solid('thread', '#c99a24', 0.6)
    shapes.tube('seam', [(x * 0.7, y * 0.7 + h * 0.22, z + 0.055) for x, y in (*pocket, pocket[0])], 0.012, thread, 6)
    band([(-w / 2 + 0.1, h / 2 - 0.2, z + 0.02), (w / 2 - 0.1, h / 2 - 0.2, z + 0.02)], 0.34, skin, (0, 1, 0), 0.05)


@thing('socks')
def socks(t):
    """A pair, one on the other or side by side."""
    skin, _ = cloth_of(t, 16)
    heel = surfaces.fabric('heel', t.color('heel', 0.1, *TEXTILES), 16, 0.5)
    high, foot, wide = t.between(1.3, 2.6), t.between(1.5, 1.9), 0.42
    apart = t.pick(0.12, t.between(0.9, 1.3))
    for k in range(2):
        line = bezier([(0, high, 0), (0, high * 0.4, 0), (0.1, 0.05, 0), (foot * 0.5, -0.25, 0), (foot, -0.3, 0)], 14)
        n = len(line)
        rows, u = [], np.linspace(-1, 1, 24)
        for i, p in enumerate(line):
            ahead = line[min(n - 1, i + 1)] - line[max(0, i - 1)]
            side = np.array([-ahead[1], ahead[0], 0]) / np.linalg.norm(ahead)
            q = i / (n - 1)
            half = wide * (1.0 + 0.25 * math.exp(-(((q - 0.52) / 0.1) ** 2))) * max(0.03, 1 - max(0.0, (q - 0.85) / 0.15) ** 2.5) ** 0.5
            rows.append([[*(p + side * v * half)[:2], 0.07 + 0.07 * math.sqrt(max(0.0, 1 - v * v))] for v in u])
        parts = [shapes.sheet('sock', np.array(rows), skin, 0.05)]
        parts.append(band([(x, high - 0.15, 0.15) for x in (-wide, 0, wide)], 0.3, heel, (0, 1, 0), 0.04))
        turn_all(parts, (0, 0, t.between(-6, 6)), (k * apart, k * 0.06, k * (0.12 if apart < 0.5 else 0)))


@thing('gloves')
def gloves(t):
    t.made_of('leather')
    skin, _ = cloth_of(t, 20, *TEXTILES, 'brown', 'tan')
    if t.chance(0.4):
        skin = surfaces.leather('hide', surfaces.PALETTE[t.pick('black', 'brown', 'tan', 'burgundy')], 0.45, 14)
    for side in (-1, 1):
        parts = [pad(0.9, 1.1, 0, 0.2, skin, 3, 0.5)]
        for k, (x, lean, length) in enumerate(((-0.34, 8, 0.72), (-0.12, 3, 0.88), (0.11, -2, 0.84), (0.33, -9, 0.68))):
            a = math.radians(lean)
            tip = (x - length * math.sin(a), 0.45 + length * math.cos(a), 0.1)
            parts.append(rod([(x, 0.3, 0.1), ((x + tip[0]) / 2, (0.3 + tip[1]) / 2, 0.11), tip], [*np.linspace(0.14, 0.1, 49)], skin, 24))
        parts.append(rod([(0.34, -0.3, 0.1), (0.6, 0.05, 0.11), (0.68, 0.4, 0.1)], [*np.linspace(0.17, 0.11, 49)], skin, 24))
        cuff = pad(0.82, 0.8, 0, 0.2, skin, 5, 0.5)
        turn_all([cuff], (0, 0, 0), (0, -0.75, 0))
        parts.append(cuff)
        turn_all(parts, (0, 0 if side > 0 else 180, 0), (0, 0, 0 if side > 0 else 0.21))
        turn_all(parts, (0, 0, t.between(-12, 12)), (side * t.between(0.72, 0.95), t.between(-0.15, 0.15), 0))


@thing('tie')
def tie(t):
    """Rolled up with its end laid out, or lying long."""
    skin, _ = cloth_of(t, 60, 'navy', 'burgundy', 'gray', 'black', 'forest green', 'red', 'sky blue', 'mustard')
    wide, long = t.between(0.34, 0.45), t.between(3.2, 4.6)
    v = np.linspace(0, 1, 60)
    sway, turn = t.between(-0.4, 0.4), t.between(0, 3)
    rows = []
    for q in v:
        half = wide * (1 - 0.55 * q) * min(1.0, 0.03 + q * 14)
        x = sway * math.sin(q * 3 + turn)
        rows.append([[x + u * half, -long / 2 + q * long, 0.05 + 0.05 * (1 - u * u) + 0.02 * math.sin(9 * q)] for u in np.linspace(-1, 1, 13)])
    shapes.sheet('tie', np.array(rows), skin, 0.04)
    end = np.array([sway * math.sin(3 + turn), long / 2, 0])
    if t.chance(0.6):
        a = np.linspace(0, 3.2 * 2 * math.pi, 160)
        r = 0.42 - 0.1 * a / (2 * math.pi)
        roll = [(end[0], end[1] - 0.2 + rr * math.sin(b), 0.45 + rr * math.cos(b)) for b, rr in zip(a, np.maximum(r, 0.08))]
        band(roll, wide * 1.1, skin, (1, 0, 0), 0.05)
    else:
        knot = box((0.4, 0.42, 0.26), skin, tuple(end + (0, 0.1, 0)), bevel=0.1)
        loop = bezier([tuple(end + (0, 0.2, 0.1)), tuple(end + (-0.75, 0.9, 0.08)), tuple(end + (0, 1.7, 0.08)), tuple(end + (0.75, 0.9, 0.08)), tuple(end + (0, 0.2, 0.1))], 14)
        band(loop, 0.3, skin, (0.4, 0.6, 0.2), 0.05)
        knot.name = 'knot'


@thing('folded-blanket')
def folded_blanket(t):
    """Folded in layers, a fringe at its front now and then."""
    skin, main = cloth_of(t, t.pick(9, 16, 24))
    w, d, z = t.between(3.2, 4.4), t.between(2.4, 3.2), 0.0
    seed = int(t.between(1, 200))
    for k in range(t.pick(2, 3, 4)):
        thick = t.between(0.28, 0.45)
        pad(w - t.between(0, 0.1), d - t.between(0, 0.12), z, z + thick, skin, seed + k, 0.3)
        z += thick * 0.95
    if t.chance(0.5):
        for x in np.linspace(-w / 2 + 0.1, w / 2 - 0.1, 36):
            rod([(x, -d / 2 + 0.05, z - 0.1), (x + t.between(-0.05, 0.05), -d / 2 - 0.08, z - 0.25), (x + t.between(-0.08, 0.08), -d / 2 - 0.1, z - 0.55)], 0.03, skin, 5, 6)


@thing('rolled-mat')
def rolled_mat(t):
    """A mat for exercise: rolled, with its end a little open."""
    t.made_of('foam')
    t.lying = None
    skin = surfaces.solid('foam', t.color('mat', 0.95, *TEXTILES, 'purple', 'turquoise'), 0.85, relief=0.2)
    strap = surfaces.fabric('strap', t.pick('#1d1d20', '#f0efe8', '#8b8c8e'), 60)
    wide, turns = t.between(5.6, 6.4), t.between(4, 6)
    a = np.linspace(0, turns * 2 * math.pi, 420)
    r = 0.15 + 0.09 * a / (2 * math.pi)
    outer = float(r[-1])
    line = [(0, q * math.sin(b - a[-1]), outer - q * math.cos(b - a[-1])) for b, q in zip(a, r)]
    tail = t.between(0.2, 2.4)
    line += [(0, outer * 0.02 + tail * k, 0.02) for k in np.linspace(0.02, 1, 8)]
    band(line, wide, skin, (1, 0, 0), 0.05)
    if tail < 1.2:
        for x in (-wide * 0.28, wide * 0.28):
            band([(x, (outer + 0.05) * math.sin(b), outer - (outer + 0.05) * math.cos(b)) for b in np.linspace(0.3, 5.9, 50)], 0.3, strap, (1, 0, 0), 0.02)
