"""A clothes rail with a wooden hanger before a white wall, in soft sun through a window."""

from kit import gobos, hangers, materials, shapes
from kit.studio import Info, Stage, View

HANGS = True

INFO = Info(
    id='clothes-rail',
    title='Clothes rail before a white wall',
    # The neck of the hanger: a collar covers it, and the hook shows above.
    stage=Stage(point=(0.0, -0.1, 16.56), max_width=5.5, max_height=7.75),
    views={'eye': View(elevation=2, distance=26, aim=(0, 0, 11.75), focal_mm=70)},
    keywords={
        'worlds': ['clothes rail', 'hanger', 'boutique', 'home', 'window'], 'materials': ['plaster', 'wood'],
        'colors': ['white', 'ivory', 'light gray'], 'mood': ['minimal', 'clean', 'natural', 'calm', 'modern'],
        'season': ['spring', 'summer'], 'light': ['window', 'soft sun', 'morning'],
    },
    tints={'wall': '#efede9'},
    floor_gloss=0.0, floor_roughness=0.9, white_level=0.86, samples=5,
)


def build(s):
    wall = materials.plaster('wall', '#efede9', tint='wall', relief=0.35, scale=0.7, mottle=0.02)
    wood = materials.wood('beech', '#c99a68', '#8f6238', roughness=0.4)
    steel = materials.metal('steel', '#c9c8c4', roughness=0.2)
    black = materials.matt('rail', '#2a2827', roughness=0.42)

    shapes.plane('wall', (120, 90), wall, (0, 1.9, 20), (90, 0, 0))
    rail = 17.28
    shapes.tube('rail', [(-30, 0, rail), (30, 0, rail)], 0.14, black, 24)
    for x in (-5.75, 5.75):
        shapes.tube('rod', [(x, 0, rail), (x, 0, 40)], 0.07, black, 16)
        shapes.tube('ring', [(x - 0.12, 0, rail), (x + 0.12, 0, rail)], 0.2, black, 24)
    hangers.hanger('hanger', wood, steel, (0, 0, rail))
    hangers.hanger('hanger', wood, steel, (4.3, 0, rail), 74)
    hangers.hanger('hanger', wood, steel, (4.95, 0, rail), 80)
    hangers.hanger('hanger', wood, steel, (-4.8, 0, rail), -76)

    sun = (-0.6, -0.66, 0.46)
    s.sun(sun, level=0.95, angle=3.0, kelvin=5200, name='Window sun')
    s.gobo(gobos.window(width=14, height=16, columns=2, rows=3, bar=0.42), sun, 30, (0.5, 1.9, 12.4), roll=4)
    s.softbox((-15, -16, 22), (8, 8), level=0.34, target=(0, 0, 12), kelvin=5900, name='Window sky')
    s.softbox((16, -18, 14), (10, 10), group='rim', level=0.16, target=(0, 0, 11), kelvin=5400, name='Reflector')
    s.environment(0.7, 0.85, 1.0, level=0.48, kelvin=5800)
