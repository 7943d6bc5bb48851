"""Maple leaves and small pumpkins on old boards, low sun through a window and leaves."""

import math

import numpy as np

from kit import gobos, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='autumn-table',
    title='Autumn leaves',
    stage=Stage(point=(0.0, 0, 0.0), max_width=2.8, max_height=2.7),
    views={
        'eye': View(elevation=9, distance=13.0, aim=(0, 0, 1.25), focal_mm=70, f_stop=5.6),
        'above': View(elevation=27, distance=13.2, aim=(0, 0.5, 0.6), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['autumn', 'fall', 'leaves', 'harvest', 'wood table'], 'materials': ['wood', 'leaves', 'pumpkin'],
        'colors': ['orange', 'rust', 'red', 'brown', 'gold'], 'mood': ['cozy', 'warm', 'nostalgic', 'rustic'],
        'season': ['autumn', 'thanksgiving', 'halloween'], 'light': ['low sun', 'golden hour', 'window', 'leaf shadows'],
    },
    tints={'backdrop': '#a08565', 'table': '#654b36'},
    floor_gloss=0.08, floor_roughness=0.6, white_level=0.66,
)

# Tips and notches of a maple leaf, (angle in degrees from the midrib, radius), one side.
MAPLE = ((0, 1.0), (9, 0.62), (16, 0.70), (24, 0.42), (40, 0.62), (48, 0.92), (56, 0.60), (66, 0.62), (78, 0.34), (98, 0.52), (112, 0.62), (122, 0.38), (150, 0.28), (172, 0.16))


def maple(rng, size):
    """A curled maple leaf as a fan of rings: (rows, columns, 3)."""
    half = [(math.radians(a), r) for a, r in MAPLE]
    outline = [(-a, r) for a, r in reversed(half[1:])] + half
    angles = np.interp(np.linspace(0, len(outline) - 1, 161), range(len(outline)), [a for a, _ in outline])
    radii = np.interp(np.linspace(0, len(outline) - 1, 161), range(len(outline)), [r for _, r in outline])
    t = np.linspace(0.02, 1, 9)[:, None]
    x, y = t * radii * np.sin(angles), t * radii * np.cos(angles)
    ribs = np.cos(angles * 6.6) * 0.035 * t
    curl = rng.uniform(0.05, 0.4) * (x * x) * rng.choice([-0.4, 1, 1]) + rng.uniform(0.0, 0.35) * y * y
    wave = 0.04 * np.sin(angles * 5 + rng.uniform(0, 6)) * t * t
    return np.stack([x, y, curl + wave + ribs], -1) * size


def pumpkin(name, location, size, skin, stalk, turn, ribs=11):
    """A ribbed pumpkin with its stalk."""
    t = np.linspace(0.0, math.pi, 48)[:, None]
    a = np.linspace(0, 2 * math.pi, 220)[None, :]
    groove = np.abs(np.sin(a * ribs / 2)) ** 0.55
    r = np.sin(t) ** 0.8 * (0.84 + 0.16 * groove) * 0.62
    dimple = 0.16 * np.exp(-((np.sin(t) / 0.34) ** 2))
    z = -np.cos(t) * 0.42 * (0.94 + 0.06 * groove) - np.sign(-np.cos(t)) * dimple
    points = np.stack([r * np.cos(a), r * np.sin(a), z * np.ones_like(r)], -1) * size
    shapes.place(shapes.sheet(name, points, skin), (location[0], location[1], location[2] + 0.36 * size), (4, -6, turn))
    x, y, z0 = location[0], location[1], location[2] + 0.56 * size
    way = [(x, y, z0), (x + 0.02, y, z0 + 0.14 * size), (x + 0.1 * size, y, z0 + 0.25 * size), (x + 0.2 * size, y, z0 + 0.29 * size)]
    shapes.tube('stalk', way, [0.1 * size, 0.06 * size, 0.055 * size, 0.065 * size], stalk)


def build(s):
    boards = materials.wood('boards', '#75583f', '#3d2a1c', tint='table', roughness=0.6)
    back = materials.plaster('backdrop', '#a08565', tint='backdrop', relief=0.4)
    foliage = materials.leaf('maple', ['#c4501d', '#d98a2b', '#a3301c', '#e0a63c', '#b8651f', '#8f3a1a'], gloss=0.35, translucency=0.35, veins=False)
    orange = materials.matt('pumpkin', '#cf7a2f', roughness=0.42, speckle=0.08)
    cream = materials.matt('pale pumpkin', '#e3d3b3', roughness=0.48, speckle=0.08)
    stalk = materials.matt('stalk', '#7d7048', roughness=0.8)

    shapes.planks('board', boards, (-18, 18), (-7.5, 3.6), width=1.5, seed=12, gap=0.03, bevel=0.05)
    shapes.plane('backdrop', (80, 40), back, (0, 5.2, 6), (90, 0, 0))
    pumpkin('pumpkin', (2.95, 1.5, 0), 2.0, orange, stalk, 20)
    pumpkin('pumpkin', (3.6, 0.2, 0), 1.15, cream, stalk, 70, 9)
    pumpkin('pumpkin', (-3.1, 1.7, 0), 1.5, cream, stalk, 120, 12)
    pumpkin('pumpkin', (-4.0, 0.9, 0), 1.0, orange, stalk, 220, 9)
    rng = np.random.default_rng(21)
    places = []
    while len(places) < 84:
        x, y = rng.normal(0, 3.4), rng.normal(-0.1, 2.4)
        if -4.6 < y < 3.3 and ((x / 2.1) ** 2 + ((y + 0.2) / 1.75) ** 2) > 1:
            places.append((x, y))
    for i, (x, y) in enumerate(places):
        leaf = maple(rng, rng.uniform(0.42, 0.85))
        tilt = shapes.rotation_matrix(rng.normal(0, 0.2), rng.normal(0, 0.2), rng.uniform(0, 6.28))
        if rng.random() < 0.3:
            leaf = leaf * np.array([1, 1, -1])
        turned = leaf @ tilt.T
        turned[..., 2] += -turned[..., 2].min() + 0.012 + 0.02 * (i % 4)
        shapes.sheet('leaf', turned + np.array([x, y, 0]), foliage)

    sun = (-0.82, -0.42, 0.5)
    s.sun(sun, level=1.9, angle=1.3, kelvin=4500, name='Low sun')
    s.gobo(gobos.window(width=9.0, height=7.4, columns=2, rows=2, bar=0.3), sun, 19, (0.5, 2.0, 1.5), roll=3)
    s.gobo(gobos.branch(41, length=11, leaves=30, leaf=1.3, width=0.6, side_twigs=8), sun, 9, (0.8, 5.0, 3.0), roll=170)
    s.softbox((5, -9, 7), (6, 6), level=0.32, target=(0, 0, 0.5), kelvin=5400, name='Fill')
    s.softbox((6, 3.4, 6), (1.5, 4), group='rim', level=0.5, target=(0, 0.5, 0.5), kelvin=4600, name='Back light')
    s.environment(0.4, 0.7, 1.0, level=0.34, kelvin=5800)
