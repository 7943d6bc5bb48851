"""Fresh snow, ice blocks and fir twigs under a low winter sun."""

import numpy as np

from kit import logs, materials, noise, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='snow-fir',
    title='Snow and fir',
    stage=Stage(point=(0.0, 0, 0.42), max_width=2.6, max_height=2.6),
    views={
        'eye': View(elevation=8, distance=13.3, aim=(0, 0, 1.6), focal_mm=68, f_stop=8),
        'above': View(elevation=26, distance=13.6, aim=(0, 0.4, 0.9), focal_mm=68, f_stop=8),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=68, f_stop=8),
    },
    keywords={
        'worlds': ['snow', 'winter', 'ice', 'christmas'], 'materials': ['snow', 'ice', 'wood', 'fir'],
        'colors': ['white', 'ice blue', 'blue', 'dark green'], 'mood': ['cold', 'fresh', 'pure', 'festive', 'quiet'],
        'season': ['winter', 'christmas'], 'light': ['low sun', 'cool', 'bright'],
    },
    tints={'sky': '#5f7f9e'},
    floor_gloss=0.05, floor_roughness=0.8, white_level=1.1,
)


def height(x, y):
    drift = 0.8 * noise.fractal(x * 0.2 + 2, y * 0.24, 0, 3, 0.42, 41)
    rise = 0.9 * np.clip((y - 2.0) / 5, 0, 1) * (1 + 0.7 * noise.gradient(x * 0.2, 3.3, 0, 44))
    fine = 0.02 * noise.fractal(x * 2.4, y * 2.4, 0, 3, 0.5, 47)
    away = np.clip((np.hypot(x, y) - 1.7) / 2.4, 0, 1)
    bank = 0.16 * np.exp(-((np.hypot(x, y) - 2.0) ** 2) / 0.1)
    return (drift + rise + 0.2) * away + fine + bank * 0.8 + 0.03


def twig(rng, base, length, turn, lean):
    """A fir twig: needles in a flat brush along a stem with side shoots."""
    patches = []

    def shoot(start, heading, reach, depth):
        steps = int(reach / 0.035)
        at = np.array(start, float)
        for i in range(steps):
            heading += rng.normal(0, 0.012)
            at = at + 0.035 * np.array([np.cos(heading), np.sin(heading), -0.08 * i / steps])
            for side in (-1, 1):
                needle = shapes.leaf_points(rng.uniform(0.26, 0.36) * (1.1 - 0.5 * i / steps), 0.03, 0.1, 0.0, rows=3, columns=3)
                angle = heading - np.pi / 2 + side * rng.uniform(0.7, 1.05)
                patches.append(needle @ shapes.rotation_matrix(rng.normal(0.15, 0.25), rng.normal(0, 0.4), angle).T + at)
            if depth == 0 and i % 17 == 9:
                for side in (-1, 1):
                    shoot(at, heading + side * rng.uniform(0.65, 0.9), reach * (0.5 - 0.3 * i / steps), 1)

    shoot((0, 0, 0), 0.0, length, 0)
    return [p @ shapes.rotation_matrix(0, -lean, turn).T + np.array(base) for p in patches]


def build(s):
    white = materials.snow('snow')
    sky = materials.bokeh('sky', '#5f7f9e', ('#ffd9a0', '#f6e7cf', '#bcd4ea', '#ffc27a'), tint='sky', size=1.3, share=0.62, strength=0.9)
    ice = materials.glass('ice', '#dff0f6', roughness=0.06, ior=1.31)
    cut = materials.end_grain('cut', '#d6b184', '#8f653f')
    bark = materials.bark('bark')
    fir = materials.leaf('fir', ['#2f4a33', '#3c5a3c', '#27402d'], gloss=0.35, translucency=0.2)
    berry = materials.matt('berry', '#a3212a', roughness=0.25, coat=0.5)

    shapes.heightfield('snow', height, white, (-13, 13), (-8, 12), 900, 700)
    shapes.plane('sky', (120, 60), sky, (0, 20, 15), (90, 0, 0))
    logs.slice_of_trunk('slice', 1.72, 0.42, cut, bark, depth=0.3)
    rng = np.random.default_rng(5)
    for i, (x, y, size, turn) in enumerate(((2.7, 1.1, 1.25, 20), (3.4, 0.5, 0.8, 55), (2.35, 0.2, 0.5, 10))):
        cube = shapes.rounded_box('ice', (size, size * 0.9, size * 0.95), ice, 0.07, 5)
        shapes.place(cube, (x, y, float(height(np.array([x]), np.array([y]))[0]) - 0.08), (rng.normal(0, 3), rng.normal(0, 3), turn))
    patches = []
    for base, length, turn, lean in (
        ((-4.3, 1.5, 0.5), 3.0, -0.25, 0.12), ((-4.5, 1.8, 0.75), 3.0, 0.05, 0.2),
        ((-4.6, 0.9, 0.35), 2.7, -0.05, 0.04), ((4.6, 2.6, 0.9), 2.6, 3.0, 0.3), ((4.6, 2.4, 0.5), 2.4, 3.4, 0.1),
    ):
        patches += twig(rng, base, length, turn, lean)
    shapes.merged('fir', patches, fir)
    for x, y, r in ((-2.25, 0.35, 0.15), (-2.5, 0.6, 0.12), (-2.05, 0.1, 0.11), (-2.75, 0.2, 0.13), (2.05, -0.6, 0.12)):
        shapes.place(shapes.sphere('berry', r, berry, 4), (x, y, float(height(np.array([x]), np.array([y]))[0]) + r * 0.8))

    # The fir's own shadows are enough: the stage has to lie in the sun.
    s.sun((-0.75, -0.35, 0.55), level=1.7, angle=1.2, kelvin=4700, name='Winter sun')
    s.softbox((6, -8, 7), (7, 7), level=0.25, target=(0, 0, 0.5), kelvin=6200, name='Fill')
    s.softbox((0, 12, 10), (20, 5), group='rim', level=1.6, target=(0, 20, 5), kelvin=5800, name='Sky wash')
    s.environment(0.5, 0.8, 1.0, level=0.36, kelvin=7000)
