"""A wireless speaker: a drum wrapped in knitted fabric, a glossy top with a ring of light, a leather loop."""

import math

import numpy as np

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import linear, shade

from . import photo

INFO = photo.info('speaker', 'Wireless speaker', elevation=12, distance=4.9, aim=(0, 0, 0.82), samples=6)


def knit(name, colour, radius):
    """A technical knit: staggered rows of small cells, in colour and in relief; wrapped around Z."""
    s = Surface(name)
    base = linear(colour)
    at = s.add('SeparateXYZ', out=None, Vector=s.coords())
    angle = s.math('ARCTAN2', at.outputs['Y'], at.outputs['X'])
    columns = 150
    u = s.math('MULTIPLY', angle, columns / (2 * math.pi))
    v = s.math('MULTIPLY', at.outputs['Z'], columns / (2 * math.pi * radius) * 1.15)
    row = s.math('FLOOR', v)
    shifted = s.math('ADD', u, s.math('MULTIPLY', s.math('MODULO', row, 2.0), 0.5))
    x = s.math('SUBTRACT', s.math('FRACT', shifted), 0.5)
    y = s.math('SUBTRACT', s.math('FRACT', v), 0.5)
    reach = s.math('SQRT', s.math('ADD', s.math('MULTIPLY', x, x), s.math('MULTIPLY', y, y)))
    cell = s.map(reach, 0.16, 0.5, 0.0, 1.0, smooth=True)
    melange = s.noise(s.stretch(s.coords(), (9, 9, 26)), 1.0, 3, 0.7)
    tone = s.mix(s.map(melange, 0.32, 0.68), shade(base, 0.72), shade(base, 1.3))
    tone = s.mix(cell, shade(base, 0.22), tone)
    shader = s.principled(Base_Color=tone, Roughness=0.85, Specular=0.25, Sheen=0.4, Normal=s.bump(cell, 0.6, 0.02))
    return s.finish(shader, bounce=base)


def build(s):
    photo.corner(s, '#e9e7e3')
    radius = 0.78
    cloth = knit('knit', '#8f979c', radius)
    gloss = materials.matt('top', '#1d1f22', roughness=0.16, coat=0.5)
    rubber = materials.matt('rubber', '#2b2d30', roughness=0.7)
    steel = materials.metal('ring', '#b9bcc0', roughness=0.22)
    leather = materials.plaster('leather', '#a5714a', relief=1.0, scale=7, roughness=0.55)
    lamp = materials.glow('lamp', '#ffffff', 0.9)

    body = [(0, 0.06), (radius - 0.06, 0.06), (radius, 0.16), (radius, 1.5), (radius - 0.1, 1.66), (0, 1.66)]
    shapes.turned('body', shapes.fillet(body, [0.05, 0.12, 0.14, 0.08], 10), cloth, 256)
    shapes.turned('foot', shapes.fillet([(0, 0), (radius - 0.1, 0), (radius - 0.07, 0.07), (0, 0.07)], [0.02, 0.02], 5), rubber, 192)
    shapes.turned('ring', shapes.fillet([(0, 1.63), (0.66, 1.63), (0.66, 1.685), (0.6, 1.685), (0, 1.68)], [0.004, 0.018, 0.01], 6), steel, 256)
    shapes.turned('top', shapes.fillet([(0, 1.64), (0.625, 1.64), (0.625, 1.69), (0, 1.675)], [0.004, 0.015], 6), gloss, 256)
    a = np.linspace(0, 2 * math.pi, 24)
    shapes.turned('lamp', [(0.44 + 0.012 * math.cos(x), 1.683 + 0.004 * math.sin(x)) for x in a], lamp, 256)

    # A flat loop of leather, riveted at the side.
    t = np.linspace(0, 1, 60)
    way = np.stack([0.79 + 0.17 * np.sin(np.pi * t) ** 0.8, 0 * t, 1.36 - 0.62 * t + 0.1 * np.sin(np.pi * t)], -1)
    strap = np.array([[p + np.array([0, w, 0]) for w in np.linspace(-0.085, 0.085, 7)] for p in way])
    turn = shapes.rotation_matrix(z=math.radians(-38))
    shapes.sheet('loop', strap @ turn.T, leather, thickness=0.035)
    for z in (1.36, 0.74):
        rivet = shapes.turned('rivet', shapes.fillet([(0, 0), (0.035, 0), (0.035, 0.03), (0, 0.03)], 0.012, 5), steel, 48)
        where = np.array([0.79, 0, z]) @ turn.T
        shapes.place(rivet, tuple(where), (0, 90, -38))
