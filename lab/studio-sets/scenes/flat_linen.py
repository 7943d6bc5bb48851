"""Linen from straight above: folds at the rim, dry flowers, light through a window."""

import numpy as np

from kit import fabric, flat, gobos, materials, noise, shapes

INFO = flat.with_steep(flat.info(
    'flat-linen', 'Linen from above',
    keywords={
        'worlds': ['linen', 'home', 'bedroom', 'props'], 'materials': ['linen', 'fabric', 'flowers'],
        'colors': ['natural', 'beige', 'cream'], 'mood': ['cozy', 'soft', 'natural', 'quiet'],
        'season': ['autumn', 'winter', 'spring'], 'light': ['window', 'soft sun', 'morning'],
    },
    tints={'linen': '#d9cdbb'}, floor_gloss=0.02, floor_roughness=0.9, samples=4,
))


def spread(x, y):
    """A cloth smoothed by hand in the middle: folds run in from two sides and fade."""
    fold = fabric.folds(x * 0.8 + 0.6 * y, y - 0.7 * x, pitch=1.5, wander=1.0, lean=0.5, sharpness=2.4, seed=41)
    away = np.clip((np.hypot(x / 1.15 - 0.1, y) - 1.35) / 1.5, 0, 1)
    away = away * away * (3 - 2 * away)
    crease = 0.022 * np.exp(-(((x - 0.75 * y + 0.9) / 0.06) ** 2)) + 0.016 * np.exp(-(((x + 0.6 * y - 1.2) / 0.05) ** 2))
    soft = 0.05 * noise.fractal(x * 0.7, y * 0.7, 0, 3, 0.5, 49)
    return (0.34 * fold * away) + soft + crease * 0.7


def build(s):
    linen = materials.cloth('linen', '#d9cdbb', tint='linen', threads=13, contrast=0.2)
    dry = materials.leaf('dry', ['#b59a72', '#c7b08a', '#a08562', '#d8c6a4'], gloss=0.12, translucency=0.3)
    straw = materials.leaf('straw', ['#c9b58d', '#b8a17a'], gloss=0.12, translucency=0.25)

    shapes.heightfield('linen', spread, linen, (-4.6, 4.6), (-4.6, 4.6), 760, 760)
    for seed, x, y, angle, length in ((3, 3.6, 3.1, 214, 2.5), (9, 3.7, 2.4, 197, 2.2), (14, 3.3, 3.4, 238, 2.1)):
        flat.sprig('dry', seed, (x, y), angle, dry, length=length, height=0.32, leaves=30, leaf=0.26, width=0.42, side_twigs=7, bend=0.35)
    for seed, x, y, angle in ((21, -3.4, -3.2, 40), (23, -3.5, -2.6, 22)):
        flat.sprig('straw', seed, (x, y), angle, straw, length=2.0, height=0.3, leaves=34, leaf=0.3, width=0.2, side_twigs=2, bend=0.3)

    sun = (-0.74, 0.4, 0.56)
    s.sun(sun, level=1.4, angle=1.8, kelvin=4900, name='Morning sun')
    s.gobo(gobos.window(width=9.6, height=8.8, columns=2, rows=2, bar=0.3), sun, 13, (1.9, 1.7, 0), roll=16)
    s.softbox((-10, 7, 9), (7, 9), level=0.38, target=(0, 0, 0), kelvin=6000, name='Window sky')
    s.softbox((9, -6, 7), (6, 5), group='rim', level=0.16, target=(0, 0, 0), kelvin=5200, name='Reflector')
    s.environment(0.55, 0.78, 1.0, level=0.42, kelvin=5800)
