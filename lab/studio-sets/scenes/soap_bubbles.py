"""Soap bubbles over a glossy disc in a pale room of lilac and blue."""

import numpy as np

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='soap-bubbles',
    title='Soap bubbles',
    stage=Stage(point=(0.0, 0, 0.4), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=7, distance=13.2, aim=(0, 0, 1.8), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.4, aim=(0, 0.3, 1.2), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['bubbles', 'bath', 'beauty', 'dream'], 'materials': ['soap', 'glass', 'stoneware'],
        'colors': ['pastel', 'lilac', 'light blue', 'pink', 'white'], 'mood': ['playful', 'clean', 'light', 'dreamy', 'fresh'],
        'season': ['spring', 'summer'], 'light': ['soft box', 'bright', 'back light'],
    },
    tints={'sweep': '#cdd6f3', 'disc': '#f3e8f3'},
    floor_gloss=0.2, floor_roughness=0.25, white_level=0.86, samples=8,
)


def film():
    """A soap film: clear in the middle, a thin mirror at the rim, its colour turning with the angle and the flow."""
    s = Surface('film')
    facing = s.add('LayerWeight', out='Facing', Blend=0.5)
    flow = s.noise(s.warp(s.coords(), 1.4, 1.2), 1.3, 4)
    phase = s.math('FRACT', s.math('ADD', s.math('MULTIPLY', facing, 1.7), s.math('MULTIPLY', flow, 1.6)))
    colours = ('#ffd6ec', '#d9e0ff', '#c9f5f2', '#fff3cf', '#ffd6ec')
    tone = s.ramp(phase, [(i / 4, linear(c)) for i, c in enumerate(colours)])
    mirror = s.add('BsdfGlossy', Color=tone, Roughness=0.01)
    clear = s.add('BsdfTransparent', Color=(0.985, 0.985, 0.99))
    share = s.math('MULTIPLY_ADD', s.math('POWER', facing, 3.0), 0.62, 0.05)
    ray = s.add('LightPath', out='Is Shadow Ray')
    blend = s.add('MixShader', out=None)
    s._feed(blend.inputs[0], s.math('MULTIPLY', share, s.math('SUBTRACT', 1.0, ray)))
    s._feed(blend.inputs[1], clear)
    s._feed(blend.inputs[2], mirror)
    return s.finish(blend.outputs[0])


def build(s):
    sweep = materials.paper('sweep', '#cdd6f3', tint='sweep')
    disc = materials.matt('disc', '#f3e8f3', tint='disc', roughness=0.22, coat=0.5)
    soap = film()
    shapes.sweep('sweep', sweep, back=7, radius=4)
    shapes.podium('disc', 1.75, 0.4, disc, bevel=0.1)
    shapes.place(shapes.podium('drum', 0.85, 1.35, disc, bevel=0.1), (2.7, 1.5, 0))
    shapes.place(shapes.podium('drum', 0.6, 0.5, disc, bevel=0.09), (-2.6, 0.5, 0))
    rng = np.random.default_rng(33)
    large = [(2.7, 1.5, 2.05, 0.7), (-2.6, 0.5, 0.9, 0.4), (-2.75, 2.2, 3.3, 0.95), (1.75, 2.6, 4.3, 0.6), (-1.5, 3.0, 5.2, 0.5), (3.3, 0.3, 3.6, 0.38), (-3.4, -0.2, 2.3, 0.33), (-2.05, -0.75, 0.27, 0.27), (2.1, -0.6, 0.2, 0.2), (2.5, -0.35, 0.14, 0.14)]
    small = [(rng.normal(0, 2.8), rng.uniform(0.8, 4), rng.uniform(1.0, 6), rng.uniform(0.06, 0.22)) for _ in range(46)]
    for x, y, z, r in large + [b for b in small if abs(b[0]) > 1.5 or b[2] > 3.8]:
        shapes.place(shapes.sphere('bubble', r, soap, 5), (x, y, z), rng.uniform(0, 360, 3))
    for x, y, r in ((-1.9, 0.75, 0.16), (-2.15, 1.15, 0.22), (-1.75, 1.05, 0.11), (1.95, 0.6, 0.15), (2.2, -0.85, 0.09), (-2.25, -1.0, 0.13)):
        shapes.place(shapes.sphere('bubble', r, soap, 5), (x, y, r - 0.005), rng.uniform(0, 360, 3))

    s.softbox((-6, -4, 7.5), (2.6, 2.6), group='key', level=1.05, target=(0, 0.4, 0.8), kelvin=5300, name='Key soft box')
    s.softbox((7, -6, 5), (4, 6), level=0.34, target=(0, 0, 1), kelvin=5900, name='Fill')
    s.softbox((3.5, 4.5, 8), (6, 2), group='rim', level=0.5, target=(0, 2, 1.5), kelvin=4900, name='Back light')
    s.environment(0.6, 0.8, 1.0, level=0.42, kelvin=6200, boxes=(((-0.7, -0.6, 0.4), 16, 3.0), ((0.8, -0.4, 0.5), 10, 2.5), ((0.2, 0.9, 0.5), 12, 2.0)))
