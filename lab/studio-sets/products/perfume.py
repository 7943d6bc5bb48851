"""A perfume bottle: thick glass, amber liquid, a black cap with a gold collar."""

from kit import materials, shapes

from . import photo

INFO = photo.info('perfume', 'Perfume bottle', elevation=7, distance=5.0, aim=(0, 0, 1.0), samples=7)


def build(s):
    photo.corner(s, '#e6e3df')
    glass = materials.glass('glass', '#fbfcfb')
    amber = materials.glass('amber', '#e9a75c', ior=1.36)
    gold = materials.metal('gold', '#dcb06a', roughness=0.15)
    cap = materials.matt('cap', '#18171a', roughness=0.18, coat=0.6)
    # Dark, because cutting out takes a pale label for an opening to the backdrop.
    label = materials.matt('plate', '#1b1512', roughness=0.45)
    shapes.rounded_box('bottle', (1.3, 0.62, 1.42), glass, 0.09, 8)
    body = shapes.rounded_box('liquid', (1.08, 0.42, 1.0), amber, 0.06, 6)
    shapes.place(body, (0, 0, 0.16))
    shapes.place(shapes.turned('collar', shapes.fillet([(0, 0), (0.2, 0), (0.2, 0.1), (0, 0.1)], 0.02, 5), gold, 96), (0, 0, 1.42))
    shapes.place(shapes.turned('cap', shapes.fillet([(0, 0), (0.27, 0), (0.27, 0.52), (0, 0.52)], [0.02, 0.05], 8), cap, 128), (0, 0, 1.53))
    shapes.place(shapes.rounded_box('plate', (0.62, 0.02, 0.3), label, 0.008, 2), (0, -0.315, 0.6))
