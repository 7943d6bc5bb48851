"""Sand from straight above: wind ripples that run out, pebbles, the shadow of a palm."""

import numpy as np

from kit import flat, gobos, materials, noise, shapes

INFO = flat.info(
    'flat-sand', 'Sand from above',
    keywords={
        'worlds': ['beach', 'sand', 'desert', 'props'], 'materials': ['sand', 'pebbles'],
        'colors': ['sand', 'beige', 'peach'], 'mood': ['sunny', 'calm', 'natural', 'warm'],
        'season': ['summer'], 'light': ['sun', 'palm shadow', 'hard sun'],
    },
    tints={'sand': '#d8b88f'}, floor_gloss=0.02, floor_roughness=0.9, white_level=0.9, samples=4,
)


def beach(x, y):
    """Ripples along one diagonal, smoothed where the product lies."""
    across = 0.86 * y - 0.5 * x + 0.35 * noise.fractal(x * 0.35, y * 0.35, 0, 2, 0.5, 31)
    phase = across * 2.6 + 0.6 * noise.gradient(x * 0.5, y * 0.5, 0, 33)
    wave = (phase % 1.0)
    ripple = np.where(wave < 0.68, wave / 0.68, (1 - wave) / 0.32)
    ripple = ripple * ripple * (3 - 2 * ripple)
    away = np.clip((np.hypot(x * 0.95, y) - 1.2) / 1.7, 0, 1)
    away = away * away * (3 - 2 * away)
    lumps = 0.05 * noise.fractal(x * 0.9, y * 0.9, 0, 4, 0.5, 37)
    return 0.13 * ripple * (0.12 + 0.88 * away) + lumps


def build(s):
    sand = materials.sand('sand', '#d8b88f', tint='sand', scale=2.0)
    pebble = materials.stone('pebble', ('#cbbfae', '#a99c8c', '#e0d8cb', '#8f857a'), roughness=0.55)

    shapes.heightfield('sand', beach, sand, (-4.4, 4.4), (-4.4, 4.4), 820, 820)
    for seed, x, y, size, turn in ((2, -2.3, 2.25, 0.72, 0.3), (4, -1.72, 2.55, 0.4, 1.2), (7, -2.62, 1.62, 0.34, 2.2), (9, 2.5, -2.3, 0.56, 0.8), (13, 2.05, -2.66, 0.34, 1.7)):
        mesh = shapes.stone_mesh('pebble', seed, pebble, flatness=0.52)
        shapes.instance(mesh, 'pebble', (x, y, 0.16 * size + 0.06), (0, 0, turn), size)

    sun = (-0.72, 0.44, 0.5)
    s.sun(sun, level=1.8, angle=0.8, kelvin=4800, name='Sun')
    s.gobo(gobos.palm(6, length=8, leaflets=20, leaf=2.8, droop=0.25), sun, 11, (3.9, 3.3, 0), roll=214)
    s.softbox((-8, 9, 12), (10, 10), level=0.34, target=(0, 0, 0), kelvin=6600, name='Sky')
    s.softbox((10, -5, 7), (6, 6), group='rim', level=0.08, target=(0, 0, 0), kelvin=5000, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.38, kelvin=6400)
