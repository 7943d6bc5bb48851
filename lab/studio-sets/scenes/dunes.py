"""Rippled sand with a sandstone slab, a low sun from the side, a pale sky."""

import numpy as np

from kit import materials, noise, shapes
from kit.graph import Surface
from kit.materials import linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='dunes',
    title='Desert dunes',
    stage=Stage(point=(0.0, 0, 0.36), max_width=2.6, max_height=2.7),
    views={
        'eye': View(elevation=7, distance=13.5, aim=(0, 0, 1.55), focal_mm=65, f_stop=11),
        'above': View(elevation=25, distance=13.5, aim=(0, 0.5, 0.95), focal_mm=65, f_stop=11),
        'high': View(elevation=45, distance=13.5, aim=(0, 0.35, 0.45), focal_mm=65, f_stop=11),
    },
    keywords={
        'worlds': ['desert', 'dunes', 'sand', 'beach'], 'materials': ['sand', 'sandstone'],
        'colors': ['sand', 'beige', 'ochre', 'golden', 'peach'], 'mood': ['warm', 'calm', 'wide', 'exotic', 'dry'],
        'season': ['summer'], 'light': ['low sun', 'golden hour', 'sunset'],
    },
    tints={'sand': '#e2cbaa', 'sky': '#f0d6bf', 'stone': '#dfc7a8'},
    floor_gloss=0.02, floor_roughness=0.9,
)


def height(x, y):
    """Dunes that leave the stage level, with wind ripples that fade on their crests."""
    dune = 0.9 * noise.fractal(x * 0.13 + 3.1, y * 0.16 + 7.7, 0, 3, 0.45, 5) + 0.25
    behind = 1 / (1 + np.exp(-(y - 4.2) * 0.9))
    crest = 2.0 * behind * (0.55 + 0.6 * noise.gradient(x * 0.12 + 9.0, y * 0.05, 0, 2)) + 0.10 * np.maximum(0, y - 4)
    fold = noise.gradient(x * 0.22, y * 0.22, 0, 8)
    phase = 1.55 * y + 0.42 * x + 1.9 * fold + 0.5 * noise.gradient(x * 0.7, y * 0.7, 0, 4)
    wave = 0.5 + 0.5 * np.sin(2 * np.pi * phase / 1.3)
    ripple = (wave**1.6) * 0.13 * (0.55 + 0.45 * noise.gradient(x * 0.35 + 20, y * 0.35, 0, 6))
    level = np.clip(np.hypot(x, y * 1.15) / 2.6 - 0.75, 0, 1) ** 1.3
    near = np.exp(-((np.hypot(x, y) - 2.2) ** 2) / 0.25) * 0.10
    return (dune + crest) * level + ripple * np.clip(level * 3 + 0.35, 0, 1) + near * 0.6 + 0.02


def sky(s_name):
    """A painted backdrop: peach at the horizon, paler above."""
    s = Surface(s_name)
    z = s.add('SeparateXYZ', out='Z', Vector=s.add('NewGeometry', out='Position'))
    cloud = s.noise(s.stretch(s.coords(), (0.05, 0.05, 0.25)), 1.0, 5)
    up = s.math('ADD', s.map(z, 0, 13, 0, 1), s.map(cloud, 0, 1, -0.08, 0.08))
    tone = s.ramp(up, [(0.0, linear('#f6d9bd')), (0.35, linear('#f3e0cf')), (1.0, linear('#dfe3e6'))])
    s.tintable('sky')
    return s.finish(s.principled(Base_Color=tone, Roughness=1.0, Specular=0.0))


def build(s):
    sand = materials.sand('sand', '#e2cbaa', tint='sand', scale=1.15)
    slab = materials.stone('slab', ('#dfc7a8', '#dfc7a8'), tint='stone', roughness=0.8, scale=0.7)
    rock = materials.stone('rock', ('#c29a74', '#b58c69', '#cfae8c'), roughness=0.8, scale=0.9)

    shapes.heightfield('sand', height, sand, (-16, 16), (-8, 16), 1100, 1000)
    shapes.plane('sky', (160, 60), sky('sky'), (0, 34, 20), (90, 0, 0))
    top = shapes.turned('top', shapes.fillet([(0, -0.3), (1.72, -0.3), (1.72, 0.36), (0, 0.36)], [0.05, 0.1], 8), slab, 256)
    shapes.place(top, (0, 0, 0), (0, 0, 30))
    broken = [shapes.stone_mesh(f'rock{i}', 40 + i, rock, flatness=0.8, roughness=0.2, facets=0.8) for i in range(3)]
    for mesh, x, y, size, turn in ((0, 2.75, 0.9, 1.5, 1.0), (1, 3.6, 0.2, 0.8, 2.0), (2, -3.3, 1.4, 1.1, 0.4), (1, -2.75, 0.6, 0.5, 4.0), (0, 2.35, -0.35, 0.36, 3.0)):
        z = float(height(np.array([x]), np.array([y]))[0])
        shapes.instance(broken[mesh], 'rock', (x, y, z + 0.12 * size), (0.2, 0.3, turn), size)

    rng = np.random.default_rng(2)
    straw = materials.leaf('straw', ['#c9a878', '#b08c5c', '#dcc39a'], gloss=0.2, translucency=0.3)
    patches = []
    for _ in range(60):
        blade = shapes.leaf_points(rng.uniform(0.8, 2.1), 0.035, rng.uniform(0.1, 0.8), 0.05, tip=1.0, rows=9, columns=3)
        lift = shapes.rotation_matrix(x=np.pi / 2 - rng.uniform(0.0, 0.35), z=rng.uniform(0, 6.28))
        patches.append(blade @ lift.T + np.array([-3.45 + rng.normal(0, 0.12), 1.9 + rng.normal(0, 0.12), 0.2]))
    shapes.merged('grass', patches, straw)

    sun = (-0.9, 0.22, 0.34)
    s.sun(sun, level=2.4, angle=1.2, kelvin=4700, name='Low sun')
    s.softbox((6, -10, 8), (9, 6), level=0.3, target=(0, 0, 0.5), kelvin=5600, name='Fill')
    s.softbox((0, 12, 16), (24, 6), group='rim', level=1.5, target=(0, 34, 8), kelvin=4800, name='Sky wash')
    s.environment(0.4, 0.8, 1.0, level=0.42, kelvin=6800)
