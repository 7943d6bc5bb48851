"""A stoneware mug with a dipped glaze."""

import math

import numpy as np

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import linear, shade

from . import photo

INFO = photo.info('mug', 'Stoneware mug', elevation=14, distance=4.4, aim=(0.12, 0, 0.6), samples=6)


def glaze():
    """Raw, speckled clay below, glossy blue above a soft line."""
    s = Surface('glaze')
    at = s.coords()
    z = s.add('SeparateXYZ', out='Z', Vector=at)
    line = s.math('ADD', 0.42, s.map(s.noise(at, 1.6, 3), 0, 1, -0.07, 0.07))
    dipped = s.map(s.math('SUBTRACT', z, line), -0.008, 0.012)
    clay, blue = linear('#c9b193'), linear('#2f5873')
    speck = s.map(s.noise(at, 24, 2, 0.6), 0.64, 0.68)
    cloud = s.noise(s.warp(at, 2, 0.3), 2.4, 6, 0.6)
    raw = s.mix(s.math('MULTIPLY', speck, 0.6), s.mix(s.map(cloud, 0.3, 0.7), shade(clay, 0.9), shade(clay, 1.05)), shade(clay, 0.35))
    pool = s.mix(s.map(cloud, 0.3, 0.7), shade(blue, 0.75), shade(blue, 1.35))
    tone = s.mix(dipped, raw, s.mix(s.math('MULTIPLY', speck, 0.4), pool, shade(blue, 0.4)))
    bump = s.bump(s.math('ADD', s.math('MULTIPLY', s.noise(at, 30, 3), s.map(dipped, 0, 1, 0.3, 0.03)), s.math('MULTIPLY', dipped, 0.5)), 0.3, 0.03)
    return s.finish(s.principled(Base_Color=tone, Roughness=s.map(dipped, 0, 1, 0.75, 0.16), Specular=0.5, Normal=bump))


def build(s):
    photo.corner(s)
    skin = glaze()
    outline = [(0, 0.02), (0.42, 0.02), (0.46, 0.0), (0.5, 0.03), (0.545, 0.5), (0.55, 1.18), (0.535, 1.22), (0.51, 1.18), (0.5, 0.5), (0.44, 0.1), (0, 0.09)]
    shapes.turned('mug', shapes.fillet(outline, [0.02, 0.02, 0.05, 0.2, 0.015, 0.012, 0.02, 0.2, 0.06], 9), skin, 192)
    t = np.linspace(0, 1, 40)
    angle = np.pi * (0.5 - t)
    way = np.stack([0.53 + 0.36 * np.cos(angle) ** 0.8, 0 * t, 0.62 + 0.33 * np.sin(angle)], -1)
    way = np.concatenate([[[0.5, 0, 0.95]], way, [[0.5, 0, 0.29]]])
    handle = shapes.tube('handle', way, 0.062, skin, 16)
    handle.rotation_euler = (0, 0, math.radians(-24))
