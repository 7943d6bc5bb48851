"""A seamless paper sweep and nothing else: what a packshot is taken on."""

from kit import materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='plain-sweep',
    title='Plain paper sweep',
    stage=Stage(point=(0.0, 0, 0.0), max_width=3.8, max_height=2.9),
    views={
        'eye': View(elevation=5, distance=13.0, aim=(0, 0, 1.55), focal_mm=70),
        'above': View(elevation=25, distance=13.0, aim=(0, 0.3, 1.6), focal_mm=70),
        'high': View(elevation=45, distance=13.0, aim=(0, 1.9, 0), focal_mm=70),
        'steep': View(elevation=65, distance=13.0, aim=(0, 1.75, 0), focal_mm=70),
        'top': View(elevation=90, distance=13.0, aim=(0, 1.75, 0), focal_mm=70),
    },
    keywords={
        'worlds': ['studio', 'seamless'], 'materials': ['seamless paper'],
        'colors': ['white', 'light gray', 'gray'], 'mood': ['plain', 'minimal', 'clean'],
        'season': [], 'light': ['soft box', 'high key', 'studio light'],
    },
    tints={'sweep': '#e4e4e4'},
    floor_gloss=0.0, floor_roughness=0.9, white_level=0.95, samples=5,
)


def build(s):
    paper = materials.smooth_paper('sweep', '#e4e4e4', tint='sweep')
    # The bend is wide and begins close behind the stage, so that a low camera sees no horizon.
    shapes.sweep('sweep', paper, width=140, front=-45, back=22.0, height=70.0, radius=20.0)

    # The key is small: nothing but the product throws a shadow here, and the engine softens it up to eightfold.
    s.softbox((-19, -17, 22), (5, 5), group='key', level=0.62, target=(0, 4, 2), kelvin=5500, name='Key soft box')
    s.softbox((22, -18, 14), (14, 14), level=0.2, target=(0, 5, 2), kelvin=5500, name='Fill')
    # On the bend alone, so that the backdrop can be burnt out while the stage keeps its shadow; as composed, a fifth of it.
    s.softbox((0, 1, 24), (30, 4), group='rim', level=0.26, target=(0, 21, 6), kelvin=5500, weight=0.2, name='Backdrop light', spread=95)
    s.environment(0.85, 0.9, 1.0, level=0.28, kelvin=5500)
