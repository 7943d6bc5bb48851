"""Wrapped boxes, ribbons, balls and paper confetti on a coloured sweep."""

import math

import numpy as np

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='gift-confetti',
    title='Gifts and confetti',
    stage=Stage(point=(0.0, 0, 0.45), max_width=2.5, max_height=2.7),
    views={
        'eye': View(elevation=8, distance=13.4, aim=(0, 0, 1.75), focal_mm=70, f_stop=8),
        'above': View(elevation=25, distance=13.6, aim=(0, 0.4, 1.0), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['gifts', 'party', 'birthday', 'celebration', 'sale'], 'materials': ['paper', 'ribbon', 'confetti'],
        'colors': ['coral', 'red', 'pink', 'gold', 'white'], 'mood': ['festive', 'playful', 'cheerful', 'bold'],
        'season': ['christmas', 'birthday', 'new year', 'valentine'], 'light': ['soft box', 'studio', 'bright'],
    },
    tints={'sweep': '#e39a8c', 'boxes': '#f5e9df', 'ribbon': '#c2413d'},
    floor_gloss=0.08, floor_roughness=0.5, white_level=0.8,
)


def gift(x, y, z, size, turn, paper, ribbon, rng):
    """A box with crossed ribbon and a bow."""
    width, depth, height = size
    spin = shapes.rotation_matrix(z=math.radians(turn))
    shapes.place(shapes.rounded_box('box', (width, depth, height), paper, 0.025), (x, y, z), (0, 0, turn))
    shapes.place(shapes.rounded_box('lid', (width + 0.05, depth + 0.05, height * 0.26), paper, 0.025), (x, y, z + height * 0.76), (0, 0, turn))
    for along in ((width + 0.075, 0.2, height + 0.03), (0.2, depth + 0.075, height + 0.03)):
        shapes.place(shapes.rounded_box('ribbon', along, ribbon, 0.012, 2), (x, y, z), (0, 0, turn))
    patches = []
    for side in (0.5, 2.64, 1.57, -1.2, 3.7):
        t = np.linspace(0, 1, 26)[:, None]
        u = np.linspace(-1, 1, 7)[None, :]
        loop = 2 * math.pi * t
        reach = 0.34 * rng.uniform(0.85, 1.15)
        px = reach * (1 - np.cos(loop)) * 0.95
        pz = 0.24 * np.sin(loop) * (0.8 + 0.3 * t) + 0.12
        py = u * 0.1 * (0.35 + 0.65 * np.sin(np.pi * t))
        patch = np.stack([px * np.ones_like(u), py, pz * np.ones_like(u)], -1)
        patches.append(patch @ shapes.rotation_matrix(z=side).T @ spin.T + np.array([x, y, z + height + 0.03]))
    shapes.merged('bow', patches, ribbon, thickness=0.012)
    shapes.place(shapes.sphere('knot', 0.1, ribbon, 3), (x, y, z + height + 0.1))


def build(s):
    sweep = materials.paper('sweep', '#e39a8c', tint='sweep')
    white = materials.paper('wrap', '#f5e9df', tint='boxes')
    blush = materials.paper('wrap blush', '#f0b8a8', tint='boxes')
    red = materials.satin('ribbon', '#c2413d', tint='ribbon', roughness=0.3)
    cream = materials.satin('cream ribbon', '#f3dfc4', roughness=0.32)
    gold = materials.metal('gold', '#e2b467', roughness=0.16)
    disc = materials.matt('disc', '#f3b3a5', tint='sweep', roughness=0.4)
    shapes.sweep('sweep', sweep, back=6.5, radius=3)
    shapes.podium('disc', 1.75, 0.45, disc, bevel=0.08)
    rng = np.random.default_rng(14)
    gift(-2.9, 1.5, 0, (1.7, 1.7, 1.5), 18, white, red, rng)
    gift(-2.75, 1.4, 1.53, (1.05, 1.05, 0.8), -12, blush, cream, rng)
    gift(2.85, 1.3, 0, (1.5, 1.5, 2.2), -16, blush, cream, rng)
    gift(3.0, -0.35, 0, (1.15, 0.95, 0.75), 24, white, red, rng)
    for x, y, r, material in ((-2.3, -0.5, 0.3, gold), (-2.9, -0.15, 0.2, gold), (2.2, 0.35, 0.24, gold), (-1.95, 0.95, 0.4, disc)):
        shapes.place(shapes.sphere('ball', r, material), (x, y, r - 0.004))
    colours = [materials.paper('confetti', c) for c in ('#f7e3c8', '#f2b04f', '#c2413d', '#fbf4ea', '#f4a59a')] + [gold]
    patches = [[] for _ in colours]
    for i in range(420):
        falling = rng.random() < 0.16
        x, y = rng.normal(0, 3.2), rng.uniform(-4.5, 4.0)
        if not falling and (x * x + y * y) < 1.85**2:
            continue
        z = rng.uniform(0.6, 6.5) if falling else 0.01
        if falling and abs(x) < 1.6 and z < 3.6:
            continue
        width, length, curl = rng.uniform(0.04, 0.09), rng.uniform(0.09, 0.26), rng.uniform(0, 0.5)
        t = np.linspace(-1, 1, 6)[:, None]
        u = np.linspace(-1, 1, 3)[None, :]
        patch = np.stack([u * width + 0 * t, t * length + 0 * u, curl * length * t * t + 0 * u], -1)
        turn = rng.uniform(0, 6.28, 3) if falling else (rng.normal(0, 0.12), rng.normal(0, 0.12), rng.uniform(0, 6.28))
        patches[i % len(colours)].append(patch @ shapes.rotation_matrix(*turn).T + np.array([x, y, z]))
    for material, own in zip(colours, patches):
        shapes.merged('confetti', own, material, thickness=0.004)

    s.softbox((-5.5, -5, 8), (2.4, 2.4), group='key', level=1.15, target=(0, 0.5, 0.8), kelvin=5200, name='Key soft box')
    s.softbox((8, -6, 5), (5, 6), level=0.35, target=(0, 0, 1), kelvin=5800, name='Fill')
    s.softbox((3, 4.6, 8.5), (5, 1.5), group='rim', level=0.5, target=(0, 1, 1), kelvin=4900, name='Back light')
    s.environment(0.5, 0.75, 1.0, level=0.4, kelvin=6000)
