"""Oak boards from straight above: morning sun through an olive tree, a bowl and a sprig at the rim."""

from kit import flat, gobos, materials, plants, shapes

INFO = flat.with_steep(flat.info(
    'flat-oak', 'Oak from above',
    keywords={
        'worlds': ['wood table', 'home', 'props'], 'materials': ['oak', 'wood', 'stoneware', 'leaves'],
        'colors': ['honey', 'brown', 'beige'], 'mood': ['natural', 'homely', 'warm', 'rustic'],
        'season': ['spring', 'summer'], 'light': ['sun', 'leaf shadows', 'morning'],
    },
    tints={'table': '#b8946b'}, floor_gloss=0.1, floor_roughness=0.46, white_level=1.05, samples=4,
))


def build(s):
    oak = materials.wood('oak', '#d2ae84', '#86603f', tint='table', roughness=0.48)
    white = materials.matt('stoneware', '#ece6da', roughness=0.5, speckle=0.5)
    olive = materials.leaf('olive', ['#6f7d50', '#8b9a68', '#5d6c43'], gloss=0.45, translucency=0.25)

    shapes.planks('board', oak, (-12, 12), (-9.2, 9), width=1.42, seed=11)
    plants.vase('bowl', 'bowl', white, (-2.45, 2.1, 0), 1.15)
    flat.sprig('sprig', 8, (3.5, -2.7), 152, olive, length=2.7, leaves=24, leaf=0.62, width=0.27, bend=0.4, side_twigs=4)
    flat.sprig('sprig', 15, (3.4, -1.5), 118, olive, length=1.9, leaves=16, leaf=0.5, width=0.27, bend=0.3, side_twigs=3)

    sun = (-0.68, 0.46, 0.66)
    s.sun(sun, level=1.7, angle=1.3, kelvin=4900, name='Morning sun')
    s.gobo(gobos.branch(12, length=8, leaves=30, leaf=1.0, width=0.32, side_twigs=7), sun, 8, (2.9, 3.1, 0), roll=35)
    s.gobo(gobos.branch(31, length=7, leaves=22, leaf=0.9, width=0.32, side_twigs=6), sun, 6, (-3.1, -2.7, 0), roll=10)
    s.softbox((-9, 8, 10), (7, 9), level=0.4, target=(0, 0, 0), kelvin=6100, name='Window sky')
    s.softbox((10, -4, 7), (6, 6), group='rim', level=0.12, target=(0, 0, 0), kelvin=5200, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.42, kelvin=5800)
