"""A rail of wooden pegs on a white wall; what hangs there is held by the one in the middle."""

from kit import gobos, hangers, materials, plants, shapes
from kit.studio import Info, Stage, View

HANGS = True
RAIL = 12.2

INFO = Info(
    id='wall-hook',
    title='Wall hook on a white wall',
    # On the peg's neck, behind its knob.
    stage=Stage(point=(0.0, -0.62, RAIL + 0.14), max_width=5.4, max_height=7.4),
    views={'eye': View(elevation=2, distance=25.5, aim=(0, 0, 7.6), focal_mm=70)},
    keywords={
        'worlds': ['wall hook', 'home', 'window', 'props'], 'materials': ['plaster', 'oak', 'wood'],
        'colors': ['white', 'cream', 'honey'], 'mood': ['natural', 'homely', 'calm', 'minimal', 'scandinavian'],
        'season': ['spring', 'summer'], 'light': ['soft sun', 'window', 'leaf shadows', 'morning'],
    },
    tints={'wall': '#f0eee9'},
    floor_gloss=0.0, floor_roughness=0.9, white_level=0.86, samples=5,
)


def build(s):
    wall = materials.plaster('wall', '#f0eee9', tint='wall', relief=0.6, scale=0.8, mottle=0.03)
    oak = materials.wood('oak', '#c8a277', '#86603f', roughness=0.44)
    dry = materials.leaf('eucalyptus', ['#8b9a84', '#a0ab93', '#77876f'], gloss=0.25, translucency=0.25)
    string = materials.matt('string', '#b79f7c', roughness=0.9)

    shapes.plane('wall', (120, 90), wall, (0, 0, 20), (90, 0, 0))
    board = shapes.rounded_box('board', (44, 0.24, 0.95), oak, 0.035)
    shapes.place(board, (0.7, -0.12, RAIL - 0.475))
    for x in (-8.4, -4.2, 0, 4.2, 8.4):
        hangers.peg('peg', oak, (x, -0.22, RAIL - 0.02), 0.92, 0.21)
    # A dried bunch on the peg at the left, head down.
    shapes.tube('string', [(-4.2, -0.6, RAIL + 0.12), (-4.12, -0.58, RAIL - 0.5), (-4.15, -0.5, RAIL - 0.95)], 0.03, string)
    for seed, lean, reach in ((5, 0.0, 4.2), (9, 0.16, 3.6), (14, -0.17, 3.8), (21, 0.07, 3.2)):
        twig = plants.bough('bunch', seed, (0, 0, 0), dry, length=reach, lean=(0.05, lean), leaves=18, leaf=0.62, width=0.42, side_twigs=3)
        shapes.place(twig, (-4.15, -0.5, RAIL - 0.85), (180, 0, 0))

    sun = (-0.66, -0.55, 0.52)
    s.sun(sun, level=1.15, angle=2.4, kelvin=4900, name='Morning sun')
    s.gobo(gobos.window(width=12, height=15, columns=2, rows=3, bar=0.34), sun, 26, (1.2, 0, 8.2), roll=4)
    s.gobo(gobos.branch(12, length=8, leaves=20, leaf=1.3, width=0.36, side_twigs=4), sun, 6.5, (5.0, 0, 9.2), roll=170)
    s.softbox((-14, -15, 16), (8, 8), level=0.34, target=(0, 0, 8), kelvin=6000, name='Window sky')
    s.softbox((15, -14, 9), (8, 8), group='rim', level=0.14, target=(0, 0, 8), kelvin=5200, name='Reflector')
    s.environment(0.6, 0.8, 1.0, level=0.42, kelvin=5800)
