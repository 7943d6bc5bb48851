"""The plain corner in which the sample products are photographed: a sheet of paper and lamps."""

from kit import materials, shapes
from kit.studio import Info, Stage, View


def info(name, title, elevation=9, distance=9.5, aim=(0, 0, 1.1), samples=20):
    return Info(
        id=name, title=title, stage=Stage(point=(0, 0, 0), max_width=3, max_height=3),
        views={'photo': View(elevation=elevation, distance=distance, aim=aim, focal_mm=70, f_stop=16)},
        keywords={}, white_level=0.9, samples=samples,
    )


def corner(s, colour='#e9e8e6'):
    """Paper sweep and lamps, for a product around the origin that stands on z = 0."""
    shapes.sweep('paper', materials.paper('paper', colour), back=6, radius=3.5)
    s.softbox((-5.5, -4.5, 7), (3, 3), group='key', level=0.9, target=(0, 0, 1), kelvin=5300, name='Soft box')
    s.softbox((6, -4, 4), (3, 5), level=0.35, target=(0, 0, 1), kelvin=5700, name='Reflector')
    s.softbox((0, 4, 8), (5, 2), group='rim', level=0.35, target=(0, 1, 1), kelvin=5500, name='Top light')
    s.environment(0.5, 0.7, 1.0, level=0.4, kelvin=5800, boxes=(((-0.8, -0.4, 0.45), 18, 2.0), ((0.9, -0.3, 0.3), 13, 1.6)))
