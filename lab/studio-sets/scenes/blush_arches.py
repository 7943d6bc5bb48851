"""Plaster arches and a low drum in blush tones, afternoon sun through a window and a branch."""

import numpy as np

from kit import gobos, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='blush-arches',
    title='Blush arches',
    stage=Stage(point=(0, 0, 0.55), max_width=2.6, max_height=2.7),
    views={
        'eye': View(elevation=6, distance=13.2, aim=(0.0, 0, 1.75), focal_mm=70),
        'above': View(elevation=24, distance=13.6, aim=(0.0, 0.2, 1.25), focal_mm=70),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=70),
    },
    keywords={
        'worlds': ['podium', 'arch', 'minimal'], 'materials': ['plaster', 'stoneware'],
        'colors': ['blush', 'pink', 'rose', 'terracotta', 'cream'], 'mood': ['calm', 'warm', 'feminine', 'elegant', 'soft'],
        'season': ['spring', 'summer'], 'light': ['sun', 'window', 'leaf shadows', 'afternoon'],
    },
    tints={'walls': '#ecd8cd', 'podium': '#f3e8df', 'accent': '#bd7a65'},
    floor_gloss=0.06, floor_roughness=0.6,
)


def build(s):
    wall = materials.plaster('wall', '#ecd8cd', tint='walls', relief=1.3)
    inner = materials.plaster('arch', '#e6c9bb', tint='walls', relief=1.1)
    drum = materials.matt('drum', '#f3e8df', tint='podium', roughness=0.6, speckle=0.25)
    clay = materials.matt('clay', '#bd7a65', tint='accent', roughness=0.7)

    shapes.plane('floor', (80, 40), wall, (0, 0, 0))
    shapes.plane('back', (80, 30), wall, (0, 5.5, 10), (90, 0, 0))
    # A thick wall with an arched opening, a second, deeper one behind it.
    def frame(width, height, y, depth, x, material):
        outer = [(-14, -1), (14, -1), (14, 14), (-14, 14)]
        hole = shapes.arch_outline(width, height, base=-2)
        body = shapes.extruded('arch', [outer, hole], depth, material, bevel=0.07)
        body.location = (x, y + depth / 2, 0)
        return body

    frame(4.6, 4.9, 2.3, 0.9, 0.35, inner)
    slab = shapes.extruded('niche', [shapes.arch_outline(2.7, 3.5, base=-0.3)], 0.5, inner, bevel=0.08)
    slab.location = (-2.6, 1.6, 0)
    slab = shapes.extruded('niche', [shapes.arch_outline(1.6, 2.0, base=-0.3)], 0.6, clay, bevel=0.08)
    slab.location = (2.75, 1.25, 0)

    shapes.podium('podium', 1.75, 0.55, drum, bevel=0.09)
    shapes.place(shapes.podium('step', 0.75, 0.28, drum, bevel=0.06), (-2.35, -0.55, 0))
    shapes.place(shapes.sphere('ball', 0.33, clay), (-2.3, -0.6, 0.28 + 0.33))
    vase_profile = shapes.fillet([(0, 0), (0.26, 0), (0.46, 0.45), (0.2, 0.95), (0.15, 1.3), (0.21, 1.42), (0.17, 1.42), (0.1, 1.25), (0, 0.6)], 0.16, 10)
    shapes.place(shapes.turned('vase', vase_profile, drum), (2.55, 0.15, 0))
    rng = np.random.default_rng(4)
    grass = materials.leaf('pampas', ['#d8b69a', '#c79b7c', '#e4cbb2'], gloss=0.1, translucency=0.4)
    for _ in range(9):
        lean, turn = rng.uniform(0.05, 0.45), rng.uniform(0, 2 * np.pi)
        t = np.linspace(0, 1, 12)[:, None]
        height = rng.uniform(1.5, 2.3)
        way = np.array([[np.cos(turn) * lean, np.sin(turn) * lean, 0]])
        stem = np.array([[2.55, 0.15, 1.0]]) + way * t**2 * height + np.array([[0, 0, 1]]) * t * height
        shapes.tube('stem', stem, np.linspace(0.014, 0.008, 12), grass)
        patches = []
        for i in range(90):
            k = rng.uniform(0.45, 1.0)
            at = stem[int(k * 11)]
            blade = shapes.leaf_points(rng.uniform(0.18, 0.34) * (1.25 - k), 0.025, rng.uniform(0, 0.5), 0.1, rows=4, columns=3)
            turn_matrix = shapes.rotation_matrix(rng.uniform(0.5, 1.3), 0, rng.uniform(0, 6.28))
            patches.append(blade @ turn_matrix.T + at)
        shapes.merged('plume', patches, grass)

    sun = (-0.78, -0.72, 0.72)
    s.sun(sun, level=1.5, angle=1.3, kelvin=4700, name='Afternoon sun')
    s.gobo(gobos.window(width=7.2, height=6.4, columns=2, rows=2, bar=0.3), sun, 18, (0.7, 0.4, 1.25), roll=-4)
    s.gobo(gobos.branch(3, length=7, leaves=22, leaf=1.25), sun, 9, (0.4, 1.2, 3.6), roll=200)
    s.softbox((7, -9, 6), (6, 6), level=0.32, target=(0, 0, 1), kelvin=5200, name='Soft fill')
    s.softbox((0.2, 3.9, 5.7), (4, 0.6), group='rim', level=0.7, target=(0.2, 5.4, 1.8), kelvin=4300, name='Glow behind the arch')
    s.environment(0.5, 0.7, 1.0, level=0.5, kelvin=5900)
