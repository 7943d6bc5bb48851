"""Over-ear headphones in matt sand with steel arms, standing on their cups."""

import math

import numpy as np

from kit import materials, shapes

from . import photo

INFO = photo.info('headphones', 'Headphones', elevation=10, distance=5.4, aim=(0, 0, 1.05), samples=6)


def cup(side, shell, cushion, mesh, steel):
    """One ear cup, its axis along X, facing inwards."""
    def put(body, x):
        # Turned about Z, then laid on its side and slightly tilted.
        return shapes.place(body, (side * x, 0, 0.62), (4, side * 90, 0), (1.0, 0.82, 1.0))
    back = [(0, 0.0), (0.5, 0.0), (0.58, -0.08), (0.52, -0.24), (0.3, -0.29), (0, -0.3)]
    put(shapes.turned('shell', shapes.fillet([(r, -z) for r, z in back], 0.08, 9), shell, 160), 0.78)
    put(shapes.turned('inlay', shapes.fillet([(0, 0.292), (0.3, 0.292), (0.3, 0.312), (0, 0.312)], 0.008, 4), steel, 128), 0.78)
    a = np.linspace(0, 2 * math.pi, 40)
    ring = [(0.4 + 0.16 * math.cos(x), -0.12 + 0.13 * math.sin(x)) for x in a]
    put(shapes.turned('cushion', ring, cushion, 160), 0.78)
    put(shapes.turned('mesh', [(0.4, -0.05), (0, -0.05)], mesh, 96), 0.78)


def build(s):
    photo.corner(s, '#ebe8e3')
    shell = materials.matt('shell', '#d8cbb8', roughness=0.5)
    cushion = materials.plaster('cushion', '#b9a892', relief=0.8, scale=10, roughness=0.55)
    mesh = materials.matt('mesh', '#3a3632', roughness=0.9)
    steel = materials.metal('steel', '#c9c6c0', roughness=0.25, brushed=0.3)
    for side in (-1, 1):
        cup(side, shell, cushion, mesh, steel)
        # One bend from the inlay up into the band.
        u = np.linspace(0, 1, 40)[:, None]
        ends = np.array([[[1.07, 0, 0.62]], [[1.22, 0, 1.05]], [[1.14, 0, 1.5]], [[0.98, 0, 1.78]]])
        way = (1 - u) ** 3 * ends[0] + 3 * u * (1 - u) ** 2 * ends[1] + 3 * u * u * (1 - u) * ends[2] + u**3 * ends[3]
        shapes.tube('arm', way * np.array([side, 1, 1]), 0.035, steel)
    t = np.linspace(math.radians(8), math.radians(172), 90)
    rows = []
    for a in t:
        wide = 0.17 * (0.75 + 0.25 * math.sin(a))
        rows.append([(1.08 * math.cos(a), y, 1.28 + 0.9 * math.sin(a) ** 0.9 - 0.06 * (y / wide) ** 2) for y in np.linspace(-wide, wide, 11)])
    shapes.sheet('band', np.array(rows), shell, thickness=0.045)
    inner = np.array(rows) * np.array([0.955, 0.86, 1]) - np.array([0, 0, 0.06])
    pad = inner[14:-14]
    share = np.linspace(-1, 1, len(pad))
    pad = pad * np.stack([np.ones_like(share), np.sqrt(1 - 0.96 * share**10), np.ones_like(share)], -1)[:, None, :]
    shapes.sheet('pad', pad, cushion, thickness=0.07)
