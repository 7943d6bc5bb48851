"""Layers of cut paper: clouds and a sun in pastel, lamps between the sheets."""

import math

import numpy as np

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='paper-clouds',
    title='Paper clouds',
    stage=Stage(point=(0.0, 0, 0.5), max_width=2.6, max_height=2.7),
    views={
        'eye': View(elevation=5, distance=13.2, aim=(0, 0, 1.85), focal_mm=70, f_stop=16),
        'above': View(elevation=22, distance=13.6, aim=(0, 0.3, 1.25), focal_mm=70, f_stop=16),
    },
    keywords={
        'worlds': ['paper craft', 'clouds', 'sky', 'children'], 'materials': ['paper', 'cardboard'],
        'colors': ['pastel', 'sky blue', 'light blue', 'white', 'yellow'], 'mood': ['playful', 'light', 'dreamy', 'cheerful', 'cute'],
        'season': ['spring', 'summer'], 'light': ['soft box', 'bright', 'studio'],
    },
    tints={'sky': '#b9d9ea', 'clouds': '#fbf7f1', 'sun': '#f6cf7d'},
    floor_gloss=0.02, floor_roughness=0.9, white_level=1.0,
)


def cloud(seed, width, height, lobes=4, steps=40):
    """Outline of a cloud as scissors cut it: lobes above, a straight foot between two round ends."""
    rng = np.random.default_rng(seed)
    end = height * rng.uniform(0.3, 0.36)
    discs = [(-width / 2 + end, end, end), (width / 2 - end * 1.15, end * 1.15, end * 1.15)]
    for i in range(lobes):
        t = (i + 1) / (lobes + 1)
        r = height * (0.26 + 0.22 * math.sin(math.pi * t) * rng.uniform(0.8, 1.15))
        x = -width / 2 + end + t * (width - 2 * end)
        discs.append((x, height * (0.3 + 0.24 * math.sin(math.pi * t)), r))
    xs = [-width / 2 + (width / 2) * (1 - math.cos(a)) for a in np.linspace(0, math.pi, lobes * steps)]
    top, foot = [], []
    for x in xs:
        over = [(z + math.sqrt(r * r - (x - cx) ** 2)) for cx, z, r in discs if abs(x - cx) <= r]
        if not over:
            continue
        top.append((float(x), max(over)))
        if x < -width / 2 + end:
            foot.append((float(x), end - math.sqrt(max(0.0, end * end - (x + width / 2 - end) ** 2))))
        elif x > width / 2 - end * 1.15:
            r = end * 1.15
            foot.append((float(x), r - math.sqrt(max(0.0, r * r - (x - width / 2 + r) ** 2))))
    return [*foot, *reversed(top[1:-1])]


def build(s):
    sky = materials.paper('sky', '#b9d9ea', tint='sky')
    deep = materials.paper('deep', '#a3cbe2', tint='sky')
    white = materials.paper('cloud', '#fbf7f1', tint='clouds')
    cream = materials.paper('cream', '#f3eadf', tint='clouds')
    yellow = materials.paper('sun', '#f6cf7d', tint='sun')
    thread = materials.matt('thread', '#e8e2d8', roughness=0.9)

    shapes.sweep('sky', sky, back=6.0, radius=2.5)
    disc = [(1.45 * math.cos(a), 1.45 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 120, endpoint=False)]
    shapes.place(shapes.extruded('sun', [disc], 0.1, yellow, 0.015), (1.35, 4.2, 3.7), (90, 0, 0))
    sheets = (
        (1, 5.2, 1.9, -3.0, 4.7, 3.1, deep), (2, 4.4, 1.6, 3.4, 3.6, 2.2, white), (3, 5.6, 2.1, -3.6, 3.0, 0.8, cream),
        (4, 4.6, 1.7, 3.9, 2.2, 0.25, cream), (5, 4.2, 1.5, -3.4, 1.4, 0.0, white), (6, 3.2, 1.1, 3.5, 0.9, 0.0, white),
        (7, 2.2, 0.75, -3.25, -1.5, 0.0, white), (8, 2.6, 1.0, -0.9, 3.9, 4.75, white),
    )
    for seed, width, height, x, y, z, material in sheets:
        sheet = shapes.extruded('cloud', [cloud(seed, width, height)], 0.09, material, 0.014)
        shapes.place(sheet, (x, y, z), (90, 0, 0))
        if z > 1.5:
            for dx in (-0.22, 0.25):
                shapes.tube('thread', [(x + dx * width, y, z + height * 0.7), (x + dx * width, y, 14)], 0.009, thread)
    shapes.podium('podium', 1.75, 0.5, white, bevel=0.03)
    shapes.podium('foot', 2.15, 0.2, cream, bevel=0.03)

    # Far enough away to light the last sheet almost as the first.
    s.softbox((-11, -13, 15), (3.4, 3.4), group='key', level=1.0, target=(0, 2, 2), kelvin=5200, name='Key soft box')
    s.softbox((12, -14, 8), (10, 10), level=0.35, target=(0, 0, 1), kelvin=5800, name='Fill')
    s.softbox((0, 4.9, 8.5), (9, 0.6), group='rim', level=0.45, target=(0, 5.6, 2), kelvin=5000, name='Light between the sheets')
    s.environment(0.6, 0.8, 1.0, level=0.45, kelvin=6200)
