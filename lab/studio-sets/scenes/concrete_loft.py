"""Cast concrete, a steel rod and tall window light in a bare loft."""

from kit import gobos, materials, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='concrete-loft',
    title='Concrete loft',
    stage=Stage(point=(0.0, 0, 0.75), max_width=2.4, max_height=2.6),
    views={
        'eye': View(elevation=6, distance=13.4, aim=(0, 0, 1.9), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.8, aim=(0, 0.3, 1.3), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.8, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['loft', 'industrial', 'urban', 'architecture'], 'materials': ['concrete', 'steel', 'cement'],
        'colors': ['grey', 'gray', 'silver', 'neutral'], 'mood': ['modern', 'masculine', 'raw', 'minimal', 'cool'],
        'season': [], 'light': ['window', 'hard light', 'side light'],
    },
    tints={'wall': '#b3aea7', 'floor': '#a19c95', 'block': '#bcb7b0'},
    floor_gloss=0.15, floor_roughness=0.5,
)


def build(s):
    cast = materials.concrete('wall', '#b3aea7', tint='wall', scale=0.8)
    ground = materials.concrete('floor', '#a19c95', tint='floor', scale=0.6, roughness=0.5)
    block = materials.concrete('block', '#bcb7b0', tint='block', scale=1.6)
    steel = materials.metal('steel', '#8f9092', roughness=0.3, brushed=0.5)
    hole = materials.matt('hole', '#3c3a38', roughness=0.9)
    glaze = materials.matt('glaze', '#33312f', roughness=0.4, speckle=0.2)
    dry = materials.leaf('dry', ['#8a7a5f', '#a08d6c', '#75674f'], gloss=0.2, translucency=0.25)

    shapes.plane('floor', (80, 40), ground)
    for column in range(-4, 4):
        for row in range(3):
            x, z = 0.9 + column * 4.2, row * 5.4 - 1.2
            panel = shapes.rounded_box('panel', (4.17, 0.5, 5.37), cast, 0.02, 2)
            shapes.place(panel, (x + 2.1, 4.2, z))
            for dx in (1.0, 3.2):
                for dz in (1.1, 4.3):
                    dimple = shapes.podium('tie hole', 0.11, 0.02, hole, 0.005, 0.005)
                    shapes.place(dimple, (x + dx, 3.96, z + dz), (90, 0, 0))
    shapes.place(shapes.rounded_box('block', (3.5, 2.6, 0.75), block, 0.03), (0, 0.1, 0), (0, 0, 4))
    shapes.place(shapes.rounded_box('cube', (1.45, 1.45, 2.1), block, 0.03), (2.75, 1.5, 0), (0, 0, -14))
    shapes.place(shapes.rounded_box('tile', (1.2, 1.0, 0.32), block, 0.025), (-2.6, -0.35, 0), (0, 0, 18))
    shapes.tube('rod', [(-3.1, 3.4, 0), (-3.1, 3.4, 9)], 0.07, steel)
    shapes.place(shapes.sphere('ball', 0.36, steel), (-2.6, -0.35, 0.32 + 0.355))
    plants.vase('vase', 'bottle', glaze, (2.75, 1.5, 2.1), 0.8)
    plants.bough('twig', 5, (2.75, 1.5, 3.2), dry, length=2.2, lean=(-0.1, -0.25), leaves=14, leaf=0.35, width=0.4, side_twigs=4)

    sun = (-0.78, -0.55, 0.5)
    s.sun(sun, level=1.8, angle=1.0, kelvin=5100, name='Window light')
    s.gobo(gobos.window(width=5.6, height=9.5, columns=3, rows=5, bar=0.2), sun, 20, (0.2, 1.6, 1.9), roll=-2)
    s.softbox((-10, -4, 6), (5, 8), level=0.3, target=(0, 0, 1), kelvin=6400, name='Sky through the window')
    s.softbox((8, 1.5, 6), (1.5, 5), group='rim', level=0.3, target=(0, 1, 1), kelvin=5200, name='Edge light')
    s.environment(0.35, 0.6, 0.9, level=0.34, kelvin=6300)
