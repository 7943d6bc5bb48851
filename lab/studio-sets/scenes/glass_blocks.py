"""Frosted and clear glass blocks before a luminous gradient."""

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='glass-blocks',
    title='Glass blocks',
    stage=Stage(point=(0.0, 0, 0.5), max_width=2.4, max_height=2.6),
    views={
        'eye': View(elevation=7, distance=13.2, aim=(0, 0, 1.8), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.4, aim=(0, 0.3, 1.2), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['glass', 'beauty', 'laboratory', 'minimal'], 'materials': ['glass', 'acrylic', 'frosted glass'],
        'colors': ['lilac', 'lavender', 'violet', 'peach', 'transparent'], 'mood': ['pure', 'modern', 'light', 'airy', 'scientific'],
        'season': [], 'light': ['back light', 'soft box', 'glow'],
    },
    tints={'sweep': '#d8d0e6', 'disc': '#efeaf6'},
    floor_gloss=0.3, floor_roughness=0.2, white_level=0.86, samples=10,
)


def build(s):
    sweep = materials.matt('sweep', '#d8d0e6', tint='sweep', roughness=0.4)
    frosted = materials.glass('frosted', '#eef2fb', roughness=0.4, ior=1.45)
    acrylic = materials.matt('acrylic', '#efeaf6', tint='disc', roughness=0.4, coat=0.3)
    clear = materials.glass('clear', '#eaf4f6', roughness=0.015, ior=1.47)
    lilac = materials.glass('lilac', '#e2d4f8', roughness=0.12, ior=1.45)
    peach = materials.glass('peach', '#ffe2d2', roughness=0.12, ior=1.45)
    shapes.sweep('sweep', sweep, back=7, radius=4)
    shapes.podium('disc', 1.7, 0.5, acrylic, bevel=0.07)
    for size, location, turn, material in (
        ((1.3, 1.3, 2.4), (-2.7, 1.5, 0), 16, frosted), ((1.1, 1.1, 1.1), (-1.95, 2.6, 0), -24, peach),
        ((1.25, 1.25, 1.6), (2.65, 1.2, 0), -18, lilac), ((0.8, 0.8, 3.2), (1.8, 2.9, 0), 10, clear),
        ((0.85, 0.85, 0.85), (2.55, -0.45, 0), 30, clear), ((0.6, 0.6, 0.6), (-2.35, -0.5, 0), 12, lilac),
    ):
        shapes.place(shapes.rounded_box('block', size, material, 0.06, 5), location, (0, 0, turn))
    shapes.place(shapes.sphere('ball', 0.42, clear), (2.65, 1.2, 1.6 + 0.42))
    shapes.place(shapes.sphere('ball', 0.3, peach), (-2.7, 0.2, 0.3))

    s.softbox((-6, -4, 7), (2.6, 2.6), group='key', level=1.0, target=(0, 0.4, 0.8), kelvin=5300, name='Key soft box')
    s.softbox((7, -6, 5), (5, 6), level=0.32, target=(0, 0, 1), kelvin=5900, name='Fill')
    s.softbox((0.5, 3.4, 1.7), (5, 1.0), group='rim', level=0.45, target=(0.5, 7, 2.3), kelvin=4700, name='Glow on the backdrop')
    s.environment(0.6, 0.8, 1.0, level=0.45, kelvin=6300, boxes=(((-0.8, -0.3, 0.5), 18, 1.4), ((0.8, 0.2, 0.4), 12, 1.2)))
