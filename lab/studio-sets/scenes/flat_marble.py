"""White marble from straight above: light through a window, a eucalyptus sprig, a dish with a gold ring."""

import math

from kit import flat, gobos, materials, shapes

INFO = flat.with_steep(flat.info(
    'flat-marble', 'White marble from above',
    keywords={
        'worlds': ['marble', 'beauty', 'kitchen', 'props'], 'materials': ['marble', 'stone', 'ceramic', 'gold', 'leaves'],
        'colors': ['white', 'light gray'], 'mood': ['elegant', 'clean', 'bright', 'fresh'],
        'season': ['spring', 'summer'], 'light': ['window', 'soft sun', 'morning'],
    },
    tints={'marble': '#efece8'}, floor_gloss=0.22, floor_roughness=0.24, white_level=0.9, samples=4,
))


def build(s):
    marble = materials.marble('slab', '#f1efec', '#85827f', tint='marble', scale=0.42, roughness=0.34)
    white = materials.matt('porcelain', '#f3f0ea', roughness=0.36)
    gold = materials.metal('ring', '#d9b173', roughness=0.3)
    eucalyptus = materials.leaf('eucalyptus', ['#8fa596', '#a3b5a6', '#7c9385'], gloss=0.3, translucency=0.2, veins=False)

    shapes.plane('slab', (40, 40), marble, (0, 0, 0), (0, 0, 14))
    flat.sprig('sprig', 5, (-4.1, -2.5), 26, eucalyptus, length=2.6, leaves=20, leaf=0.5, width=0.72, bend=0.3, side_twigs=3)
    flat.sprig('sprig', 27, (-3.8, -1.1), 350, eucalyptus, length=1.7, leaves=14, leaf=0.42, width=0.75, bend=-0.2, side_twigs=2)
    flat.plate('dish', white, (2.35, 2.1), 0.72)
    for x, y, r, tilt in ((2.3, 2.02, 0.16, 0), (2.5, 2.2, 0.12, 14)):
        ring = shapes.ring('ring', r, 0.018, gold)
        shapes.place(ring, (x, y, 0.075), (90 + tilt, 0, 0))

    sun = (-0.62, 0.52, 0.66)
    s.sun(sun, level=1.3, angle=1.6, kelvin=5000, name='Window sun')
    s.gobo(gobos.window(width=9.4, height=9.2, columns=2, rows=2, bar=0.26), sun, 12, (-1.9, 1.5, 0), roll=math.degrees(0.42))
    s.softbox((-9, 8, 10), (8, 9), level=0.5, target=(0, 0, 0), kelvin=5900, name='Window sky')
    s.softbox((10, -5, 8), (7, 7), group='rim', level=0.16, target=(0, 0, 0), kelvin=5300, name='Reflector')
    s.environment(0.6, 0.8, 1.0, level=0.5, kelvin=5700)
