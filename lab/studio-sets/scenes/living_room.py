"""A bright living room by day: oak boards, a white wall with a skirting, a plant, a lamp, sun through a tall window."""

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

SCALE = 'room'

INFO = Info(
    id='living-room',
    title='Living room by day',
    stage=Stage(point=(0.0, 0, 0.0), max_width=17.0, max_height=10.0),
    views={'eye': View(elevation=8, distance=68, aim=(0, 2, 7.6), focal_mm=70)},
    keywords={
        'worlds': ['living room', 'furniture room', 'home', 'window', 'props'], 'materials': ['oak', 'wood', 'plaster', 'linen'],
        'colors': ['white', 'cream', 'honey', 'green'], 'mood': ['homely', 'natural', 'calm', 'scandinavian', 'fresh'],
        'season': ['spring', 'summer'], 'light': ['sun', 'window', 'morning'],
    },
    tints={'wall': '#ece8e1', 'floor': '#b8946b'},
    floor_gloss=0.1, floor_roughness=0.42, white_level=0.82, samples=6,
)


def build(s):
    oak = materials.wood('oak', '#cda97f', '#8d663f', tint='floor', scale=0.5, roughness=0.42)
    wall = materials.plaster('wall', '#ece8e1', tint='wall', relief=0.2, scale=0.2, mottle=0.02)
    white = materials.matt('skirting', '#f1eee9', roughness=0.4)
    clay = materials.matt('pot', '#d9d2c6', roughness=0.7, speckle=0.3)
    linen = materials.matt('shade', '#efe6d6', roughness=0.9)
    black = materials.matt('stand', '#2b2927', roughness=0.4)
    earth = materials.matt('earth', '#3d2f25', roughness=0.95)
    green = materials.leaf('leaf', ['#5c7a4c', '#6d8a58', '#4b6a42'], gloss=0.45, translucency=0.25)
    frame = materials.wood('frame', '#c49a6a', '#86603f', roughness=0.4)
    print_ = materials.paper('print', '#e9e4da')
    ochre = materials.matt('shape', '#c98f5b', roughness=0.9)
    sage = materials.matt('shape', '#8a9781', roughness=0.9)
    rug = materials.cloth('rug', '#ddd3c2', threads=2.0, contrast=0.2)

    shapes.planks('board', oak, (-60, 60), (-60, 14.2), width=1.9, thickness=0.4, gap=0.03, bevel=0.03, seed=4)
    shapes.plane('wall', (200, 90), wall, (0, 14.0, 40), (90, 0, 0))
    shapes.place(shapes.rounded_box('skirting', (200, 0.18, 1.1), white, 0.05), (0, 13.91, 0))
    mat = shapes.rounded_box('rug', (30, 17, 0.09), rug, 0.04, 2)
    shapes.place(mat, (0.6, 0.4, 0), (0, 0, 1.5))

    # Two prints on the wall, one of them above what stands in the middle.
    for x, z, w, h, kind in ((-7.8, 12.6, 5.0, 7.0, ochre), (-1.9, 12.6, 5.0, 7.0, sage)):
        shapes.place(shapes.rounded_box('frame', (w + 0.5, 0.3, h + 0.5), frame, 0.04), (x, 13.85, z - 0.25))
        shapes.place(shapes.rounded_box('print', (w, 0.06, h), print_, 0.01, 2), (x, 13.68, z))
        disc = shapes.podium('shape', 1.25, 0.05, kind, 0.01, 0.01)
        shapes.place(disc, (x + 0.2, 13.66, z + 4.3), (90, 0, 0))
        shapes.place(shapes.rounded_box('shape', (2.9, 0.04, 1.3), clay, 0.01, 2), (x - 0.1, 13.65, z + 1.0))

    # A tall plant in the corner at the right, a lamp at the left.
    plants.vase('pot', 'pot', clay, (13.2, 8.4, 0), 2.6)
    shapes.place(shapes.podium('earth', 1.5, 0.1, earth, 0.02), (13.2, 8.4, 2.75))
    for seed, lean, turn, reach in ((3, (-0.1, 0.16), 0.0, 12.0), (7, (0.12, -0.2), 1.2, 10.5), (11, (-0.2, -0.05), 2.2, 11.0), (19, (0.1, 0.3), 3.0, 8.5), (23, (0.25, 0.02), 4.2, 9.5)):
        plants.bough('plant', seed, (13.2, 8.4, 2.6), green, length=reach, lean=lean, turn=turn, leaves=18, leaf=2.5, width=0.46, bend=0.3, side_twigs=4)
    shapes.place(shapes.podium('lamp foot', 1.5, 0.2, black, 0.06), (-13.6, 10.2, 0))
    shapes.tube('lamp pole', [(-13.6, 10.2, 0.1), (-13.6, 10.2, 15.2)], 0.11, black, 16)
    profile = [(2.3, 14.4), (1.75, 17.4), (1.7, 17.4), (2.24, 14.4)]
    shapes.place(shapes.turned('lamp shade', profile, linen, 128), (-13.6, 10.2, 0))

    sun = (-0.74, -0.44, 0.56)
    s.sun(sun, level=1.25, angle=0.9, kelvin=4900, name='Sun through the window')
    s.gobo(gobos.window(width=30, height=36, columns=2, rows=3, bar=0.9, surround=260), sun, 70, (-0.5, 2.0, 3.5), roll=2)
    s.softbox((-46, -22, 24), (24, 30), level=0.55, target=(0, 4, 6), kelvin=6200, name='Sky through the window')
    s.softbox((40, -30, 22), (24, 24), group='rim', level=0.22, target=(0, 2, 4), kelvin=5200, name='Reflector')
    s.environment(0.45, 0.75, 1.0, level=0.85, kelvin=5800)
