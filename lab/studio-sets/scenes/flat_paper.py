"""Paper in one color from straight above, under the hard shadow of leaves; a second sheet at the rim."""

from kit import flat, gobos, materials, shapes

INFO = flat.info(
    'flat-paper', 'Paper from above',
    keywords={
        'worlds': ['studio', 'paper craft'], 'materials': ['paper'],
        'colors': ['blush', 'pastel', 'peach'], 'mood': ['minimal', 'modern', 'playful', 'fresh'],
        'season': ['spring', 'summer'], 'light': ['leaf shadows', 'hard sun', 'bright'],
    },
    tints={'paper': '#e8cfc4'}, floor_gloss=0.02, floor_roughness=0.92, white_level=0.92, samples=4,
)


def build(s):
    paper = materials.paper('paper', '#e8cfc4', tint='paper')
    second = materials.paper('sheet', '#e4c8bc', tint='paper')

    shapes.plane('paper', (40, 40), paper)
    sheet = shapes.rounded_box('sheet', (6, 5, 0.03), second, 0.008, 2)
    shapes.place(sheet, (-4.35, 3.6, 0.0), (0, 0, -24))
    under = shapes.rounded_box('sheet', (5, 6, 0.03), second, 0.008, 2)
    shapes.place(under, (4.7, -3.5, 0.0), (0, 0, -17))

    sun = (-0.66, 0.48, 0.62)
    s.sun(sun, level=1.5, angle=1.4, kelvin=5200, name='Sun')
    s.gobo(gobos.palm(4, length=8, leaflets=22, leaf=3.0, droop=0.25), sun, 10, (3.5, 3.2, 0), roll=218)
    s.gobo(gobos.branch(9, length=7, leaves=20, leaf=1.0, width=0.34, side_twigs=5), sun, 9, (-3.6, -2.9, 0), roll=20)
    s.softbox((-9, 8, 10), (9, 9), level=0.42, target=(0, 0, 0), kelvin=5800, name='Sky')
    s.softbox((10, -5, 8), (7, 7), group='rim', level=0.14, target=(0, 0, 0), kelvin=5400, name='Reflector')
    s.environment(0.6, 0.8, 1.0, level=0.48, kelvin=5700)
