"""A clean hall for what drives: a polished floor, panels at the back, banks of light under the ceiling."""

import numpy as np

from kit import materials, shapes
from kit.studio import Info, Stage, View

SCALE = 'vehicle'

INFO = Info(
    id='vehicle-hall',
    title='Clean hall',
    stage=Stage(point=(0.0, 0, 0.0), max_width=42.0, max_height=19.0),
    views={'eye': View(elevation=6, distance=150, aim=(0, 4, 13.5), focal_mm=70)},
    keywords={
        'worlds': ['hall', 'showroom', 'garage', 'industrial'], 'materials': ['concrete', 'metal'],
        'colors': ['light gray', 'gray', 'white', 'silver'], 'mood': ['clean', 'modern', 'technical', 'minimal'],
        'season': [], 'light': ['soft box', 'studio light', 'bright'],
    },
    tints={'wall': '#c9cac9', 'floor': '#a9a8a5'},
    floor_gloss=0.3, floor_roughness=0.3, white_level=0.86, samples=5,
)


def build(s):
    floor = materials.concrete('floor', '#a9a8a5', tint='floor', scale=0.06, roughness=0.4)
    panel = materials.matt('panel', '#c9cac9', tint='wall', roughness=0.5)
    joint = materials.matt('joint', '#8b8c8c', roughness=0.7)
    steel = materials.metal('column', '#9a9c9e', roughness=0.4)
    skirt = materials.matt('plinth', '#57585a', roughness=0.6)

    shapes.plane('floor', (900, 900), floor)
    for y in np.arange(-60, 60, 30.0):
        shapes.plane('joint', (900, 0.12), joint, (0, y, 0.012))
    for x in (-75, -37.5, 0, 37.5, 75):
        shapes.plane('joint', (0.12, 240), joint, (x + 12, -40, 0.012))
    back = 52.0
    shapes.place(shapes.rounded_box('plinth', (900, 1.0, 2.2), skirt, 0.1), (0, back - 0.3, 0))
    for column in range(-7, 7):
        for z in (2.2, 17.2, 33.4, 48.4):
            cassette = shapes.rounded_box('panel', (19.85, 1.2, 14.88), panel, 0.12, 3)
            shapes.place(cassette, (column * 20 + 13, back + 0.5, z))
    shapes.plane('behind', (900, 200), joint, (0, back + 1.0, 60), (90, 0, 0))
    # A line of light between the panels.
    strip = shapes.rounded_box('strip', (900, 0.5, 0.9), materials.glow('strip', (1, 1, 1), 3.0, seen=2.2), 0.05)
    shapes.place(strip, (0, back + 0.3, 32.3))
    strip.lightgroup = 'rim'
    for x in (-47, 53):
        for dx in (-1.0, 1.0):
            shapes.place(shapes.rounded_box('flange', (0.35, 2.4, 90), steel, 0.06), (x + dx, 44, 0))
        shapes.place(shapes.rounded_box('web', (2.0, 0.35, 90), steel, 0.06), (x, 44, 0))

    # Two banks of light along the hall, seen in lacquer and in the floor.
    s.softbox((-26, -18, 62), (16, 110), group='key', level=0.75, target=(0, 0, 4), kelvin=5600, name='Bank of light')
    s.softbox((34, -20, 58), (12, 110), level=0.3, target=(0, 0, 4), kelvin=5600, name='Second bank of light')
    s.softbox((0, 34, 60), (150, 10), group='rim', level=0.36, target=(0, 46, 16), kelvin=5800, name='Light on the back wall')
    s.environment(0.4, 0.7, 1.0, level=0.42, kelvin=5900)
