"""A pale stone disc in shallow, rippled water; sunlight draws its net on the bottom."""

import numpy as np

from kit import materials, noise, shapes
from kit.graph import Surface
from kit.materials import linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='still-water',
    title='Still water',
    stage=Stage(point=(0.0, 0, 0.42), max_width=2.5, max_height=2.7),
    views={
        'eye': View(elevation=9, distance=13.4, aim=(0, 0, 1.65), focal_mm=68, f_stop=11),
        'above': View(elevation=27, distance=13.6, aim=(0, 0.4, 0.95), focal_mm=68, f_stop=11),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=68, f_stop=11),
    },
    keywords={
        'worlds': ['water', 'sea', 'spa', 'pool'], 'materials': ['water', 'stone'],
        'colors': ['aqua', 'turquoise', 'blue', 'teal', 'white'], 'mood': ['fresh', 'pure', 'clean', 'calm', 'cool'],
        'season': ['summer'], 'light': ['sun', 'caustics', 'bright'],
    },
    tints={'water': '#d6e9e8', 'backdrop': '#d9e8ea', 'stone': '#efebe3'},
    floor_gloss=0.1, floor_roughness=0.5, white_level=0.88,
)


def surface(x, y):
    """Rings around the disc over a breeze from the left."""
    r = np.hypot(x, y)
    rings = 0.030 * np.sin(r * 7.5 - 1.0) * np.exp(-np.maximum(r - 1.8, 0) * 0.42) * (r > 1.0)
    breeze = 0.05 * noise.fractal(x * 0.55 + 3, y * 0.9, 0, 3, 0.45, 4) + 0.012 * noise.fractal(x * 2.2, y * 3.0, 0, 2, 0.5, 9)
    return rings + breeze


def water():
    """Fresnel mirror over clear, tinted water; its shadow rays carry the net of light on the bottom."""
    s = Surface('water')
    at = s.add('NewGeometry', out='Position')
    flow = s.warp(s.warp(at, 0.9, 0.6, 2), 2.2, 0.22, 2)
    total = None
    for scale, shift, power in ((1.15, 0.0, 1.0), (1.75, 5.0, 0.8)):
        moved = s.stretch(flow, (1, 1, 0), (0, 0, 0.3 + shift), (shift, shift, 0))
        edge = s.add('TexVoronoi', {'feature': 'DISTANCE_TO_EDGE', 'voronoi_dimensions': '2D'}, Vector=moved, Scale=scale)
        line = s.math('MULTIPLY', s.math('POWER', s.map(edge, 0.0, 0.34, 1.0, 0.0, smooth=True), 3.2), power)
        total = line if total is None else s.math('ADD', total, line)
    net = s.math('ADD', s.math('MULTIPLY', total, 1.15), 0.55)
    tint = linear('#def4f3')
    net_colour = s.mix(1.0, tint, s.add('CombineColor', Red=net, Green=net, Blue=net), 'MULTIPLY')
    ray = s.add('LightPath', out='Is Shadow Ray')
    clear = s.add('BsdfTransparent', Color=s.mix(ray, tint, net_colour))
    mirror = s.add('BsdfGlossy', Color=(1, 1, 1), Roughness=0.015)
    fresnel = s.add('Fresnel', IOR=1.33)
    blend = s.add('MixShader', out=None)
    s._feed(blend.inputs[0], s.math('MULTIPLY', fresnel, s.math('SUBTRACT', 1.0, ray)))
    s._feed(blend.inputs[1], clear)
    s._feed(blend.inputs[2], mirror)
    s.tintable('water')
    return s.finish(blend.outputs[0])


def build(s):
    bottom = materials.plaster('bottom', '#d6e9e8', tint='water', relief=0.5)
    back = materials.plaster('backdrop', '#d9e8ea', tint='backdrop', relief=0.3)
    stone = materials.plaster('stone', '#efebe3', tint='stone', relief=0.5, scale=1.4, roughness=0.7, mottle=0.07)
    pale = materials.stone('pebble', ('#f0ece6', '#d8dad6', '#c6cdcb'), roughness=0.45, scale=1.5)

    shapes.plane('bottom', (90, 60), bottom, (0, 0, -0.62))
    shapes.plane('backdrop', (120, 40), back, (0, 11, 10), (90, 0, 0))
    shapes.heightfield('water', surface, water(), (-20, 20), (-9, 11), 1100, 700)
    shapes.turned('disc', shapes.fillet([(0, -0.7), (1.8, -0.7), (1.8, 0.42), (0, 0.42)], [0.05, 0.1], 10), stone, 256)
    wall = shapes.extruded('arch', [shapes.arch_outline(3.4, 4.6, base=-1)], 0.55, stone, bevel=0.09)
    wall.location = (-1.75, 3.4, 0)
    shapes.place(shapes.podium('drum', 0.95, 2.0, stone, bevel=0.09), (2.6, 2.3, -0.7))
    shapes.place(shapes.sphere('ball', 0.55, stone), (2.6, 2.3, 1.3 + 0.54))
    meshes = [shapes.stone_mesh(f'pebble{i}', 60 + i, pale, flatness=0.6) for i in range(4)]
    for i, (x, y, size) in enumerate(((-2.6, -0.3, 1.1), (-3.2, 0.3, 0.7), (-2.2, -0.9, 0.5), (2.9, -0.6, 0.8), (3.4, -0.2, 0.5), (2.4, 0.9, 0.5), (0.9, -2.6, 0.45), (-3.9, 1.3, 1.3))):
        shapes.instance(meshes[i % 4], 'pebble', (x, y, -0.62 + 0.52 * size * 0.55), (0.1, 0.1, i * 1.3), (size * 1.3, size * 1.3, size * 1.25))

    sun = (-0.62, -0.25, 0.8)
    s.sun(sun, level=1.5, angle=0.9, kelvin=5300, weight=0.8, name='Sun')
    s.softbox((7, -7, 6), (6, 6), level=0.3, target=(0, 0, 0.5), kelvin=5700, weight=1.4, name='Fill')
    s.softbox((0, 5, 12), (14, 3), group='rim', level=0.55, target=(0, 11, 4), kelvin=5800, weight=2.4, name='Backdrop wash')
    s.environment(0.5, 0.8, 1.0, level=0.42, kelvin=6000, weight=1.15)
