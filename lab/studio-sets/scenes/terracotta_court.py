"""Terracotta steps and a doorway in hard southern sun under a palm."""

import numpy as np

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='terracotta-court',
    title='Terracotta courtyard',
    stage=Stage(point=(0.1, 0, 0.7), max_width=2.6, max_height=2.6),
    views={
        'eye': View(elevation=7, distance=13.4, aim=(0, 0, 1.9), focal_mm=70, f_stop=11),
        'above': View(elevation=25, distance=13.8, aim=(0, 0.4, 1.25), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.8, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['courtyard', 'mediterranean', 'architecture', 'steps', 'outdoor'], 'materials': ['terracotta', 'clay', 'plaster'],
        'colors': ['terracotta', 'orange', 'rust', 'ochre', 'red'], 'mood': ['sunny', 'bold', 'southern', 'warm', 'summer'],
        'season': ['summer'], 'light': ['hard sun', 'palm shadow', 'noon'],
    },
    tints={'wall': '#cb9678', 'steps': '#c79072', 'inner': '#86533f'},
    floor_gloss=0.03, floor_roughness=0.85, white_level=0.64,
)


def build(s):
    wall = materials.plaster('wall', '#cb9678', tint='wall', relief=1.1, mottle=0.1)
    step = materials.plaster('step', '#c79072', tint='steps', relief=0.7, scale=1.3, mottle=0.1)
    inner = materials.plaster('inner', '#86533f', tint='inner', relief=0.8)
    clay = materials.matt('pot', '#a4674c', roughness=0.8, speckle=0.2)
    pale = materials.matt('pale', '#e0b892', roughness=0.75, speckle=0.35)
    green = materials.leaf('agave', ['#6f8467', '#7d9172', '#5f7459'], gloss=0.35, translucency=0.15)

    shapes.plane('floor', (80, 40), step)
    outer = [(-14, -1), (14, -1), (14, 14), (-14, 14)]
    hole = [(x - 2.1, z) for x, z in shapes.arch_outline(2.7, 4.5, base=-2)]
    front = shapes.extruded('wall', [outer, hole], 1.1, wall, bevel=0.06)
    front.location = (0, 2.6 + 0.55, 0)
    shapes.plane('inside', (40, 30), inner, (0, 7, 10), (90, 0, 0))
    shapes.place(shapes.rounded_box('block', (4.2, 2.9, 0.7), step, 0.05), (0.1, 0.15, 0))
    shapes.place(shapes.rounded_box('block', (2.6, 1.7, 1.45), step, 0.05), (2.75, 1.75, 0))
    shapes.place(shapes.rounded_box('block', (1.8, 1.2, 2.3), step, 0.05), (3.6, 2.1, 0))
    shapes.place(shapes.rounded_box('block', (5.5, 1.3, 0.3), step, 0.045), (-0.8, -1.6, 0))
    shapes.place(shapes.podium('foot', 0.62, 0.42, pale, 0.05), (-2.75, 0.55, 0))
    plants.vase('pot', 'pot', clay, (-2.75, 0.55, 0.42), 0.75)
    rng = np.random.default_rng(9)
    for i in range(26):
        ring = i / 26
        blade = shapes.leaf_points(1.25 - 0.45 * ring, 0.2, 0.28 * (1 - ring), 0.35, tip=0.9, rows=14, columns=7)
        lift = shapes.rotation_matrix(x=0.3 + 1.1 * ring + rng.normal(0, 0.06), z=i * 2.4)
        shapes.sheet('agave', blade @ lift.T + np.array([-2.75, 0.55, 1.15]), green, thickness=0.03)
    plants.vase('jar', 'bottle', pale, (2.75, 1.55, 1.45), 0.85)

    sun = (-0.62, -0.62, 0.72)
    s.sun(sun, level=1.9, angle=0.8, kelvin=5000, name='Southern sun')
    s.gobo(gobos.palm(4, length=10, leaflets=26, leaf=3.6), sun, 10, (1.8, 1.8, 3.9), roll=200)
    s.gobo(gobos.palm(7, length=8, leaflets=22, leaf=3.0), sun, 13, (4.4, 2.4, 2.4), roll=235)
    s.softbox((8, -9, 7), (7, 7), level=0.28, target=(0, 0, 1), kelvin=5600, name='Bounce')
    s.softbox((-2.1, 5.2, 6.5), (2.4, 1.2), group='rim', level=0.5, target=(-2.1, 6, 0), kelvin=4600, name='Glow in the doorway')
    s.environment(0.4, 0.7, 1.0, level=0.45, kelvin=7200)
