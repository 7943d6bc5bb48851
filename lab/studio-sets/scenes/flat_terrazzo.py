"""Terrazzo from straight above: sun through a palm, a glazed dish and a travertine block at the rim."""

from kit import flat, gobos, materials, shapes

INFO = flat.info(
    'flat-terrazzo', 'Terrazzo from above',
    keywords={
        'worlds': ['terrazzo', 'mediterranean', 'props'], 'materials': ['terrazzo', 'stone', 'ceramic'],
        'colors': ['cream', 'terracotta', 'sage'], 'mood': ['modern', 'fresh', 'friendly', 'playful'],
        'season': ['spring', 'summer'], 'light': ['sun', 'palm shadow', 'bright'],
    },
    tints={'terrazzo': '#e9e4dc'}, floor_gloss=0.14, floor_roughness=0.38, white_level=0.88, samples=4,
)


def build(s):
    ground = materials.terrazzo('slab', '#e9e4dc', tint='terrazzo', scale=1.15)
    sage = materials.matt('glaze', '#98a68f', roughness=0.36, speckle=0.25)
    block = materials.plaster('block', '#d8c4a8', relief=1.2, scale=2.4, mottle=0.16)

    shapes.plane('slab', (40, 40), ground, (0, 0, 0), (0, 0, 22))
    flat.plate('dish', sage, (-2.3, -2.05), 0.95)
    shapes.place(shapes.rounded_box('block', (1.5, 1.5, 0.55), block, 0.05, 4), (2.75, 2.35, 0), (0, 0, 17))
    shapes.place(shapes.podium('disc', 0.42, 0.3, sage, bevel=0.05), (1.6, 2.62, 0))

    sun = (-0.6, 0.55, 0.64)
    s.sun(sun, level=1.5, angle=1.1, kelvin=5000, name='Sun')
    s.gobo(gobos.palm(2, length=8, leaflets=20, leaf=2.6, droop=0.28), sun, 11, (-3.9, 3.4, 0), roll=330)
    s.softbox((-9, 8, 10), (8, 9), level=0.42, target=(0, 0, 0), kelvin=5900, name='Sky')
    s.softbox((10, -5, 8), (7, 7), group='rim', level=0.14, target=(0, 0, 0), kelvin=5300, name='Reflector')
    s.environment(0.6, 0.8, 1.0, level=0.48, kelvin=5700)
