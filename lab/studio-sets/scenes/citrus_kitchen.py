"""Lemons on a marble counter before white tiles, noon sun through a blind."""

import math

import numpy as np

from kit import gobos, materials, noise, plants, shapes
from kit.graph import Surface
from kit.materials import linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='citrus-kitchen',
    title='Citrus kitchen',
    stage=Stage(point=(0.1, 0, 0.0), max_width=2.8, max_height=2.7),
    views={
        'eye': View(elevation=9, distance=13.0, aim=(0, 0, 1.2), focal_mm=70, f_stop=8),
        'above': View(elevation=27, distance=13.2, aim=(0, 0.5, 0.6), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['kitchen', 'food', 'fruit', 'citrus'], 'materials': ['marble', 'tiles', 'ceramic'],
        'colors': ['yellow', 'lemon', 'white', 'green'], 'mood': ['fresh', 'juicy', 'cheerful', 'clean', 'healthy'],
        'season': ['summer', 'spring'], 'light': ['sun', 'blind', 'bright'],
    },
    tints={'tiles': '#eef0ec', 'counter': '#efece7'},
    floor_gloss=0.3, floor_roughness=0.2, white_level=0.85,
)


def peel():
    s = Surface('peel')
    at = s.coords()
    pores = s.add('TexVoronoi', {'feature': 'F1'}, out='Distance', Vector=at, Scale=21, Randomness=1.0)
    tone = s.mix(s.map(s.noise(at, 1.4, 5), 0.3, 0.7), linear('#f2c21f'), linear('#f7d443'))
    tip = s.map(s.math('ABSOLUTE', s.add('SeparateXYZ', out='X', Vector=at)), 0.5, 0.68)
    tone = s.mix(s.math('MULTIPLY', tip, 0.5), tone, linear('#b9bf35'))
    return s.finish(
        s.principled(
            Base_Color=tone, Roughness=0.36, Specular=0.5, Subsurface=0.0, Normal=s.bump(s.map(pores, 0, 0.5), 0.3, 0.025),
        ),
    )


def flesh():
    """The cut face: segments around the core, their cells, the white of the peel (radius 0.5 in object space)."""
    s = Surface('flesh')
    at = s.coords()
    parts = s.add('SeparateXYZ', out=None, Vector=at)
    angle = s.math('ARCTAN2', parts.outputs['Y'], parts.outputs['X'])
    radius = s.math('SQRT', s.math('ADD', s.math('MULTIPLY', parts.outputs['X'], parts.outputs['X']), s.math('MULTIPLY', parts.outputs['Y'], parts.outputs['Y'])))
    turn = s.math('FRACT', s.math('MULTIPLY_ADD', angle, 9 / (2 * math.pi), 4.5))
    gap = s.math('MULTIPLY', s.math('ABSOLUTE', s.math('SUBTRACT', turn, 0.5)), radius)
    inside = s.math('MULTIPLY', s.map(s.math('SUBTRACT', s.math('MULTIPLY', radius, 0.5), gap), 0.008, 0.022), s.math('MULTIPLY', s.map(radius, 0.435, 0.415), s.map(radius, 0.03, 0.06)))
    polar = s.add('CombineXYZ', X=s.math('MULTIPLY', angle, 3.2), Y=s.math('MULTIPLY', radius, 5.0), Z=0.0)
    cells = s.noise(polar, 3.2, 3, 0.6)
    juice = s.mix(s.map(cells, 0.35, 0.65), linear('#f3cf4b'), linear('#fae79a'))
    tone = s.mix(inside, linear('#f8f1d4'), juice)
    tone = s.mix(s.map(radius, 0.468, 0.48), tone, linear('#f2c52a'))
    return s.finish(
        s.principled(Base_Color=tone, Roughness=s.map(inside, 0, 1, 0.6, 0.18), Specular=0.5, Normal=s.bump(s.math('MULTIPLY', cells, inside), 0.5, 0.04)),
    )


def lemon_points(rows=60, columns=64):
    """A lemon along X, 1.5 long, with its two tips."""
    t = np.linspace(0, math.pi, rows)[:, None]
    a = np.linspace(0, 2 * math.pi, columns)[None, :]
    x = -0.62 * np.cos(t) - 0.13 * np.sign(np.cos(t)) * np.abs(np.cos(t)) ** 14
    r = 0.5 * np.sin(t) ** 0.86 + 0.002
    lump = 1 + 0.035 * noise.gradient(x * 2.4 + 3, np.cos(a) * r * 4, np.sin(a) * r * 4, 3)
    return np.stack([x * np.ones_like(a), r * np.cos(a) * lump, r * np.sin(a) * lump], -1)


def build(s):
    counter = materials.marble('counter', '#efece7', '#9b9894', tint='counter', scale=0.45, roughness=0.2)
    tile = materials.matt('tile', '#eef0ec', tint='tiles', roughness=0.14, coat=0.3)
    grout = materials.plaster('grout', '#d3d2cc', relief=0.4)
    rind, cut = peel(), flesh()
    leaf = materials.leaf('leaf', ['#3f6b2f', '#4f7d38', '#35602b'], gloss=0.6, translucency=0.25)
    board = materials.wood('board', '#c79d6d', '#8a6340', roughness=0.5)
    white = materials.matt('bowl', '#f1eee7', roughness=0.25, coat=0.4)

    shapes.rounded_box('counter', (60, 12, 1.0), counter, 0.05).location = (0, -1.4, -1.0)
    shapes.plane('grout', (60, 20), grout, (0, 4.66, 6), (90, 0, 0))
    rng = np.random.default_rng(3)
    for row in range(9):
        for column in range(-7, 8):
            x = column * 1.72 + (0.86 if row % 2 else 0)
            body = shapes.rounded_box('tile', (1.66, 0.16, 0.8), tile, 0.045, 3)
            shapes.place(body, (x, 4.62, row * 0.86 - 0.02), (rng.normal(0, 0.35), 0, rng.normal(0, 0.35)))

    points = lemon_points()
    def lemon(x, y, z, turn, tilt, size):
        body = shapes.sheet('lemon', points, rind)
        shapes.place(body, (x, y, z + 0.5 * size), (tilt, rng.uniform(-8, 8), turn), size)
    lemon(2.7, 1.2, 0, 25, 10, 1.25)
    lemon(3.75, 0.75, 0, -30, 80, 1.2)
    lemon(3.2, 0.2, 0, 70, 30, 1.1)
    lemon(-3.3, 1.75, 0.55, 10, 20, 1.15)
    lemon(-2.5, 1.9, 0.55, -40, 120, 1.1)
    lemon(-2.95, 1.55, 1.0, 60, 60, 1.1)
    plants.vase('bowl', 'bowl', white, (-2.95, 1.75, 0), 1.75)
    shapes.place(shapes.rounded_box('board', (2.6, 1.7, 0.16), board, 0.05), (-2.75, -0.35, 0), (0, 0, 12))

    def half(x, y, z, rotation, size):
        dome = [p for p in ((0.001, -0.55), *[(0.5 * math.sin(t) ** 0.9, -0.55 * math.cos(t)) for t in np.linspace(0.1, math.pi / 2, 24)])]
        shapes.place(shapes.turned('half', dome, rind, 96), (x, y, z), rotation, size)
        face = [(0, 0.006), (0.4, 0.008), (0.485, 0.004), (0.5, -0.005)]
        shapes.place(shapes.turned('face', [(r, h) for r, h in reversed(face)], cut, 96), (x, y, z), rotation, size)
    half(-2.4, -0.5, 0.16 + 0.52, (62, 0, 24), 1.1)
    half(-3.3, -0.15, 0.16 + 0.57, (20, 14, 40), 1.05)
    for x, y, r, turn in ((-1.85, -1.95, 0.52, 10), (2.3, -0.55, 0.5, 40)):
        disc = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.09), (0.4, 0.1), (0, 0.1)]
        shapes.place(shapes.turned('slice', shapes.fillet(disc, 0.012, 4), cut, 96), (x, y, 0), (0, 0, turn), r * 2)
    for seed, at, turn, lean in ((3, (3.1, 1.7, 0.5), -0.4, (0.2, 0.6)), (5, (-3.6, 2.0, 1.0), 0.4, (-0.2, -0.5))):
        plants.bough('leaves', seed, at, leaf, length=1.6, lean=lean, turn=turn, leaves=8, leaf=0.75, width=0.42, side_twigs=0)

    sun = (-0.72, -0.55, 0.62)
    s.sun(sun, level=1.5, angle=1.1, kelvin=5100, name='Noon sun')
    s.gobo(gobos.blind(width=13, height=11, slats=9, share=0.36), sun, 16, (0.4, 1.4, 1.4), roll=-3)
    s.softbox((-10, -4, 7), (6, 7), level=0.32, target=(0, 0, 0.5), kelvin=6300, name='Window sky')
    s.softbox((8, -5, 5), (5, 5), group='rim', level=0.2, target=(0, 0, 0.8), kelvin=5400, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.45, kelvin=6000)
