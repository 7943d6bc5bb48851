"""A white marble drum and a gold ring before a fluted wall in deep green."""

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='emerald-marble',
    title='Marble and gold on emerald',
    stage=Stage(point=(0.0, 0, 0.62), max_width=2.5, max_height=2.7),
    views={
        'eye': View(elevation=6, distance=13.0, aim=(0, 0, 1.85), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.4, aim=(0, 0.2, 1.25), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.4, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['podium', 'luxury', 'marble'], 'materials': ['marble', 'gold', 'plaster'],
        'colors': ['emerald', 'green', 'dark green', 'white', 'gold'], 'mood': ['luxurious', 'elegant', 'festive', 'rich', 'premium'],
        'season': ['winter', 'autumn'], 'light': ['soft box', 'studio', 'rim light'],
    },
    tints={'wall': '#1f4a3c', 'floor': '#1d4438', 'marble': '#f1efec'},
    floor_gloss=0.3, floor_roughness=0.18, white_level=0.72, samples=12,
)


def build(s):
    green = materials.matt('lacquer', '#1f4a3c', tint='wall', roughness=0.46)
    ground = materials.matt('ground', '#1d4438', tint='floor', roughness=0.3)
    white = materials.marble('marble', '#f1efec', '#83827f', tint='marble', scale=0.9)
    gold = materials.metal('gold', '#e0b36a', roughness=0.17)
    brushed = materials.metal('brass', '#d8aa62', roughness=0.26, brushed=0.6)

    shapes.plane('floor', (80, 40), ground)
    shapes.fluted_wall('flutes', green, 40, 16, pitch=0.5, depth=0.2, y=3.2)
    shapes.turned('drum', shapes.fillet([(0, 0), (1.85, 0), (1.85, 0.62), (0, 0.62)], [0.03, 0.06], 8), white, 256)
    shapes.place(shapes.turned('band', shapes.fillet([(1.84, 0), (1.9, 0), (1.9, 0.07), (1.84, 0.07)], 0.015, 5), brushed, 256), (0, 0, 0))
    hoop = shapes.ring('ring', 2.35, 0.1, gold, flatness=1.5)
    shapes.place(hoop, (0.45, 1.75, 2.43), (0, 0, -8))

    tall = shapes.podium('column', 0.72, 2.1, green, bevel=0.06)
    shapes.place(tall, (-2.75, 1.35, 0))
    shapes.place(shapes.sphere('ball', 0.46, white), (-2.75, 1.35, 2.1 + 0.455), (20, 50, 0))
    low = shapes.podium('step', 0.85, 0.42, white, bevel=0.05)
    shapes.place(low, (2.55, 0.35, 0), (0, 0, 70))
    shapes.place(shapes.sphere('pearl', 0.34, gold), (2.6, 0.3, 0.42 + 0.335))
    shapes.place(shapes.sphere('bead', 0.17, gold), (-2.0, -0.75, 0.165))
    shapes.place(shapes.sphere('bead', 0.11, gold), (-1.75, -1.1, 0.105))

    s.softbox((-6.5, -4.5, 7.5), (3.2, 3.2), group='key', level=1.25, target=(0, 0.5, 0.8), kelvin=5000, name='Key soft box')
    s.softbox((8, -5, 3.5), (3, 7), level=0.3, target=(0, 0, 1.2), kelvin=5800, name='Strip light')
    s.softbox((4.5, 2.6, 7.5), (4, 0.7), group='rim', level=0.75, target=(0.5, 1.0, 0.8), kelvin=4400, name='Back light')
    s.environment(0.25, 0.5, 0.9, level=0.3, kelvin=6000, boxes=(((-0.7, -0.6, 0.5), 22, 1.6), ((0.9, -0.5, 0.2), 14, 1.2)))
