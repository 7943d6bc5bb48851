"""Dark slate from straight above: low side light, fern and river pebbles at the rim."""

import numpy as np

from kit import flat, materials, noise, shapes

INFO = flat.with_steep(flat.info(
    'flat-slate', 'Slate from above',
    keywords={
        'worlds': ['stone', 'spa', 'restaurant', 'props'], 'materials': ['slate', 'stone', 'pebbles', 'leaves'],
        'colors': ['anthracite', 'slate', 'black'], 'mood': ['moody', 'natural', 'masculine', 'elegant'],
        'season': ['autumn', 'winter'], 'light': ['side light', 'soft light', 'low key'],
    },
    tints={'slate': '#3f4246'}, floor_gloss=0.08, floor_roughness=0.6, white_level=0.31, samples=8,
))


def split(x, y):
    """A split face: terraces of a few millimetres with worn edges."""
    level = 2.4 * noise.fractal(x * 0.22 + 0.15 * y, y * 0.3, 0, 4, 0.5, 61)
    step = np.floor(level) + np.clip((level - np.floor(level)) * 7, 0, 1)
    return 0.05 * step + 0.012 * noise.fractal(x * 2.2, y * 2.2, 0, 4, 0.6, 67)


def build(s):
    slate = materials.stone('slate', ('#45494d', '#3b3e42'), tint='slate', roughness=0.55, scale=1.4)
    pebble = materials.stone('pebble', ('#8d8880', '#6d6a66', '#a39b90', '#55524f'), roughness=0.5)
    fern = materials.leaf('fern', ['#55683f', '#6b7d4c', '#465a38'], gloss=0.35, translucency=0.25)

    shapes.heightfield('slate', split, slate, (-4.4, 4.4), (-4.4, 4.4), 720, 720)
    flat.sprig('fern', 4, (3.5, 2.9), 205, fern, length=2.7, height=0.16, leaves=44, leaf=0.62, width=0.2, bend=0.5, side_twigs=0)
    flat.sprig('fern', 6, (3.7, 1.9), 186, fern, length=2.0, height=0.18, leaves=36, leaf=0.5, width=0.2, bend=-0.3, side_twigs=0)
    rng = np.random.default_rng(7)
    for seed, x, y, size in ((1, -2.35, -2.2, 0.85), (2, -1.75, -2.55, 0.55), (3, -2.72, -1.55, 0.5), (4, -2.2, -1.62, 0.3), (6, -1.3, -2.62, 0.32)):
        mesh = shapes.stone_mesh('pebble', seed, pebble, flatness=0.5)
        shapes.instance(mesh, 'pebble', (x, y, 0.2 * size + 0.04), (0, 0, rng.uniform(0, 6)), size)

    s.softbox((-13, 6, 8), (4, 4), group='key', level=1.2, target=(0, 0, 0), kelvin=5300, name='Window')
    s.softbox((-4, 12, 9), (9, 5), level=0.22, target=(0, 0, 0), kelvin=6100, name='Sky')
    s.softbox((12, 3, 5), (3, 7), group='rim', level=0.25, target=(0, 0, 0), kelvin=5000, name='Strip light')
    s.environment(0.4, 0.6, 0.9, level=0.3, kelvin=6100)
