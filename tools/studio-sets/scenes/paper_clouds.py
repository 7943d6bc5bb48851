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


def cloud(seed, width, height, lobes=5, steps=26):
    """Outline of a cloud with a flat foot: the hull of overlapping discs."""
    rng = np.random.default_rng(seed)
    centres = np.linspace(-width / 2 + height * 0.32, width / 2 - height * 0.32, lobes)
    discs = [
        (x, height * 0.3, height * (0.32 + 0.36 * math.cos((x / width) * math.pi) * rng.uniform(0.75, 1.1))) for x in centres
    ]
    xs = np.linspace(-width / 2 - height * 0.1, width / 2 + height * 0.1, lobes * steps * 3)
    top = []
    for x in xs:
        reach = [z + math.sqrt(r * r - (x - cx) ** 2) for cx, z, r in discs if abs(x - cx) < r]
        if reach:
            top.append((float(x), max(reach)))
    left, right = top[0][0], top[-1][0]
    return [(left + 0.12, 0.0), (right - 0.12, 0.0), (right - 0.02, 0.06), *reversed(top), (left + 0.02, 0.06)]


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

    s.softbox((-6, -5, 8), (2.2, 2.2), group='key', level=1.0, target=(0, 1, 1), kelvin=5200, name='Key soft box')
    s.softbox((7, -7, 5), (6, 6), level=0.35, target=(0, 0, 1), kelvin=5800, name='Fill')
    s.softbox((0, 4.9, 8.5), (9, 0.6), group='rim', level=0.45, target=(0, 5.6, 2), kelvin=5000, name='Light between the sheets')
    s.environment(0.6, 0.8, 1.0, level=0.45, kelvin=6200)
