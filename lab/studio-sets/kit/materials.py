"""Procedural materials. Colors are sRGB hex strings. `tint` names the mask layer that lets the engine recolor the
material.
"""

import math

from .graph import Surface


def linear(hex_colour):
    """'#rrggbb' to linear RGB."""
    channels = [int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def shade(rgb, factor):
    return tuple(min(1.0, c * factor) for c in rgb)


def _tint(s, tint, factor=1.0):
    if tint:
        s.tintable(tint, factor)


# Below this roughness (its square is 0.075), Cycles' feature passes treat a lobe as a mirror.
MIRROR_ROUGHNESS = 0.274


def gloss_range(low, high):
    """`low`, `high` moved to one side of MIRROR_ROUGHNESS: a surface on both sides gets contour lines when denoised."""
    if not low < MIRROR_ROUGHNESS < high:
        return low, high
    if low + high >= 2 * MIRROR_ROUGHNESS:
        return MIRROR_ROUGHNESS + 0.01, high + MIRROR_ROUGHNESS + 0.01 - low
    return low - high + MIRROR_ROUGHNESS - 0.01, MIRROR_ROUGHNESS - 0.01


def plaster(name, colour, tint=None, relief=1.0, scale=1.0, roughness=0.85, mottle=0.06):
    """Hand-trowelled, matt wall plaster or painted board; `relief` 0 is smooth paint."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    warped = s.warp(at, 0.8 * scale, 0.6)
    cloud = s.noise(warped, 0.55 * scale, 6, 0.6)
    grain = s.noise(at, 38 * scale, 3, 0.6)
    trowel = s.noise(s.stretch(warped, (1, 1, 2.2)), 1.7 * scale, 5, 0.55)
    tone = s.mix(s.map(cloud, 0.3, 0.7), shade(base, 1 - mottle), shade(base, 1 + mottle))
    height = s.math('ADD', s.math('MULTIPLY', trowel, 0.8 * relief), s.math('MULTIPLY', grain, 0.1))
    shader = s.principled(
        Base_Color=tone, Roughness=s.map(cloud, 0.3, 0.7, roughness - 0.06, roughness + 0.06), Specular=0.3,
        Normal=s.bump(height, 0.35, 0.09),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=base)


def matt(name, colour, tint=None, roughness=0.55, speckle=0.0, coat=0.0):
    """Painted or powder-coated solid; `speckle` adds the dots of stoneware."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    cloud = s.noise(at, 1.3, 5)
    tone = s.mix(s.map(cloud, 0.3, 0.7), shade(base, 0.97), shade(base, 1.03))
    if speckle:
        dots = s.map(s.noise(at, 26, 2, 0.6), 0.66, 0.7)
        tone = s.mix(s.math('MULTIPLY', dots, speckle), tone, shade(base, 0.3))
    fine = s.noise(at, 60, 3, 0.65)
    rough = s.map(s.noise(at, 3.1, 6, 0.65), 0.3, 0.7, *gloss_range(roughness - 0.07, roughness + 0.07))
    shader = s.principled(
        Base_Color=tone, Roughness=rough, Specular=0.4, Clearcoat=coat, Clearcoat_Roughness=0.12,
        Normal=s.bump(fine, 0.12, 0.02),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=base)


def marble(name, base='#efece8', vein='#8d8a88', tint=None, scale=1.0, roughness=0.16, gold=None):
    """Polished marble: warped ridges of two sizes over clouds; `gold` colours a few thin veins."""
    s = Surface(name)
    light, dark = linear(base), linear(vein)
    at = s.stretch(s.coords(), (scale,) * 3, (0.4, 0.6, 0.5))
    flow = s.warp(s.warp(at, 0.7, 1.5, 4), 2.4, 0.28, 5)

    def veins(vector, frequency, width):
        ridge = s.math('ABSOLUTE', s.math('SUBTRACT', s.noise(vector, frequency, 2, 0.45), 0.5))
        return s.map(ridge, 0.0, width, 1.0, 0.0, smooth=True)

    presence = s.map(s.noise(at, 0.9, 3), 0.42, 0.64, smooth=True)
    large = s.math('MULTIPLY', veins(s.stretch(flow, (1, 1, 0.55)), 0.75, 0.022), presence)
    halo = s.math('MULTIPLY', veins(s.stretch(flow, (1, 1, 0.55)), 0.75, 0.16), presence)
    small = s.math('MULTIPLY', veins(flow, 2.6, 0.012), s.map(s.noise(at, 1.6, 2), 0.5, 0.7))
    cloud = s.map(s.noise(flow, 1.1, 7, 0.6), 0.32, 0.72)
    tone = s.mix(cloud, light, shade(light, 0.9))
    tone = s.mix(s.math('MULTIPLY', halo, 0.3), tone, dark)
    tone = s.mix(s.math('MULTIPLY', large, 0.75), tone, dark)
    tone = s.mix(s.math('MULTIPLY', small, 0.45), tone, dark)
    metal = 0.0
    if gold:
        thread = s.math('MULTIPLY', veins(s.stretch(flow, (1, 1, 1), location=(7, 3, 1)), 0.9, 0.008), presence)
        tone = s.mix(thread, tone, linear(gold))
        metal = thread
    smudge = s.noise(s.coords(), 2.5, 7, 0.7)
    shader = s.principled(
        Base_Color=tone, Metallic=metal, Specular=0.5, Roughness=s.map(smudge, 0.3, 0.7, *gloss_range(roughness * 0.7, roughness * 1.4)),
        Normal=s.bump(s.noise(s.coords(), 1.2, 3), 0.04, 0.05),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=shade(light, 0.94))


def terrazzo(name, base='#e9e4dc', chips=('#b9715a', '#3f4a4d', '#d9b48c', '#8b8f86', '#f7f3ec'), tint=None, scale=1.0):
    """Ground terrazzo: chips of three sizes in a cement bed; the bed alone is tintable."""
    s = Surface(name)
    at = s.warp(s.coords(), 6 * scale, 0.05)
    tone = s.mix(s.map(s.noise(at, 9, 5), 0.3, 0.7), shade(linear(base), 0.95), linear(base))
    bed = 1.0
    for size, share, offset in ((2.6, 0.42, 0.0), (5.2, 0.36, 11.0), (11.0, 0.3, 23.0)):
        moved = s.stretch(at, (1, 1, 1), (0.3 * offset, 0.2 * offset, 0.1), (offset, offset, 0))
        cell = s.add('TexVoronoi', {'feature': 'F1'}, out=None, Vector=moved, Scale=size * scale, Randomness=1.0)
        edge = s.add('TexVoronoi', {'feature': 'DISTANCE_TO_EDGE'}, Vector=moved, Scale=size * scale, Randomness=1.0)
        pick = s.add('SeparateColor', out=None, Color=cell.outputs['Color'])
        chosen = s.math('LESS_THAN', pick.outputs[0], share)
        inside = s.math('GREATER_THAN', edge, s.math('MULTIPLY_ADD', pick.outputs[1], 0.14, 0.06))
        chip = s.math('MULTIPLY', chosen, inside)
        stops = [(i / len(chips), linear(c)) for i, c in enumerate(chips)]
        palette = s.ramp(pick.outputs[2], stops)
        palette.node.color_ramp.interpolation = 'CONSTANT'
        veined = s.mix(s.map(s.noise(moved, 12, 5), 0.35, 0.65), palette, (1, 1, 1), 'SOFT_LIGHT')
        tone = s.mix(chip, tone, veined)
        bed = s.math('MULTIPLY', bed, s.math('SUBTRACT', 1.0, chip))
    smudge = s.noise(s.coords(), 2.2, 7, 0.7)
    shader = s.principled(Base_Color=tone, Roughness=s.map(smudge, 0.3, 0.7, 0.29, 0.44), Specular=0.45)
    _tint(s, tint, bed)
    return s.finish(shader)


def wood(name, light='#b98a5c', dark='#6f4727', tint=None, scale=1.0, roughness=0.42, axis='X'):
    """Oiled wood cut along the grain; each object gets its own piece of the tree."""
    s = Surface(name)
    rotation = (0, 0, 0) if axis == 'X' else (0, 0, math.pi / 2) if axis == 'Y' else (0, math.pi / 2, 0)
    seed = s.add('ObjectInfo', out='Random')
    shift = s.add('CombineXYZ', X=s.math('MULTIPLY', seed, 57.0), Y=s.math('MULTIPLY', seed, 31.0), Z=s.math('MULTIPLY', seed, 13.0))
    moved = s.add('VectorMath', {'operation': 'ADD'}, out=None)
    s._feed(moved.inputs[0], s.stretch(s.coords(), (1, 1, 1), rotation))
    s._feed(moved.inputs[1], shift)
    at = s.stretch(moved.outputs[0], (0.09 * scale, scale, scale))
    flow = s.warp(at, 1.3, 0.12, 3)
    # Growth rings: contour lines of slow noise, as a saw cuts them; early wood is wide, late wood narrow and dark.
    contour = s.math('FRACT', s.math('MULTIPLY', s.noise(flow, 0.5, 2, 0.4), 11.0))
    rings = s.math('MULTIPLY', s.math('POWER', contour, 2.2), s.map(contour, 0.93, 1.0, 1.0, 0.0))
    fibre = s.noise(s.stretch(at, (0.7, 18, 18)), 1.0, 6, 0.68)
    pores = s.map(s.noise(s.stretch(at, (1.6, 26, 26)), 1.0, 2, 0.5), 0.38, 0.3)
    broad = s.noise(at, 0.5, 4)
    grain = s.math('ADD', s.math('MULTIPLY', rings, 0.42), s.math('MULTIPLY', fibre, 0.62))
    a, b = linear(light), linear(dark)
    tone = s.ramp(grain, [(0.18, shade(a, 1.12)), (0.45, a), (0.68, tuple((x * 0.55 + y * 0.45) for x, y in zip(a, b))), (0.92, b)])
    tone = s.mix(s.map(broad, 0.3, 0.7, 0.0, 0.35), tone, shade(b, 1.3), 'MULTIPLY')
    tone = s.mix(s.math('MULTIPLY', pores, 0.55), tone, shade(b, 0.45))
    own = s.map(seed, 0, 1, 0.86, 1.1)
    tone = s.mix(1.0, tone, s.add('CombineColor', Red=own, Green=own, Blue=own), 'MULTIPLY')
    relief = s.math('SUBTRACT', s.math('MULTIPLY', fibre, 0.4), s.math('MULTIPLY', pores, 0.7))
    shader = s.principled(
        Base_Color=tone, Specular=0.4, Roughness=s.map(fibre, 0.3, 0.7, roughness - 0.08, roughness + 0.12),
        Normal=s.bump(relief, 0.35, 0.025),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=shade(a, 0.8))


def end_grain(name, light='#d3ac7c', dark='#8a6039', rings=7.0, roughness=0.6, tint=None):
    """A trunk sawn across, about the object's Z axis: growth rings that wander, rays, a darker heart; `rings` to a dm."""
    s = Surface(name)
    a, b = linear(light), linear(dark)
    at = s.coords()
    flat = s.stretch(s.warp(s.warp(at, 0.55, 0.5, 2), 2.2, 0.07, 3), (1, 1, 0))
    length = s.add('VectorMath', {'operation': 'LENGTH'}, out='Value', Vector=flat)
    parts = s.add('SeparateXYZ', out=None, Vector=flat)
    angle = s.math('ARCTAN2', parts.outputs['Y'], parts.outputs['X'])
    # Years are unequal: the phase runs ahead and falls back.
    phase = s.math('ADD', s.math('MULTIPLY', length, rings), s.math('MULTIPLY', s.noise(s.add('CombineXYZ', X=length, Y=0.0, Z=0.0), 2.4, 2), 2.2))
    contour = s.math('FRACT', phase)
    late = s.math('MULTIPLY', s.math('POWER', contour, 2.6), s.map(contour, 0.9, 1.0, 1.0, 0.0))
    rays = s.noise(s.add('CombineXYZ', X=s.math('MULTIPLY', angle, 26.0), Y=s.math('MULTIPLY', length, 0.7), Z=0.0), 1.0, 3, 0.6)
    fibre = s.noise(at, 34, 3, 0.65)
    heart = s.map(length, 0.2, 1.5, 0.55, 0.0, smooth=True)
    check = s.map(s.math('ABSOLUTE', s.math('SUBTRACT', s.noise(s.add('CombineXYZ', X=s.math('MULTIPLY', angle, 1.3), Y=0.0, Z=3.0), 1.0, 1), 0.5)), 0.0, 0.008, 1.0, 0.0)
    check = s.math('MULTIPLY', check, s.map(length, 0.5, 1.1, 0.0, 1.0))
    tone = s.mix(s.math('MULTIPLY', late, 0.62), shade(a, 1.06), b)
    tone = s.mix(s.map(rays, 0.45, 0.7, 0.0, 0.22), tone, shade(a, 1.25))
    tone = s.mix(s.map(fibre, 0.4, 0.7, 0.0, 0.2), tone, b)
    tone = s.mix(heart, tone, shade(b, 1.5), 'MULTIPLY')
    tone = s.mix(s.math('MULTIPLY', check, 0.8), tone, shade(b, 0.35))
    relief = s.math('SUBTRACT', s.math('ADD', s.math('MULTIPLY', late, 0.3), s.math('MULTIPLY', fibre, 0.3)), check)
    shader = s.principled(
        Base_Color=tone, Specular=0.3, Roughness=s.map(fibre, 0.3, 0.7, roughness - 0.06, roughness + 0.1), Normal=s.bump(relief, 0.35, 0.03),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=shade(a, 0.8))


def bark(name, colours=('#3d2f24', '#5a4634', '#6f5b46', '#85745f')):
    """Furrowed bark: plates between deep cracks that run along Z."""
    s = Surface(name)
    at = s.warp(s.coords(), 1.6, 0.25, 3)
    along = s.stretch(at, (1, 1, 0.28))
    edge = s.add('TexVoronoi', {'feature': 'DISTANCE_TO_EDGE'}, Vector=s.warp(along, 5, 0.08), Scale=5.6, Randomness=1.0)
    plate = s.map(edge, 0.0, 0.12, 0.0, 1.0, smooth=True)
    rough = s.noise(s.stretch(at, (1, 1, 0.4)), 7, 6, 0.7)
    stops = [(i / (len(colours) - 1), linear(c)) for i, c in enumerate(colours)]
    tone = s.ramp(s.math('ADD', s.math('MULTIPLY', plate, 0.34), s.math('MULTIPLY', rough, 0.8)), stops)
    lichen = s.map(s.noise(at, 2.1, 6, 0.65), 0.6, 0.68, 0.0, 0.5)
    tone = s.mix(lichen, tone, linear('#8f9277'))
    relief = s.math('ADD', s.math('MULTIPLY', plate, 0.9), s.math('MULTIPLY', rough, 0.5))
    shader = s.principled(Base_Color=tone, Roughness=0.9, Specular=0.15, Normal=s.bump(relief, 0.8, 0.12))
    return s.finish(shader, bounce=linear(colours[1]))


def cloth(name, colour, tint=None, threads=14.0, sheen=0.4, contrast=0.3, roughness=0.9):
    """Woven linen or cotton; needs the UV map of a sheet (0..1 along and across, scaled by `threads`)."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    uneven = s.warp(at, 5, 0.03)

    def thread(direction, stretch):
        wave = s.add(
            'TexWave', {'wave_type': 'BANDS', 'bands_direction': direction, 'wave_profile': 'SIN'}, out='Fac',
            Vector=uneven, Scale=threads, Distortion=1.2, Detail=2.0, Detail_Scale=1.5,
        )
        slub = s.noise(s.stretch(at, stretch), 1.0, 4, 0.6)
        return wave, slub

    warp_wave, warp_slub = thread('X', (threads * 1.6, 1.2, 1.2))
    weft_wave, weft_slub = thread('Y', (1.2, threads * 1.6, 1.2))
    weave = s.math('MULTIPLY', warp_wave, weft_wave)
    slub = s.math('MULTIPLY', s.math('ADD', warp_slub, weft_slub), 0.5)
    tone = s.mix(s.map(slub, 0.36, 0.64), shade(base, 1 - contrast), shade(base, 1 + contrast * 0.4))
    tone = s.mix(s.math('MULTIPLY', s.math('SUBTRACT', 1.0, weave), 0.25), tone, shade(base, 0.55))
    height = s.math('ADD', weave, s.math('MULTIPLY', slub, 1.2))
    shader = s.principled(
        Base_Color=tone, Roughness=roughness, Specular=0.15, Sheen=sheen, Sheen_Tint=0.6, Normal=s.bump(height, 0.4, 0.03),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=base)


def velvet(name, colour, tint=None):
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    nap = s.noise(s.warp(at, 0.9, 0.8), 1.3, 5, 0.6)
    pile = s.noise(at, 55, 3, 0.7)
    facing = s.add('LayerWeight', out='Facing', Blend=0.55)
    tone = s.mix(s.math('MULTIPLY', s.math('POWER', facing, 2.2), 0.9), shade(base, 0.55), shade(base, 2.4))
    tone = s.mix(s.map(nap, 0.35, 0.65), shade(base, 0.8), tone, 'MIX')
    height = s.math('ADD', s.math('MULTIPLY', nap, 0.7), s.math('MULTIPLY', pile, 0.25))
    shader = s.principled(
        Base_Color=tone, Roughness=0.95, Specular=0.05, Sheen=1.0, Sheen_Tint=0.7, Normal=s.bump(height, 0.3, 0.06),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=base)


def satin(name, colour, tint=None, roughness=0.34):
    """Silk satin: a broad, tinted highlight that follows the folds."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    fine = s.noise(s.stretch(at, (3, 60, 60)), 1.0, 3, 0.6)
    wave = s.noise(at, 2.0, 4)
    shader = s.principled(
        Base_Color=s.mix(s.map(wave, 0.3, 0.7), shade(base, 0.95), shade(base, 1.04)), Metallic=0.2, Specular=0.5,
        Roughness=s.map(wave, 0.3, 0.7, *gloss_range(roughness - 0.03, roughness + 0.05)), Anisotropic=0.4, Sheen=0.5, Sheen_Tint=0.8,
        Normal=s.bump(fine, 0.1, 0.012),
    )
    _tint(s, tint)
    return s.finish(shader)


def sand(name, colour='#d8b88f', tint=None, scale=1.0, damp=0.0):
    """Fine sand: single grains in colour, relief and a few glints; `damp` darkens and smooths it."""
    s = Surface(name)
    base = shade(linear(colour), 1 - 0.45 * damp)
    at = s.coords()
    grains = s.add('TexVoronoi', {'feature': 'F1'}, out=None, Vector=at, Scale=42 * scale, Randomness=1.0)
    pick = s.add('SeparateColor', out=None, Color=grains.outputs['Color'])
    cloud = s.noise(s.warp(at, 0.5, 0.8), 0.5, 6, 0.6)
    tone = s.mix(s.map(cloud, 0.3, 0.7), shade(base, 0.9), shade(base, 1.06))
    tone = s.mix(s.map(pick.outputs[0], 0, 1, 0, 0.5), tone, shade(base, 0.68))
    tone = s.mix(s.math('GREATER_THAN', pick.outputs[1], 0.93), tone, shade(base, 1.5))
    tone = s.mix(s.math('GREATER_THAN', pick.outputs[2], 0.95), tone, shade(base, 0.35))
    fine = s.noise(at, 90 * scale, 2, 0.6)
    height = s.math('ADD', s.math('MULTIPLY', grains.outputs['Distance'], -0.6), s.math('MULTIPLY', fine, 0.5))
    shader = s.principled(
        Base_Color=tone, Roughness=0.9 - 0.4 * damp, Specular=0.2 + 0.3 * damp, Normal=s.bump(height, 0.5, 0.035),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=shade(base, 0.92))


def stone(name, colours=('#8d8880', '#6d6a66', '#b5aea3', '#55524f'), tint=None, roughness=0.5, wet=0.0, scale=1.0):
    """Natural stone; each object takes its own tone from `colours`; `wet` darkens it and lays water over it."""
    s = Surface(name)
    seed = s.add('ObjectInfo', out='Random')
    palette = s.ramp(seed, [(i / max(1, len(colours) - 1), shade(linear(c), 1 - 0.4 * wet)) for i, c in enumerate(colours)])
    at = s.add('VectorMath', {'operation': 'ADD'}, out=None)
    s._feed(at.inputs[0], s.stretch(s.coords(), (scale,) * 3))
    s._feed(at.inputs[1], s.add('CombineXYZ', X=s.math('MULTIPLY', seed, 91), Y=s.math('MULTIPLY', seed, 37), Z=0.0))
    at = at.outputs[0]
    flow = s.warp(at, 1.2, 0.7)
    cloud = s.noise(flow, 1.6, 8, 0.65)
    band = s.map(s.math('ABSOLUTE', s.math('SUBTRACT', s.noise(s.stretch(flow, (0.5, 0.5, 1.6)), 1.0, 3), 0.5)), 0, 0.03, 1, 0)
    speck = s.noise(at, 22, 3, 0.7)
    tone = s.mix(s.map(cloud, 0.3, 0.72, 0, 0.8), palette, s.mix(1.0, palette, (0.45, 0.44, 0.43), 'MULTIPLY'))
    tone = s.mix(s.math('MULTIPLY', band, s.map(seed, 0.5, 0.9, 0, 0.5)), tone, (0.6, 0.58, 0.55))
    tone = s.mix(s.map(speck, 0.55, 0.75, 0, 0.35), tone, (0.05, 0.05, 0.05))
    height = s.math('ADD', s.math('MULTIPLY', cloud, 0.9), s.math('MULTIPLY', speck, 0.25))
    shader = s.principled(
        Base_Color=tone, Specular=0.4, Normal=s.bump(height, 0.4, 0.05),
        Roughness=s.map(cloud, 0.3, 0.7, roughness + 0.12, roughness - 0.06), Clearcoat=wet, Clearcoat_Roughness=0.1,
    )
    _tint(s, tint)
    return s.finish(shader, bounce=palette)


def concrete(name, colour='#a7a39d', tint=None, scale=1.0, roughness=0.7):
    """Cast concrete: stains, air holes, fine aggregate."""
    s = Surface(name)
    base = linear(colour)
    at = s.stretch(s.coords(), (scale,) * 3)
    flow = s.warp(at, 0.5, 1.2, 3)
    stain = s.noise(flow, 0.6, 8, 0.65)
    drip = s.noise(s.stretch(flow, (2.2, 2.2, 0.25)), 1.0, 5, 0.6)
    fine = s.noise(at, 30, 4, 0.7)
    holes = s.add('TexVoronoi', {'feature': 'F1'}, out=None, Vector=s.warp(at, 8, 0.06), Scale=3.4, Randomness=1.0)
    pick = s.add('SeparateColor', out=None, Color=holes.outputs['Color'])
    size = s.map(pick.outputs[0], 0.55, 1.0, 0.0, 0.11)
    pit = s.map(s.math('SUBTRACT', holes.outputs['Distance'], size), 0.0, 0.025, 1.0, 0.0)
    tone = s.mix(s.map(stain, 0.3, 0.7), shade(base, 0.78), shade(base, 1.12))
    tone = s.mix(s.map(drip, 0.35, 0.7, 0, 0.3), tone, shade(base, 0.66))
    tone = s.mix(s.map(fine, 0.35, 0.7, 0, 0.25), tone, shade(base, 0.7))
    tone = s.mix(s.math('MULTIPLY', pit, 0.7), tone, shade(base, 0.25))
    height = s.math('SUBTRACT', s.math('ADD', s.math('MULTIPLY', fine, 0.12), s.math('MULTIPLY', stain, 0.35)), s.math('MULTIPLY', pit, 1.0))
    shader = s.principled(
        Base_Color=tone, Specular=0.35, Roughness=s.map(stain, 0.3, 0.7, roughness + 0.1, roughness - 0.12),
        Normal=s.bump(height, 0.5, 0.06),
    )
    _tint(s, tint)
    return s.finish(shader, bounce=shade(base, 0.92))


def metal(name, colour='#d9a85c', roughness=0.2, brushed=0.0, tint=None):
    """Gold, brass, steel; `brushed` draws the lines of a brush along X."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    smudge = s.noise(at, 1.8, 7, 0.7)
    inputs = {}
    tone = s.mix(s.map(smudge, 0.3, 0.7), shade(base, 0.95), shade(base, 1.03))
    low, high = gloss_range(roughness * 0.75, roughness * 1.35)
    if brushed:
        line = s.noise(s.stretch(at, (0.35, 90, 90)), 1.0, 3, 0.7)
        inputs = {'Normal': s.bump(line, 0.12 * brushed, 0.01), 'Anisotropic': 0.6}
        # The lines are in the colour too, where no denoiser takes them away; fingers leave fewer marks on a brushed face.
        tone = s.mix(s.map(line, 0.35, 0.68), shade(base, 1 - 0.3 * brushed), shade(base, 1 + 0.12 * brushed))
        low, high = gloss_range(roughness * 0.94, roughness * 1.08)
    else:
        inputs = {'Normal': s.bump(s.noise(at, 5, 4), 0.03, 0.03)}
    shader = s.principled(Base_Color=tone, Metallic=1.0, Roughness=s.map(smudge, 0.3, 0.7, low, high), **inputs)
    _tint(s, tint)
    return s.finish(shader)


def glass(name, colour='#f4fbfa', roughness=0.0, ior=1.46, tint=None):
    s = Surface(name)
    at = s.coords()
    rough = s.map(s.noise(at, 3, 5), 0.3, 0.7, roughness * 0.8, roughness * 1.2) if roughness else 0.0
    shader = s.principled(
        Base_Color=linear(colour), Transmission=1.0, IOR=ior, Roughness=rough, Specular=0.5,
        Normal=s.bump(s.noise(at, 1.6, 3), 0.03, 0.05),
    )
    # Without caustics a block of glass would stand in a shadow as black as iron's: light passes, a little less of it at the rim.
    path = s.add('LightPath', out=None)
    passes = s.math('MAXIMUM', path.outputs['Is Shadow Ray'], path.outputs['Is Diffuse Ray'])
    clear = s.map(s.add('LayerWeight', out='Facing', Blend=0.35), 0, 1, 0.95, 0.5)
    blend = s.add('MixShader', out=None)
    through = s.mix(1.0, linear(colour), s.add('CombineColor', Red=clear, Green=clear, Blue=clear), 'MULTIPLY')
    for socket, value in zip(blend.inputs, (passes, shader, s.add('BsdfTransparent', Color=through))):
        s._feed(socket, value)
    _tint(s, tint)
    return s.finish(blend.outputs[0])


def snow(name, colour='#f2f5f8', tint=None):
    s = Surface(name)
    at = s.coords()
    soft = s.noise(s.warp(at, 1.2, 0.5), 2.4, 7, 0.62)
    crystal = s.add('TexVoronoi', {'feature': 'F1'}, out=None, Vector=at, Scale=46, Randomness=1.0)
    pick = s.add('SeparateColor', out=None, Color=crystal.outputs['Color'])
    height = s.math('ADD', s.math('MULTIPLY', soft, 1.3), s.math('MULTIPLY', crystal.outputs['Distance'], 0.3))
    glint = s.math('GREATER_THAN', pick.outputs[1], 0.97)
    shader = s.principled(
        Base_Color=s.mix(s.map(soft, 0.3, 0.7), shade(linear(colour), 0.93), linear(colour)), Specular=0.4,
        Roughness=s.map(glint, 0, 1, 0.75, 0.3), Normal=s.bump(height, 0.45, 0.06),
    )
    _tint(s, tint)
    return s.finish(shader)


def bokeh(name, colour, lights, tint=None, size=1.0, share=0.5, strength=0.5):
    """A backdrop out of focus: soft clouds of `colour` and overlapping discs in the tones of `lights`."""
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    cloud = s.noise(s.warp(at, 0.15 / size, 1.5), 0.22 / size, 3, 0.5)
    tone = s.mix(s.map(cloud, 0.34, 0.66, smooth=True), shade(base, 0.45), shade(base, 1.35))
    stops = [(i / max(1, len(lights) - 1), linear(c)) for i, c in enumerate(lights)]
    bed = 1.0
    for scale, offset in ((0.3, 3.0), (0.43, 17.0), (0.62, 31.0), (0.36, 47.0)):
        flat = s.add('SeparateXYZ', out=None, Vector=s.stretch(at, (1, 1, 1), location=(offset, 2 * offset, 0)))
        level = s.add('CombineXYZ', X=flat.outputs['X'], Y=flat.outputs['Y'], Z=0.0)
        cell = s.add('TexVoronoi', {'feature': 'F1', 'voronoi_dimensions': '2D'}, out=None, Vector=level, Scale=scale / size, Randomness=0.55)
        pick = s.add('SeparateColor', out=None, Color=cell.outputs['Color'])
        # Smaller than the distance to the cell's border, which would cut the disc.
        radius = s.map(pick.outputs[0], 0, 1, 0.13, 0.25)
        disc = s.map(s.math('SUBTRACT', radius, cell.outputs['Distance']), 0.0, 0.05, 0.0, 1.0, smooth=True)
        chosen = s.math('MULTIPLY', s.math('LESS_THAN', pick.outputs[1], share), s.map(pick.outputs[2], 0, 1, 0.25, 1.0))
        share_here = s.math('MULTIPLY', s.math('MULTIPLY', disc, chosen), strength)
        tone = s.mix(share_here, tone, s.ramp(pick.outputs[2], stops))
        bed = s.math('MULTIPLY', bed, s.math('SUBTRACT', 1.0, share_here))
    shader = s.principled(Base_Color=tone, Roughness=1.0, Specular=0.0)
    # Another sky does not change the colour of the lamps before it.
    _tint(s, tint, bed)
    return s.finish(shader, bounce=base)


def paper(name, colour, tint=None):
    s = Surface(name)
    base = linear(colour)
    at = s.coords()
    fibre = s.noise(s.warp(at, 8, 0.1), 24, 6, 0.7)
    tone = s.mix(s.map(fibre, 0.3, 0.7), shade(base, 0.96), shade(base, 1.03))
    shader = s.principled(Base_Color=tone, Roughness=0.92, Specular=0.2, Sheen=0.1, Normal=s.bump(fibre, 0.22, 0.02))
    _tint(s, tint)
    return s.finish(shader, bounce=base)


def smooth_paper(name, colour, tint=None):
    """Background paper off the roll, as even as it is at three steps' distance."""
    s = Surface(name)
    base = linear(colour)
    _tint(s, tint)
    return s.finish(s.principled(Base_Color=base, Roughness=1.0, Specular=0.0), bounce=base)


def leaf(name, colours, tint=None, gloss=0.45, translucency=0.35, veins=True):
    """Leaves and petals: light shines through; each object takes its tone from `colours`. Uses generated coordinates."""
    s = Surface(name)
    seed = s.add('ObjectInfo', out='Random')
    palette = s.ramp(seed, [(i / max(1, len(colours) - 1), linear(c)) for i, c in enumerate(colours)])
    at = s.coords()
    blotch = s.noise(s.warp(at, 1.5, 0.4), 2.6, 6, 0.6)
    tone = s.mix(s.map(blotch, 0.3, 0.72, 0, 0.5), palette, s.mix(1.0, palette, (0.6, 0.55, 0.5), 'MULTIPLY'))
    fine = s.noise(s.stretch(at, (6, 1, 6)), 4, 5, 0.6) if veins else s.noise(at, 9, 4)
    normal = s.bump(fine, 0.25, 0.03)
    surface = s.principled(Base_Color=tone, Roughness=1 - gloss, Specular=0.4, Normal=normal)
    through = s.add('BsdfTranslucent', Color=tone, Normal=normal)
    shader = s.add('MixShader', out=None)
    s._feed(shader.inputs[0], translucency)
    s._feed(shader.inputs[1], surface)
    s._feed(shader.inputs[2], through)
    _tint(s, tint)
    return s.finish(shader.outputs[0])


def glow(name, colour, strength, seen=None):
    """A lamp's visible surface; `seen`: its brightness to the camera, low enough for its edges to be anti-aliased."""
    s = Surface(name)
    level = strength if seen is None else s.map(s.add('LightPath', out='Is Camera Ray'), 0, 1, strength, seen)
    return s.finish(s.add('Emission', Color=linear(colour) if isinstance(colour, str) else colour, Strength=level))


def shadow_only(name='gobo'):
    s = Surface(name)
    return s.finish(s.add('BsdfDiffuse', Color=(0, 0, 0)))
