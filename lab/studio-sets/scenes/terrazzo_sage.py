"""Terrazzo drums and stairs with arches in sage and cream, a bright soft key."""

from kit import gobos, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='terrazzo-sage',
    title='Terrazzo and sage',
    stage=Stage(point=(0.0, 0, 0.7), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=6, distance=13.2, aim=(0, 0, 1.85), focal_mm=70, f_stop=14),
        'above': View(elevation=24, distance=13.6, aim=(0, 0.3, 1.25), focal_mm=70, f_stop=14),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=14),
    },
    keywords={
        'worlds': ['terrazzo', 'podium', 'arch', 'geometric'], 'materials': ['terrazzo', 'plaster', 'brass'],
        'colors': ['sage', 'green', 'mint', 'cream', 'white'], 'mood': ['modern', 'fresh', 'design', 'friendly', 'clean'],
        'season': ['spring', 'summer'], 'light': ['soft box', 'soft sun', 'palm shadow'],
    },
    tints={'wall': '#bcc7b2', 'arch': '#e9e3d6', 'terrazzo': '#ece7de'},
    floor_gloss=0.2, floor_roughness=0.3, white_level=0.82, samples=7,
)


def build(s):
    wall = materials.plaster('wall', '#bcc7b2', tint='wall', relief=1.1)
    cream = materials.plaster('arch', '#e9e3d6', tint='arch', relief=0.9)
    stone = materials.terrazzo('terrazzo', '#ece7de', chips=('#c0826a', '#4e5f57', '#d9b48c', '#93a08d', '#8a8178'), tint='terrazzo', scale=1.25)
    brass = materials.metal('brass', '#d8b06a', roughness=0.22)

    shapes.plane('floor', (80, 40), wall)
    shapes.plane('back', (80, 30), wall, (0, 5.2, 10), (90, 0, 0))
    for width, height, y, x, material in ((5.4, 5.6, 3.9, 0.5, cream), (3.9, 4.7, 3.3, 0.5, wall), (2.5, 3.8, 2.7, 0.5, cream)):
        outline = shapes.arch_outline(width, height, base=-0.3)
        body = shapes.extruded('arch', [outline], 0.5, material, bevel=0.07)
        body.location = (x, y, 0)
    shapes.podium('drum', 1.75, 0.7, stone, bevel=0.05)
    for i in range(3):
        step = shapes.rounded_box('step', (1.5, 1.7 - 0.5 * i, 0.42), stone, 0.035)
        shapes.place(step, (-2.95, 0.9 + 0.25 * i, 0.42 * i))
    shapes.place(shapes.podium('column', 0.62, 1.7, stone, bevel=0.05), (2.75, 0.9, 0))
    shapes.place(shapes.sphere('ball', 0.5, cream), (2.75, 0.9, 1.7 + 0.495))
    hoop = shapes.ring('hoop', 0.62, 0.05, brass)
    shapes.place(hoop, (-2.95, 1.4, 1.26 + 0.66), (0, 0, 20))
    shapes.place(shapes.sphere('bead', 0.2, brass), (-2.0, -0.7, 0.198))

    sun = (-0.7, -0.6, 0.8)
    s.sun(sun, level=1.25, angle=2.0, kelvin=5100, name='Soft sun')
    s.gobo(gobos.palm(11, length=10, leaflets=24, leaf=3.4), sun, 9, (2.2, 3.0, 4.2), roll=205)
    s.softbox((8, -8, 6), (6, 6), level=0.34, target=(0, 0, 1), kelvin=5700, name='Fill')
    s.softbox((-6, 2.2, 7), (1, 3.5), group='rim', level=0.4, target=(0.5, 3, 2), kelvin=4900, name='Side light')
    s.environment(0.5, 0.75, 1.0, level=0.45, kelvin=5900)
