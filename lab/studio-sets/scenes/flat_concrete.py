"""Cast concrete from straight above: hard light through a window, black stones and a steel tray at the rim."""

import math

from kit import flat, gobos, materials, shapes

INFO = flat.with_steep(flat.info(
    'flat-concrete', 'Concrete from above',
    keywords={
        'worlds': ['loft', 'industrial', 'urban', 'props'], 'materials': ['concrete', 'cement', 'steel', 'stone'],
        'colors': ['gray', 'silver'], 'mood': ['modern', 'raw', 'masculine', 'technical'],
        'season': [], 'light': ['hard sun', 'side light', 'window'],
    },
    tints={'floor': '#a7a39d'}, floor_gloss=0.06, floor_roughness=0.72, white_level=0.66, samples=4,
))


def build(s):
    slab = materials.concrete('slab', '#a9a6a1', tint='floor', scale=0.9, roughness=0.72)
    black = materials.stone('basalt', ('#2c2d2f', '#3a3b3d', '#232425'), roughness=0.62)
    steel = materials.metal('steel', '#b9bcc0', roughness=0.36, brushed=0.5)

    shapes.plane('slab', (40, 40), slab, (0, 0, 0), (0, 0, 31))
    tray = shapes.rounded_box('tray', (2.4, 3.4, 0.1), steel, 0.04, 4)
    shapes.place(tray, (3.1, 2.0, 0), (0, 0, -9))
    for seed, x, y, size, turn in ((3, -2.35, -2.05, 0.95, 0.4), (8, -1.72, -2.5, 0.62, 1.9), (15, -2.6, -1.35, 0.46, 2.6)):
        mesh = shapes.stone_mesh('stone', seed, black, flatness=0.5)
        shapes.instance(mesh, 'stone', (x, y, 0.2 * size), (0, 0, turn), size)

    sun = (-0.78, 0.3, 0.5)
    s.sun(sun, level=1.8, angle=0.9, kelvin=5100, name='Window sun')
    s.gobo(gobos.window(width=9.2, height=9.4, columns=2, rows=2, bar=0.3), sun, 9, (-1.75, 1.75, 0), roll=math.degrees(0.3))
    s.softbox((-9, 6, 9), (7, 9), level=0.36, target=(0, 0, 0), kelvin=6300, name='Window sky')
    s.softbox((10, -5, 7), (6, 6), group='rim', level=0.12, target=(0, 0, 0), kelvin=5400, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.4, kelvin=6000)
