"""Brushed steel plates and a dark reflective floor, two strip lights."""

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='brushed-metal',
    title='Brushed metal',
    stage=Stage(point=(0.0, 0, 0.4), max_width=2.5, max_height=2.7),
    views={
        'eye': View(elevation=6, distance=13.2, aim=(0, 0, 1.8), focal_mm=70, f_stop=11),
        'above': View(elevation=23, distance=13.4, aim=(0, 0.3, 1.2), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['metal', 'technology', 'industrial', 'premium'], 'materials': ['steel', 'aluminium', 'metal'],
        'colors': ['silver', 'grey', 'anthracite'], 'mood': ['technical', 'masculine', 'precise', 'cool', 'premium'],
        'season': [], 'light': ['strip light', 'rim light', 'low key'],
    },
    tints={'wall': '#4a4d52'},
    floor_gloss=0.5, floor_roughness=0.2, white_level=0.62, samples=14,
)


def build(s):
    plate = materials.metal('plate', '#8e9299', roughness=0.34, brushed=0.8)
    disc = materials.metal('disc', '#b9bcc1', roughness=0.34, brushed=0.7)
    dark = materials.matt('wall', '#4a4d52', tint='wall', roughness=0.42)
    floor = materials.matt('floor', '#26282b', roughness=0.2)
    screw = materials.metal('screw', '#6f7276', roughness=0.25)
    shapes.plane('floor', (80, 40), floor)
    shapes.plane('wall', (80, 40), dark, (0, 5.6, 8), (90, 0, 0))
    for x, y, width, height, turn in ((-2.9, 3.2, 3.4, 5.6, 6), (0.9, 3.9, 3.6, 6.6, -2), (4.0, 2.9, 2.4, 4.4, -9)):
        shapes.place(shapes.rounded_box('plate', (width, 0.14, height), plate, 0.03), (x, y, 0), (0, 0, turn))
        for dx in (-0.42, 0.42):
            shapes.place(shapes.podium('screw', 0.07, 0.035, screw, 0.012, 0.002), (x + dx * width, y - 0.075, height - 0.28), (90, 0, turn))
    shapes.turned('disc', shapes.fillet([(0, 0), (1.75, 0), (1.75, 0.4), (0, 0.4)], [0.02, 0.045], 8), disc, 256)
    shapes.turned('base', shapes.fillet([(0, 0), (2.1, 0), (2.1, 0.12), (0, 0.12)], [0.01, 0.03], 8), dark, 256)
    shapes.place(shapes.rounded_box('cube', (1.15, 1.15, 1.15), dark, 0.04), (2.75, 0.9, 0), (0, 0, 24))
    shapes.place(shapes.sphere('ball', 0.38, screw), (-2.45, 0.3, 0.378))

    s.softbox((-6.5, -2.5, 5.5), (0.9, 6), group='key', level=1.0, target=(0, 0.5, 1), kelvin=5400, name='Key strip')
    s.softbox((7, -4, 4.5), (1.2, 6), level=0.35, target=(0, 0.5, 1), kelvin=6200, name='Second strip')
    s.softbox((0, 4.7, 8), (8, 0.8), group='rim', level=0.5, target=(0, 5.6, 2), kelvin=6500, name='Wall wash')
    s.environment(0.2, 0.45, 0.8, level=0.28, kelvin=6600, boxes=(((-0.9, -0.3, 0.25), 16, 1.6), ((0.9, -0.4, 0.3), 12, 1.2), ((0, -0.8, 0.7), 14, 0.8)))
