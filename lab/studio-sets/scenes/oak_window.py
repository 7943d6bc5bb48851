"""An oak table in front of a warm wall, morning sun through a window and an olive tree."""

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='oak-window',
    title='Oak table in morning sun',
    stage=Stage(point=(0.0, 0, 0.0), max_width=3.0, max_height=2.8),
    views={
        'eye': View(elevation=8, distance=13.0, aim=(0, 0, 1.25), focal_mm=70, f_stop=8),
        'above': View(elevation=25, distance=13.2, aim=(0, 0.6, 0.65), focal_mm=70, f_stop=10),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=10),
    },
    keywords={
        'worlds': ['wood table', 'kitchen', 'home', 'window'], 'materials': ['oak', 'wood', 'plaster', 'stoneware'],
        'colors': ['honey', 'brown', 'cream', 'beige', 'olive'], 'mood': ['natural', 'homely', 'fresh', 'honest', 'warm'],
        'season': ['spring', 'summer'], 'light': ['sun', 'window', 'leaf shadows', 'morning'],
    },
    tints={'wall': '#e9e0d3', 'table': '#b8946b'},
    floor_gloss=0.12, floor_roughness=0.42,
)


def build(s):
    oak = materials.wood('oak', '#c8a277', '#86603f', tint='table', roughness=0.44)
    wall = materials.plaster('wall', '#e9e0d3', tint='wall', relief=0.7)
    white = materials.matt('stoneware', '#ece6da', roughness=0.5, speckle=0.5)
    sage = materials.matt('glaze', '#8d927c', roughness=0.32, speckle=0.3)
    olive = materials.leaf('olive', ['#7c8a5a', '#93a070', '#66754a'], gloss=0.5, translucency=0.3)

    shapes.planks('board', oak, (-18, 18), (-7.5, 3.2), width=1.75, seed=5)
    shapes.plane('wall', (80, 40), wall, (0, 5.0, 0), (90, 0, 0))

    plants.vase('jug', 'jug', white, (2.75, 1.35, 0), 1.05)
    plants.bough('bough', 8, (2.75, 1.35, 1.2), olive, length=3.6, lean=(-0.1, 0.32), leaves=24, leaf=0.72, width=0.26, bend=0.5, side_twigs=5)
    plants.bough('bough', 15, (2.75, 1.35, 1.2), olive, length=3.0, lean=(0.25, -0.25), turn=1.4, leaves=20, leaf=0.66, width=0.26, side_twigs=4)
    plants.bough('bough', 21, (2.72, 1.3, 1.2), olive, length=2.6, lean=(-0.3, 0.7), turn=0.3, leaves=16, leaf=0.6, width=0.26, side_twigs=3)
    plants.vase('bowl', 'bowl', sage, (-2.75, 1.3, 0), 1.1)
    plants.vase('bowl', 'bowl', white, (-2.75, 1.3, 0.2), 1.0)
    plants.vase('bottle', 'bottle', sage, (-3.6, 2.3, 0), 1.25)

    sun = (-0.8, -0.5, 0.56)
    s.sun(sun, level=1.6, angle=1.1, kelvin=4700, name='Morning sun')
    s.gobo(gobos.window(width=9.5, height=7.6, columns=3, rows=3, bar=0.24), sun, 19, (0.6, 2.2, 1.35), roll=3)
    s.gobo(gobos.branch(12, length=9, leaves=30, leaf=1.15, width=0.34, side_twigs=7), sun, 8, (0.6, 4.6, 3.2), roll=175)
    s.softbox((-12, -3, 7), (6, 8), level=0.4, target=(0, 0, 0.5), kelvin=6200, name='Window sky')
    s.softbox((9, -5, 4), (6, 6), group='rim', level=0.14, target=(0, 0, 1), kelvin=5000, name='Reflector')
    s.environment(0.4, 0.7, 1.0, level=0.5, kelvin=5800)
