"""A plain kitchen counter before plain tiles: a shelf edge and two pieces of pottery far at the side."""

import numpy as np

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='kitchen-counter',
    title='Kitchen counter',
    stage=Stage(point=(0.0, 0, 0.0), max_width=3.0, max_height=2.8),
    views={
        'eye': View(elevation=9, distance=13.0, aim=(0, 0, 1.2), focal_mm=70, f_stop=3.2),
        'above': View(elevation=27, distance=13.2, aim=(0, 0.5, 0.6), focal_mm=70, f_stop=4),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['kitchen counter', 'kitchen', 'counter'], 'materials': ['ceramic', 'tiles'],
        'colors': ['white', 'light gray', 'ivory'], 'mood': ['clean', 'fresh', 'modern', 'homely', 'bright'],
        'season': [], 'light': ['soft sun', 'daylight', 'morning'],
    },
    tints={'counter': '#d0cac0', 'tiles': '#e8e6e0'},
    floor_gloss=0.14, floor_roughness=0.38, white_level=0.86, samples=6,
)


def build(s):
    counter = materials.matt('counter', '#d0cac0', tint='counter', roughness=0.38, speckle=0.35)
    tile = materials.matt('tile', '#e8e6e0', tint='tiles', roughness=0.16, coat=0.2)
    grout = materials.plaster('grout', '#dad8d2', relief=0.3)
    oak = materials.wood('shelf', '#c8a277', '#86603f', roughness=0.5)
    white = materials.matt('stoneware', '#ebe6dc', roughness=0.45, speckle=0.3)
    gray = materials.matt('glaze', '#b9b3a8', roughness=0.4, speckle=0.3)

    shapes.rounded_box('counter', (60, 12, 1.0), counter, 0.06, 6).location = (0, -1.1, -1.0)
    shapes.plane('grout', (60, 24), grout, (0, 4.885, 6), (90, 0, 0))
    rng = np.random.default_rng(7)
    for row in range(10):
        for column in range(-10, 11):
            body = shapes.rounded_box('tile', (0.992, 0.16, 0.992), tile, 0.025, 3)
            shapes.place(body, (column * 1.02 + 0.51, 4.95, row * 1.02 + 0.02), (rng.normal(0, 0.3), 0, rng.normal(0, 0.3)))

    shapes.place(shapes.rounded_box('shelf', (12, 1.7, 0.26), oak, 0.03), (7.4, 4.1, 4.45))
    plants.vase('bowl', 'bowl', white, (2.95, 3.5, 0), 1.1)
    plants.vase('bowl', 'bowl', gray, (2.95, 3.5, 0.19), 0.98)
    plants.vase('bottle', 'bottle', gray, (3.75, 3.95, 0), 1.15)

    sun = (-0.78, -0.6, 0.62)
    s.sun(sun, level=1.15, angle=6.0, kelvin=5100, name='Daylight')
    s.gobo(gobos.window(width=13.0, height=16.0, columns=1, rows=1, bar=0.24), sun, 22, (0.2, 1.6, -1.2), roll=4)
    s.softbox((-11, -4, 7), (6, 8), level=0.55, target=(0, 1, 0.5), kelvin=6100, name='Window sky')
    s.softbox((9, -5, 4), (6, 6), group='rim', level=0.16, target=(0, 0, 1), kelvin=5300, name='Reflector')
    s.environment(0.45, 0.75, 1.0, level=0.5, kelvin=5900)
