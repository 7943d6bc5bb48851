"""Materials of the things and a palette of colors with everyday names.

Simpler than those of the studio sets: each render has a few seconds, and a phone's noise covers fine detail.
"""

from kit import materials
from kit.graph import Surface
from kit.materials import linear, shade

PALETTE = {
    'white': '#f1f0ed', 'black': '#151517', 'gray': '#8b8c8e', 'charcoal': '#3a3b3d', 'red': '#b81d28', 'burgundy': '#6d1a2d',
    'orange': '#e8741c', 'terracotta': '#b95f40', 'yellow': '#ecc62a', 'mustard': '#c99a24', 'cream': '#efe5cd', 'beige': '#d8c5a3',
    'tan': '#bf9a6a', 'brown': '#6f4529', 'dark brown': '#3f291a', 'olive': '#6f7035', 'green': '#2f8440', 'forest green': '#22563a',
    'mint': '#a5dcc3', 'sage': '#9caf88', 'teal': '#17777b', 'turquoise': '#35bdb5', 'sky blue': '#84bfe2', 'blue': '#2460b8',
    'navy': '#1e2c4f', 'denim': '#3f5b80', 'purple': '#67329a', 'lavender': '#b6a6d8', 'pink': '#eb96b2', 'rose': '#d67c90',
    'silver': '#c9cacc', 'gold': '#d6a85c', 'copper': '#b9724a', 'brass': '#b9974b', 'rose gold': '#d3a08c',
}


def _map_range(low, high):
    return materials.gloss_range(low, high)


def solid(name, color, roughness=0.4, coat=0.0, relief=0.0, grain=30.0):
    """Plastic; lacquer or glazed ceramic with a low roughness and a coat; rubber with a high roughness."""
    s = Surface(name)
    base = linear(color)
    at = s.coords()
    cloud = s.noise(at, 1.6, 1)
    tone = s.mix(s.map(cloud, 0.3, 0.7), shade(base, 0.96), shade(base, 1.03))
    inputs = {'Normal': s.bump(s.noise(at, grain, 1, 0.6), relief, 0.02)} if relief else {}
    rough = s.map(cloud, 0.3, 0.7, *_map_range(max(0.03, roughness - 0.05), roughness + 0.05))
    shader = s.principled(Base_Color=tone, Roughness=rough, Specular=0.5, Clearcoat=coat, Clearcoat_Roughness=0.08, **inputs)
    return s.finish(shader, bounce=base)


def speckled(name, color, dots='#3b3027', share=0.6, roughness=0.3):
    """Enamel or stoneware with dots."""
    s = Surface(name)
    base = linear(color)
    at = s.coords()
    spots = s.map(s.noise(at, 22, 2, 0.6), 0.64, 0.68)
    tone = s.mix(s.math('MULTIPLY', spots, share), base, linear(dots))
    return s.finish(s.principled(Base_Color=tone, Roughness=roughness, Specular=0.5), bounce=base)


def leather(name, color, roughness=0.5, scale=9.0):
    s = Surface(name)
    base = linear(color)
    at = s.coords()
    grain = s.add('TexVoronoi', {'feature': 'DISTANCE_TO_EDGE'}, Vector=s.warp(at, 4, 0.05), Scale=scale * 4, Randomness=1.0)
    cloud = s.noise(at, 1.4, 1, 0.6)
    tone = s.mix(s.map(cloud, 0.3, 0.7), shade(base, 0.86), shade(base, 1.08))
    shader = s.principled(Base_Color=tone, Roughness=roughness, Specular=0.4, Normal=s.bump(s.map(grain, 0, 0.12), 0.25, 0.015))
    return s.finish(shader, bounce=base)


def fabric(name, color, threads=30.0, relief=0.35, stripe=None, pitch=3.0, axis='X'):
    """Plain weave; `stripe` a second color in bands along one axis of the object."""
    s = Surface(name)
    base = linear(color)
    at = s.coords()
    fine = s.noise(s.stretch(at, (threads, threads * 0.35, threads)), 1.0, 1, 0.7)
    tone = s.mix(s.map(fine, 0.3, 0.7), shade(base, 0.82), shade(base, 1.06))
    if stripe:
        parts = s.add('SeparateXYZ', out=None, Vector=at)
        band = s.math('LESS_THAN', s.math('FRACT', s.math('MULTIPLY', parts.outputs[axis], pitch)), 0.5)
        tone = s.mix(band, tone, s.mix(s.map(fine, 0.3, 0.7), shade(linear(stripe), 0.82), shade(linear(stripe), 1.06)))
    shader = s.principled(Base_Color=tone, Roughness=0.92, Specular=0.15, Sheen=0.3, Normal=s.bump(fine, relief, 0.02))
    return s.finish(shader, bounce=base)


def metal(name, color, roughness=0.22):
    s = Surface(name)
    base = linear(color)
    smudge = s.noise(s.coords(), 2.2, 2)
    low, high = _map_range(roughness * 0.8, roughness * 1.25)
    return s.finish(s.principled(Base_Color=base, Metallic=1.0, Roughness=s.map(smudge, 0.3, 0.7, low, high)))


def wood(name, light='#b98a5c', dark='#6f4727', roughness=0.42, axis='X'):
    """Fibers along one axis of the object, with few octaves of noise."""
    s = Surface(name)
    stretch = {'X': (0.35, 7, 7), 'Y': (7, 0.35, 7), 'Z': (7, 7, 0.35)}[axis]
    at = s.stretch(s.coords(), stretch)
    fiber = s.noise(at, 1.0, 3, 0.65)
    broad = s.noise(s.stretch(at, (0.3,) * 3), 1.0, 1)
    tone = s.mix(s.map(s.math('ADD', s.math('MULTIPLY', fiber, 0.6), s.math('MULTIPLY', broad, 0.4)), 0.35, 0.65), linear(light), linear(dark))
    return s.finish(s.principled(Base_Color=tone, Roughness=roughness, Specular=0.4), bounce=shade(linear(light), 0.8))


def glass(name, color='#f8fcfb', roughness=0.0, ior=1.46):
    """Clear glass that lets light fall through into its shadow (there are no caustics)."""
    s = Surface(name)
    tone = linear(color)
    shader = s.principled(Base_Color=tone, Transmission=1.0, IOR=ior, Roughness=roughness, Specular=0.5)
    path = s.add('LightPath', out=None)
    passes = s.math('MAXIMUM', path.outputs['Is Shadow Ray'], path.outputs['Is Diffuse Ray'])
    clear = s.map(s.add('LayerWeight', out='Facing', Blend=0.35), 0, 1, 0.95, 0.55)
    blend = s.add('MixShader', out=None)
    through = s.mix(1.0, tone, s.add('CombineColor', Red=clear, Green=clear, Blue=clear), 'MULTIPLY')
    for socket, value in zip(blend.inputs, (passes, shader, s.add('BsdfTransparent', Color=through))):
        s._feed(socket, value)
    return s.finish(blend.outputs[0])


def hair(name, color):
    s = Surface(name)
    base = linear(color)
    own = s.add('HairInfo', out='Random')
    tone = s.mix(own, shade(base, 0.75), shade(base, 1.12))
    return s.finish(s.principled(Base_Color=tone, Roughness=0.7, Specular=0.2), bounce=base)


def printed(name, color):
    s = Surface(name)
    return s.finish(s.principled(Base_Color=linear(color), Roughness=0.5, Specular=0.3))
