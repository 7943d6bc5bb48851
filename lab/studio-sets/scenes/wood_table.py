"""A plain wooden table before a plain wall in soft daylight, with nothing on it."""

from kit import gobos, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='wood-table',
    title='Wooden table',
    stage=Stage(point=(0.0, 0, 0.0), max_width=3.0, max_height=2.8),
    views={
        'eye': View(elevation=8, distance=13.0, aim=(0, 0, 1.25), focal_mm=70, f_stop=3.2),
        'above': View(elevation=25, distance=13.2, aim=(0, 0.6, 0.65), focal_mm=70, f_stop=4),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['wood table'], 'materials': ['wood', 'oak', 'plaster'],
        'colors': ['honey', 'brown', 'beige', 'ivory'], 'mood': ['natural', 'warm', 'minimal', 'calm', 'honest'],
        'season': [], 'light': ['soft sun', 'daylight', 'morning'],
    },
    tints={'wood': '#b59775', 'wall': '#e2ddd5'},
    floor_gloss=0.06, floor_roughness=0.55, white_level=0.88, samples=5,
)


def build(s):
    oak = materials.wood('oak', '#c6a683', '#8a694b', tint='wood', scale=1.25, roughness=0.54)
    wall = materials.plaster('wall', '#e2ddd5', tint='wall', relief=0.4, scale=0.8, mottle=0.04)

    shapes.planks('board', oak, (-24, 24), (-8.3, 3.0), width=1.35, gap=0.006, bevel=0.02, seed=23, spread=0.2)
    shapes.plane('wall', (90, 60), wall, (0, 6.6, 0), (90, 0, 0))

    sun = (-0.8, -0.62, 0.62)
    s.sun(sun, level=1.3, angle=6.0, kelvin=5000, name='Daylight')
    s.gobo(gobos.window(width=13.0, height=16.0, columns=1, rows=1, bar=0.24), sun, 22, (0.2, 1.6, -1.7), roll=4)
    s.softbox((-11, -4, 7), (6, 8), level=0.6, target=(0, 1, 0.5), kelvin=6000, name='Window sky')
    s.softbox((9, -5, 4), (6, 6), group='rim', level=0.16, target=(0, 0, 1), kelvin=5200, name='Reflector')
    s.environment(0.45, 0.75, 1.0, level=0.5, kelvin=5800)
