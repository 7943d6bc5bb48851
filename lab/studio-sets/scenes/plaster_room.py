"""A bare room in warm plaster: a microcement floor, a round-headed doorway, late sun across the wall."""

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

SCALE = 'room'

INFO = Info(
    id='plaster-room',
    title='Plaster room in late sun',
    stage=Stage(point=(-1.0, 0, 0.0), max_width=17.0, max_height=10.0),
    views={'eye': View(elevation=8, distance=68, aim=(0, 2, 7.6), focal_mm=70)},
    keywords={
        'worlds': ['furniture room', 'living room', 'home', 'arch', 'mediterranean'], 'materials': ['plaster', 'cement'],
        'colors': ['beige', 'sand', 'terracotta', 'cream'], 'mood': ['warm', 'calm', 'minimal', 'elegant', 'modern'],
        'season': ['summer', 'autumn'], 'light': ['golden hour', 'soft sun', 'side light', 'afternoon'],
    },
    tints={'wall': '#d9c2aa', 'floor': '#c5b5a2'},
    floor_gloss=0.1, floor_roughness=0.5, white_level=0.8, samples=4,
)


def build(s):
    wall = materials.plaster('wall', '#d9c2aa', tint='wall', relief=1.6, scale=0.22, mottle=0.07)
    inner = materials.plaster('inner', '#cdb297', tint='wall', relief=1.2, scale=0.25, mottle=0.06)
    floor = materials.concrete('floor', '#c5b5a2', tint='floor', scale=0.13, roughness=0.5)
    clay = materials.matt('jar', '#b07a58', roughness=0.8, speckle=0.2)
    pale = materials.matt('jar', '#e6d8c4', roughness=0.8, speckle=0.2)
    dry = materials.leaf('dry', ['#c7a878', '#b3905f', '#d6bd92'], gloss=0.2, translucency=0.3)

    shapes.plane('floor', (240, 240), floor)
    outer = [(-90, -1), (90, -1), (90, 70), (-90, 70)]
    hole = [(x + 11.2, z) for x, z in shapes.arch_outline(8.4, 20.0, base=-0.5)]
    front = shapes.extruded('wall', [outer, hole], 3.2, wall, bevel=0.14)
    front.location = (0, 14 + 1.6, 0)
    shapes.plane('inside', (120, 80), inner, (10, 27, 20), (90, 0, 0))
    shapes.place(shapes.rounded_box('bench', (9, 4.2, 3.6), wall, 0.3, 6), (-16.4, 11.7, 0))
    plants.vase('jar', 'bottle', clay, (-14.6, 11.2, 3.6), 2.4)
    plants.vase('jar', 'bowl', pale, (-17.4, 10.9, 3.6), 1.9)
    plants.vase('jar', 'jug', pale, (14.4, 11.6, 0), 4.0)
    for seed, lean, turn, reach in ((4, (-0.1, 0.2), 0.0, 9.0), (8, (0.15, -0.12), 1.4, 8.0), (15, (-0.18, 0.02), 2.6, 8.4)):
        plants.bough('grass', seed, (14.4, 11.6, 5.6), dry, length=reach, lean=lean, turn=turn, leaves=26, leaf=1.7, width=0.2, bend=0.4, side_twigs=5)

    sun = (0.78, -0.5, 0.42)
    s.sun(sun, level=1.35, angle=0.9, kelvin=4300, name='Late sun')
    s.gobo(gobos.arch_window(width=19, height=34, surround=260), sun, 60, (-1.6, 6, 5.2), roll=-3)
    s.gobo(gobos.branch(12, length=36, leaves=30, leaf=5.2, width=0.34, side_twigs=7), sun, 34, (-8.5, 14, 16), roll=20)
    s.softbox((44, -26, 26), (24, 30), level=0.42, target=(0, 4, 6), kelvin=5600, name='Sky')
    s.softbox((11.2, 22, 30), (10, 8), group='fill', level=0.6, target=(11.2, 27, 8), kelvin=5600, name='Sky')
    s.softbox((-40, -30, 22), (26, 26), group='rim', level=0.16, target=(0, 2, 4), kelvin=5000, name='Reflector')
    s.environment(0.5, 0.75, 1.0, level=0.8, kelvin=5600)
