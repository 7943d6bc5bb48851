"""Pale rose petals on a soft sweep around a glossy disc."""

import math

import numpy as np

from kit import gobos, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='rose-petals',
    title='Rose petals',
    stage=Stage(point=(0.0, 0, 0.4), max_width=2.5, max_height=2.7),
    views={
        'eye': View(elevation=8, distance=13.2, aim=(0, 0, 1.7), focal_mm=70, f_stop=8),
        'above': View(elevation=27, distance=13.4, aim=(0, 0.4, 0.9), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.4, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['petals', 'flowers', 'romance', 'podium'], 'materials': ['petals', 'stoneware', 'paper'],
        'colors': ['pink', 'rose', 'blush', 'white', 'red'], 'mood': ['romantic', 'tender', 'feminine', 'festive', 'soft'],
        'season': ['spring', 'valentine', 'mothers day'], 'light': ['soft box', 'soft sun', 'bright'],
    },
    tints={'sweep': '#f0dcd8', 'disc': '#f7efeb'},
    floor_gloss=0.12, floor_roughness=0.4, white_level=0.84,
)


def petal(rng, size):
    """A cupped rose petal with a turned-back rim: (rows, columns, 3)."""
    t = np.linspace(0.0, 1, 18)[:, None]
    u = np.linspace(-1, 1, 17)[None, :]
    width = np.sin(np.pi * (0.06 + 0.86 * t) ** 0.8) ** 0.6 * (0.55 + 0.3 * t)
    notch = 0.06 * np.exp(-(u / 0.22) ** 2) * t**6
    x, y = u * width, t * (1 - 0.16 * u * u) - notch
    cup = rng.uniform(0.3, 0.75) * (x * x) + rng.uniform(0.15, 0.5) * (y - 0.4) ** 2
    rim = -0.28 * rng.uniform(0.4, 1.2) * np.clip(t - 0.72, 0, 1) ** 1.6 * (1 + 0.5 * np.sin(u * 4 + rng.uniform(0, 6)))
    wave = 0.02 * np.sin(u * 7 + rng.uniform(0, 6)) * t
    return np.stack([x, y - 0.45, cup + rim + wave], -1) * size


def rose(location, size, material, seed, lean):
    """A bloom: petals wound around a centre, opening outwards."""
    rng = np.random.default_rng(seed)
    for i in range(34):
        k = i / 33
        shape = petal(rng, size * (0.42 + 0.62 * k))
        shape[..., 1] += 0.45 * size * (0.42 + 0.62 * k)
        # The petal's foot is the axis: raise it, then lean it outwards.
        opening = math.radians(6 + 62 * k**1.35)
        stand = shapes.rotation_matrix(x=math.pi / 2 - opening)
        spin = shapes.rotation_matrix(z=i * 2.39996)
        points = (shape * np.array([1.0 - 0.3 * (1 - k), 1, -1])) @ stand.T
        points[..., 1] -= 0.04 + 0.13 * size * k
        points = points @ spin.T @ shapes.rotation_matrix(*lean).T
        shapes.sheet('rose', points + np.array(location), material, thickness=0.008)


def build(s):
    sweep = materials.paper('sweep', '#f0dcd8', tint='sweep')
    disc = materials.matt('disc', '#f7efeb', tint='disc', roughness=0.3, coat=0.3)
    blush = materials.leaf('petal', ['#f3c9cb', '#eeb3ba', '#f7dcd9', '#e89aa6', '#f5d0cd'], gloss=0.35, translucency=0.4, veins=False)
    bloom = materials.leaf('bloom', ['#f1bfc4', '#eeb0b8', '#f5d2d0'], gloss=0.3, translucency=0.35, veins=False)

    shapes.sweep('sweep', sweep, back=7, radius=3.5)
    shapes.podium('disc', 1.75, 0.4, disc, bevel=0.1)
    shapes.place(shapes.podium('step', 0.95, 0.95, disc, bevel=0.1), (2.65, 1.35, 0))
    rose((2.65, 1.3, 1.0), 0.95, bloom, 4, (0.35, -0.15, 0.4))
    rose((-2.75, 0.7, 0.12), 1.05, bloom, 7, (0.5, 0.35, 0))
    rose((-3.5, 1.5, 0.1), 0.85, bloom, 9, (0.3, 0.2, 1.0))
    rng = np.random.default_rng(8)
    for i in range(78):
        angle, reach = rng.uniform(0, 2 * math.pi), 1.95 + abs(rng.normal(0, 1.5))
        x, y = reach * math.cos(angle) * 1.15, reach * math.sin(angle) * 0.95
        if y < -4.5:
            continue
        shape = petal(rng, rng.uniform(0.4, 0.68))
        if rng.random() < 0.35:
            shape = shape * np.array([1, 1, -1])
        shape = shape @ shapes.rotation_matrix(rng.normal(0, 0.25), rng.normal(0, 0.25), rng.uniform(0, 6.28)).T
        shape[..., 2] += -shape[..., 2].min() + 0.006
        shapes.sheet('petal', shape + np.array([x, y, 0]), blush, thickness=0.006)
    for x, y, z in ((-1.7, 0.9, 2.9), (1.9, 1.6, 3.9), (-2.9, 2.0, 4.4), (0.9, 2.6, 4.9), (2.9, 0.4, 2.7)):
        shape = petal(rng, rng.uniform(0.38, 0.55)) @ shapes.rotation_matrix(*rng.uniform(0, 6.28, 3)).T
        shapes.sheet('falling', shape + np.array([x, y, z]), blush, thickness=0.006)

    sun = (-0.7, -0.35, 0.75)
    s.sun(sun, level=1.05, angle=2.4, kelvin=5000, name='Soft sun')
    s.gobo(gobos.branch(52, length=9, leaves=24, leaf=1.3, width=0.5, side_twigs=6), sun, 9, (2.2, 4.6, 2.6), roll=160)
    s.softbox((7, -7, 6), (6, 6), level=0.35, target=(0, 0, 0.6), kelvin=5700, name='Fill')
    s.softbox((2, 4.5, 9), (6, 2), group='rim', level=0.45, target=(0, 1.5, 1), kelvin=4900, name='Back light')
    s.environment(0.6, 0.8, 1.0, level=0.45, kelvin=5900)
