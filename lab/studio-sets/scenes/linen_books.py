"""Rumpled linen, old books and a dry bouquet in window light."""

import math

import numpy as np

from kit import fabric, gobos, materials, noise, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='linen-books',
    title='Linen and books',
    stage=Stage(point=(0.1, 0, 0.1), max_width=2.8, max_height=2.7),
    views={
        'eye': View(elevation=10, distance=13.0, aim=(0, 0, 1.25), focal_mm=70, f_stop=8),
        'above': View(elevation=28, distance=13.2, aim=(0, 0.5, 0.65), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['linen', 'books', 'home', 'bedroom', 'reading'], 'materials': ['linen', 'fabric', 'paper', 'plaster'],
        'colors': ['natural', 'beige', 'cream', 'white', 'taupe'], 'mood': ['cozy', 'quiet', 'slow', 'natural', 'soft'],
        'season': ['autumn', 'winter', 'spring'], 'light': ['window', 'soft sun', 'morning'],
    },
    tints={'linen': '#d9cdbb', 'wall': '#e4dcd1'},
    floor_gloss=0.02, floor_roughness=0.9, white_level=0.8,
)


def rumpled(x, y):
    """A cloth pushed together on a table: folds run across it and lie flat under the product."""
    fold = fabric.folds(x * 0.9 + 0.35 * y, y - 0.5 * x, pitch=1.9, wander=1.1, lean=0.6, sharpness=2.2, seed=71)
    cross = fabric.folds(y + 0.3 * x, x, pitch=2.6, wander=1.3, lean=-0.5, sharpness=2.6, seed=77)
    away = np.clip((np.hypot((x - 0.1) / 1.25, y) - 0.95) / 1.5, 0, 1)
    away = away * away * (3 - 2 * away)
    return 0.05 + (0.34 * fold + 0.2 * cross) * (0.05 + 0.95 * away) + 0.02 * noise.fractal(x * 1.2, y * 1.2, 0, 2, 0.5, 79)


def book(name, location, size, turn, cover, pages):
    """A closed book lying flat: two boards, a rounded back, the block of its leaves."""
    width, depth, height = size
    spin = math.radians(turn)
    x, y, z = location

    def put(body, dx, dy, dz):
        shapes.place(body, (x + dx * math.cos(spin) - dy * math.sin(spin), y + dx * math.sin(spin) + dy * math.cos(spin), z + dz), (0, 0, turn))
    put(shapes.rounded_box(name, (width, depth, 0.06), cover, 0.018, 3), 0, 0, 0)
    put(shapes.rounded_box(name, (width, depth, 0.06), cover, 0.018, 3), 0, 0, height - 0.06)
    put(shapes.rounded_box(name, (width - 0.12, depth - 0.1, height - 0.1), pages, 0.03, 3), 0, 0.02, 0.05)
    put(shapes.rounded_box(name, (width, 0.1, height), cover, 0.045, 4), 0, -depth / 2 + 0.03, 0)


def build(s):
    linen = materials.cloth('linen', '#d9cdbb', tint='linen', threads=11, contrast=0.22)
    wall = materials.plaster('wall', '#e4dcd1', tint='wall', relief=1.2)
    pages = materials.paper('pages', '#ece0c8')
    covers = [materials.cloth('cover', c, threads=16, contrast=0.15, sheen=0.1) for c in ('#7c6a58', '#a89682', '#5f6459', '#c9b8a0')]
    clay = materials.matt('clay', '#cfc0ab', roughness=0.7, speckle=0.35)
    dry = materials.leaf('dry', ['#b59a72', '#c7b08a', '#a08562'], gloss=0.15, translucency=0.3)

    shapes.heightfield('linen', rumpled, linen, (-12, 12), (-7.5, 4.4), 1100, 620)
    shapes.plane('wall', (80, 40), wall, (0, 5.2, 0), (90, 0, 0))
    book('book', (-2.95, 1.3, 0.25), (2.3, 1.6, 0.42), 12, covers[0], pages)
    book('book', (-2.85, 1.35, 0.67), (2.0, 1.45, 0.34), 4, covers[1], pages)
    book('book', (-3.0, 1.3, 1.01), (1.8, 1.3, 0.3), 22, covers[2], pages)
    book('book', (2.9, 1.5, 0.28), (2.1, 1.6, 0.4), -14, covers[3], pages)
    plants.vase('vase', 'jug', clay, (2.95, 1.5, 0.68), 0.82)
    for seed, lean, turn in ((3, (0.1, 0.25), 0), (5, (-0.2, -0.3), 1.2), (8, (0.25, -0.05), 2.1), (13, (-0.1, 0.5), 0.6), (17, (0.05, -0.6), 3.0)):
        plants.bough('dry', seed, (2.95, 1.5, 1.75), dry, length=2.3, lean=lean, turn=turn, leaves=30, leaf=0.26, width=0.5, side_twigs=7, bend=0.4)
    plants.vase('cup', 'bowl', clay, (-2.5, -0.7, 0.2), 0.62)

    sun = (-0.8, -0.42, 0.58)
    s.sun(sun, level=1.35, angle=1.8, kelvin=4800, name='Morning sun')
    s.gobo(gobos.window(width=8.5, height=7.0, columns=2, rows=3, bar=0.3), sun, 18, (0.3, 1.8, 1.2), roll=4)
    s.gobo(gobos.branch(61, length=8, leaves=22, leaf=0.9, width=0.3, side_twigs=6), sun, 12, (1.2, 4.2, 3.4), roll=150)
    s.softbox((-11, -3, 7), (6, 8), level=0.36, target=(0, 0, 0.5), kelvin=6000, name='Window sky')
    s.softbox((8, -6, 5), (6, 5), group='rim', level=0.2, target=(0, 0, 0.8), kelvin=5200, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.45, kelvin=5800)
