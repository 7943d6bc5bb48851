"""Small glazed tiles on steps and wall, a rolled towel and chrome, high summer sun."""

import math

import numpy as np

from kit import gobos, materials, shapes
from kit.graph import Surface
from kit.materials import gloss_range, linear, shade
from kit.studio import Info, Stage, View

INFO = Info(
    id='pool-tiles',
    title='Pool tiles',
    stage=Stage(point=(0.0, 0, 0.84), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=8, distance=13.3, aim=(0, 0, 1.8), focal_mm=70, f_stop=11),
        'above': View(elevation=25, distance=13.6, aim=(0, 0.3, 1.25), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['pool', 'bathroom', 'tiles', 'spa', 'swimming'], 'materials': ['tiles', 'ceramic', 'towel', 'chrome'],
        'colors': ['aqua', 'mint', 'turquoise', 'light blue', 'white'], 'mood': ['fresh', 'clean', 'summery', 'playful', 'retro'],
        'season': ['summer'], 'light': ['hard sun', 'sun', 'palm shadow', 'bright'],
    },
    tints={'tiles': '#a9d6d0', 'towel': '#f4efe6', 'accent': '#f0a58a'},
    floor_gloss=0.25, floor_roughness=0.2, white_level=0.86, samples=6,
)

TILE, JOINT = 0.39, 0.03


def glaze(name, colour, tint):
    """Glazed ceramic, each tile a shade of its own (the attribute that `tiled` gives its points)."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    own = s.add('Attribute', {'attribute_name': 'shade'}, out='Fac')
    cloud = s.noise(at, 2.2, 4)
    tone = s.mix(own, shade(base, 0.86), shade(base, 1.1))
    tone = s.mix(s.map(cloud, 0.35, 0.7, 0, 0.25), tone, shade(base, 0.8))
    shader = s.principled(
        Base_Color=tone, Specular=0.5, Roughness=s.map(cloud, 0.3, 0.7, *gloss_range(0.1, 0.18)),
        Normal=s.bump(s.noise(at, 3.5, 2), 0.05, 0.06),
    )
    s.tintable(tint)
    return s.finish(shader)


def tiled(name, material, grout, origin, across, up, columns, rows, rng):
    """A field of slightly uneven tiles from `origin` along the unit vectors `across` and `up`, on a bed of grout."""
    across, up, origin = (np.array(v, float) for v in (across, up, origin))
    out = np.cross(across, up)
    pitch, half, lip = TILE + JOINT, TILE / 2, 0.022
    ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    rims = [(half, -0.05), (half, -0.012), (half - 0.006, -0.004), (half - lip, 0.0)]
    vertices, faces, shades = [], [], []
    for row in range(rows):
        for column in range(columns):
            lean = rng.normal(0, 0.0045, 2)
            centre = origin + across * (column + 0.5) * pitch + up * (row + 0.5) * pitch + out * rng.normal(0, 0.0025)
            base = len(vertices)
            shades += [rng.random()] * 16
            for reach, depth in rims:
                for x, y in ring:
                    raised = depth + (x * lean[0] + y * lean[1]) * reach
                    vertices.append(centre + across * x * reach + up * y * reach + out * raised)
            for level in range(3):
                for i in range(4):
                    a, b = base + 4 * level + i, base + 4 * level + (i + 1) % 4
                    faces.append((a, b, b + 4, a + 4))
            faces.append(tuple(base + 12 + i for i in range(4)))
    body = shapes.mesh_object(name, vertices, faces, material)
    body.data.attributes.new('shade', 'FLOAT', 'POINT').data.foreach_set('value', shades)
    body.data.use_auto_smooth = True
    body.data.auto_smooth_angle = math.radians(50)
    a, b = across * columns * pitch, up * rows * pitch
    bed = [origin - out * 0.01 + p for p in (0 * a, a, a + b, b)]
    shapes.mesh_object('grout', bed, [(0, 1, 2, 3)], grout, smooth=False)


def block(material, grout, x, y, columns, deep, high, rng):
    """A tiled step: front, top and both sides; (x, y) is its front left corner."""
    pitch = TILE + JOINT
    w, d, h = columns * pitch, deep * pitch, high * pitch
    tiled('front', material, grout, (x, y, 0), (1, 0, 0), (0, 0, 1), columns, high, rng)
    tiled('top', material, grout, (x, y, h), (1, 0, 0), (0, 1, 0), columns, deep, rng)
    tiled('left', material, grout, (x, y + d, 0), (0, -1, 0), (0, 0, 1), deep, high, rng)
    tiled('right', material, grout, (x + w, y, 0), (0, 1, 0), (0, 0, 1), deep, high, rng)


def towel(name, location, material, radius=0.42, length=1.9, turn=0.0):
    """A rolled towel: a spiral of thick cloth, lying along X."""
    t = np.linspace(0, 1, 260)
    angle = 2 * math.pi * 4.2 * t
    r = 0.06 + (radius - 0.06) * t
    rows = [[(x, ri * math.cos(a), ri * math.sin(a)) for x in np.linspace(-length / 2, length / 2, 40)] for a, ri in zip(angle, r)]
    points = np.array(rows)
    points[..., 1:] *= 1 + 0.02 * np.sin(points[..., :1] * 5 + angle[:, None, None] * 0.7)
    body = shapes.sheet(name, points, material, thickness=0.075)
    x, y, z = location
    return shapes.place(body, (x, y, z + radius + 0.02), (0, 0, turn))


def terry(name, colour, tint):
    """Terry cloth: short loops all over."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    loops = s.add('TexVoronoi', {'feature': 'F1'}, out='Distance', Vector=s.warp(at, 9, 0.05), Scale=26, Randomness=0.9)
    cloud = s.noise(at, 3, 5)
    tone = s.mix(s.map(loops, 0, 0.7), shade(base, 1.02), shade(base, 0.72))
    tone = s.mix(s.map(cloud, 0.35, 0.7, 0, 0.3), tone, shade(base, 0.9))
    shader = s.principled(
        Base_Color=tone, Roughness=0.95, Specular=0.1, Sheen=0.6, Sheen_Tint=0.5, Normal=s.bump(s.math('MULTIPLY', loops, -1.0), 0.7, 0.06),
    )
    s.tintable(tint)
    return s.finish(shader)


def build(s):
    aqua = glaze('aqua', '#a9d6d0', 'tiles')
    coral = glaze('coral', '#f0a58a', 'accent')
    grout = materials.plaster('grout', '#eef0ea', relief=0.4, scale=3)
    chrome = materials.metal('chrome', '#dfe2e4', roughness=0.06)
    cloth = terry('towel', '#f4efe6', 'towel')
    rng = np.random.default_rng(3)
    pitch = TILE + JOINT

    tiled('floor', aqua, grout, (-24 * pitch, -14 * pitch, 0), (1, 0, 0), (0, 1, 0), 48, 24, rng)
    tiled('wall', aqua, grout, (-24 * pitch, 10 * pitch, 0), (1, 0, 0), (0, 0, 1), 48, 26, rng)
    block(coral, grout, -4 * pitch, -3 * pitch, 8, 6, 2, rng)
    block(aqua, grout, 5 * pitch, 1 * pitch, 5, 5, 4, rng)
    block(aqua, grout, 7 * pitch, 4 * pitch, 5, 5, 7, rng)
    block(aqua, grout, -10 * pitch, 2 * pitch, 5, 6, 3, rng)
    for x, y, z, turn in ((-3.15, 1.7, 3 * pitch, 8), (-3.1, 2.65, 3 * pitch, -5), (-3.2, 2.2, 3 * pitch + 0.74, 3)):
        towel('towel', (x, y, z), cloth, turn=turn, radius=0.4)
    shapes.place(shapes.sphere('ball', 0.42, chrome), (2.75, 0.95, 4 * pitch + 0.42))
    shapes.place(shapes.sphere('ball', 0.24, chrome), (-2.45, -0.4, 0.242))
    # The rail of a pool ladder.
    way = [(3.55, 0.2, 0), (3.55, 0.2, 2.6)]
    way += [(3.55, 0.2 + 0.75 - 0.75 * math.cos(a), 2.6 + 0.75 * math.sin(a)) for a in np.linspace(0, math.pi, 40)[1:-1]]
    way += [(3.55, 1.7, 2.6), (3.55, 1.7, 1.6)]
    shapes.tube('rail', way, 0.085, chrome, 20)

    sun = (-0.55, -0.62, 0.78)
    s.sun(sun, level=1.6, angle=0.9, kelvin=5100, name='Summer sun')
    s.gobo(gobos.palm(6, length=10, leaflets=24, leaf=3.5), sun, 10, (2.0, 3.8, 4.6), roll=195)
    s.softbox((8, -8, 6), (6, 6), level=0.3, target=(0, 0, 1), kelvin=5800, name='Fill')
    s.softbox((-7, 1.5, 7), (1.5, 4), group='rim', level=0.35, target=(0, 1, 1), kelvin=5000, name='Side light')
    s.environment(0.5, 0.75, 1.0, level=0.45, kelvin=6600, boxes=(((-0.6, 0.5, 0.6), 16, 1.0), ((0.7, 0.6, 0.5), 14, 0.8)))
