"""A mossy forest floor with a cut log, twigs and ferns, sun through leaves."""

import math

import numpy as np

from kit import gobos, logs, materials, noise, plants, shapes
from kit.graph import Surface
from kit.materials import linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='moss-forest',
    title='Moss and branches',
    stage=Stage(point=(0.0, 0, 0.55), max_width=2.4, max_height=2.5),
    views={
        'eye': View(elevation=9, distance=13.0, aim=(0, 0.2, 1.6), focal_mm=70, f_stop=5.6),
        'above': View(elevation=26, distance=13.2, aim=(0, 0.4, 0.9), focal_mm=70, f_stop=8),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['forest', 'moss', 'nature', 'garden', 'branches'], 'materials': ['moss', 'wood', 'bark', 'leaves', 'stone'],
        'colors': ['green', 'moss', 'brown', 'dark green'], 'mood': ['natural', 'organic', 'fresh', 'quiet', 'botanical'],
        'season': ['spring', 'summer', 'autumn'], 'light': ['dappled', 'sun', 'back light'],
    },
    tints={'backdrop': '#4a5a3a'},
    floor_gloss=0.03, floor_roughness=0.7, white_level=0.64, samples=6,
)


def ground(x, y):
    mound = 0.55 * noise.fractal(x * 0.32 + 5, y * 0.36, 0, 3, 0.45, 81) + 0.5 * np.clip((y - 1.5) / 4, 0, 1)
    # Behind the crest the ground falls away: what is seen last is moss, not the edge of a mesh.
    mound = mound - 2.5 * np.clip((y - 6.0) / 3, 0, 1) ** 2
    cushions = 0.3 * np.abs(noise.fractal(x * 1.3, y * 1.3, 0, 2, 0.5, 84)) ** 0.7
    away = np.clip((np.hypot(x, y) - 1.5) / 2.2, 0, 1)
    return (mound + 0.15) * away + cushions * (0.35 + 0.65 * away)


def moss_blades(rng, count):
    """One mesh of tiny leaves that stand on the ground, denser near the camera's axis."""
    x = np.where(rng.uniform(size=count) < 0.55, rng.normal(0, 3.2, count), rng.uniform(-7, 7, count))
    y = rng.uniform(-6.4, 8.2, count)
    keep = (np.abs(x) < 7) & (np.hypot(x, y) > 1.45)
    x, y = x[keep], y[keep]
    z = ground(x, y)
    size = rng.uniform(0.07, 0.17, len(x)) * (0.8 + 0.5 * np.abs(noise.gradient(x * 0.6, y * 0.6, 0, 88)))
    turn, lean = rng.uniform(0, 2 * math.pi, len(x)), rng.uniform(0.15, 0.95, len(x))
    side = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], -1) * (size * 0.2)[:, None]
    up = np.stack([-np.sin(turn) * np.sin(lean), np.cos(turn) * np.sin(lean), np.cos(lean)], -1) * size[:, None]
    foot = np.stack([x, y, z - 0.01], -1)
    vertices = np.stack([foot - side * 0.5, foot + side * 0.5, foot + up * 0.6 + side, foot + up * 0.6 - side, foot + up * 1.05], 1)
    base = np.arange(len(x))[:, None] * 5
    faces = [tuple(f) for f in np.concatenate([base + 0, base + 1, base + 2, base + 3], 1).tolist()]
    faces += [tuple(f) for f in np.concatenate([base + 3, base + 2, base + 4], 1).tolist()]
    return vertices.reshape(-1, 3), faces


def moss():
    """Blades that change from cushion to cushion: dark and old here, fresh there, brown tips now and then."""
    s = Surface('moss')
    at = s.coords()
    patch = s.noise(s.warp(at, 0.8, 0.6), 0.8, 4, 0.6)
    fine = s.noise(at, 7, 2)
    tone = s.ramp(patch, [(0.3, linear('#2f3d17')), (0.47, linear('#4d5f22')), (0.6, linear('#6f7f2f')), (0.75, linear('#8b8a3c'))])
    tone = s.mix(s.map(fine, 0.5, 0.75, 0, 0.55), tone, linear('#8f7a3d'))
    surface = s.principled(Base_Color=tone, Roughness=0.8, Specular=0.2)
    through = s.add('BsdfTranslucent', Color=tone)
    blend = s.add('MixShader', out=None)
    for socket, value in zip(blend.inputs, (0.35, surface, through)):
        s._feed(socket, value)
    return s.finish(blend.outputs[0], bounce=linear('#55632a'))


def build(s):
    soil = materials.plaster('soil', '#4a4f2c', relief=2.0, scale=2.5, mottle=0.3)
    green = moss()
    back = materials.bokeh('backdrop', '#4a5a3a', ('#8fa35c', '#c3cf8c', '#5f7a3c', '#dfe3b0'), tint='backdrop', size=1.3, strength=0.4)
    cut = materials.end_grain('cut', '#cfa877', '#875d38')
    bark = materials.bark('bark')
    rock = materials.stone('rock', ('#6d6f69', '#7f7d74', '#585b57'), roughness=0.75)
    fern = materials.leaf('fern', ['#557a35', '#6c8f42', '#46692e'], gloss=0.4, translucency=0.4)
    cap = materials.matt('cap', '#b98a5e', roughness=0.45)
    stem = materials.matt('stem', '#e3d6bf', roughness=0.6)

    shapes.heightfield('soil', ground, soil, (-12, 12), (-8.5, 9), 500, 400)
    # No higher than the camera sees: the sun comes over it.
    shapes.plane('backdrop', (80, 22), back, (0, 12, -2), (90, 0, 0))
    rng = np.random.default_rng(6)
    vertices, faces = moss_blades(rng, 300_000)
    shapes.mesh_object('moss', vertices, faces, green)

    logs.slice_of_trunk('log', 1.65, 0.55, cut, bark)

    rocks = [shapes.stone_mesh(f'rock{i}', 200 + i, rock, flatness=0.75, roughness=0.2, facets=0.4) for i in range(3)]
    for i, (x, y, size) in enumerate(((2.9, 1.3, 1.5), (3.6, 0.4, 0.9), (-3.3, 1.9, 1.3), (-2.3, -0.9, 0.5))):
        shapes.instance(rocks[i % 3], 'rock', (x, y, float(ground(np.array([x]), np.array([y]))[0]) + 0.12 * size), (0.2, 0.2, i * 1.7), size)
    for seed, x, y, lean, turn, length in (
        (2, -3.0, 1.2, (0.2, -0.7), 0.2, 3.0), (3, -3.1, 1.3, (-0.3, -0.35), 0.6, 3.3), (6, -3.3, 1.1, (0.5, -0.9), -0.5, 2.6),
        (9, 3.6, 2.0, (0.1, 0.5), 0.4, 3.2), (12, 3.4, 2.1, (-0.3, 0.1), -0.2, 3.4), (14, 3.9, 1.7, (0.4, 0.85), 0.3, 2.7),
    ):
        z = float(ground(np.array([x]), np.array([y]))[0])
        plants.bough('fern', seed, (x, y, z), fern, length=length, lean=lean, turn=turn, leaves=40, leaf=0.62, width=0.22, side_twigs=0, bend=1.0)
    twig = [(-2.6, -1.6, 0.12), (-1.2, -1.95, 0.2), (0.4, -2.0, 0.16), (1.9, -1.7, 0.2), (2.9, -1.25, 0.3)]
    shapes.tube('twig', twig, [0.09, 0.08, 0.07, 0.06, 0.04], bark)
    shapes.tube('twig', [(0.4, -2.0, 0.16), (1.0, -2.4, 0.2), (1.5, -2.6, 0.28)], [0.05, 0.04, 0.03], bark)
    for x, y, size in ((2.25, -0.35, 0.62), (2.5, -0.55, 0.42), (-2.1, 0.75, 0.5)):
        z = float(ground(np.array([x]), np.array([y]))[0])
        shapes.tube('mushroom', [(x, y, z - 0.05), (x + 0.02, y, z + 0.3 * size), (x, y, z + 0.6 * size)], [0.1 * size, 0.075 * size, 0.07 * size], stem)
        hat = shapes.fillet([(0, 0.0), (0.3, 0.02), (0.42, -0.04), (0.4, 0.08), (0.2, 0.26), (0, 0.3)], 0.1, 8)
        shapes.place(shapes.turned('cap', [np.asarray(p) for p in hat], cap, 96), (x, y, z + 0.55 * size), (6, -5, 0), size)

    sun = (-0.7, 0.35, 0.7)
    s.sun(sun, level=2.3, angle=1.4, kelvin=4700, name='Sun through leaves')
    s.gobo(gobos.branch(71, length=13, leaves=30, leaf=1.3, width=0.5, side_twigs=7), sun, 10, (0.4, 0.6, 0.6), roll=30)
    s.softbox((5, -8, 7), (6, 6), level=0.4, target=(0, 0, 0.5), kelvin=5600, name='Fill')
    s.softbox((-3, 8, 8), (8, 3), group='rim', level=0.7, target=(-1, 12, 3), kelvin=5000, name='Light behind')
    s.environment(0.3, 0.6, 1.0, level=0.4, kelvin=6400)
