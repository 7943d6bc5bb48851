"""Develops rendered layers: removes their noise, combines them, and simulates a phone's camera. Writes planes for
pack.ts.

python3 develop.py WORK_DIR      develops every rendered item below it that is not developed yet

The photo is a sum of light: product + (1 - coverage) * ground. Product, coverage and ground are blurred like by
the lens before the sum, so that the truth matches the photo exactly. Noise, white balance, vignette and curve
come after.
"""

import ctypes
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'studio-sets'))

import exr  # noqa: E402

LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)
# Above this level the tone curve flattens, so that highlights clip gradually.
SHOULDER = 0.8
BLACK_LEVEL = 1e-4


def compiled():
    folder = pathlib.Path(tempfile.mkdtemp())
    library = folder / 'filter.so'
    subprocess.run(['cc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', '-o', library, HERE / 'filter.c', '-lm'], check=True)
    return ctypes.CDLL(str(library))


def pointer(plane):
    return ctypes.c_void_p(plane.ctypes.data)


def contiguous(plane):
    return np.ascontiguousarray(plane, np.float32)


def smooth(c, light, guide, weight=None, passes=3, tolerance=2.0):
    light, guide = contiguous(light).copy(), contiguous(guide)
    h, w, k = guide.shape
    weight = contiguous(np.ones((h, w)) if weight is None else weight)
    c.smooth(h, w, k, pointer(guide), pointer(weight), pointer(light), passes, ctypes.c_float(tolerance))
    return light


def enlarge(c, light, guide, wide_guide):
    light, guide, wide_guide = contiguous(light), contiguous(guide), contiguous(wide_guide)
    (h, w, k), (H, W, _) = guide.shape, wide_guide.shape
    result = np.empty((H, W, 3), np.float32)
    c.enlarge(h, w, H, W, k, pointer(guide), pointer(light), pointer(wide_guide), pointer(result))
    return result


class Layers:
    """Render passes of one file, by name."""

    def __init__(self, path):
        self.planes = {name.split('.', 1)[1]: plane for name, plane in exr.read(path).items() if '.' in name}

    def color(self, name, letters='RGB'):
        return np.stack([self.planes[f'{name}.{c}'] for c in letters], -1)

    def one(self, name):
        return self.planes[name]


def guide_of(layers):
    """Features that guide the denoiser: only shapes (normals and depth), no colors."""
    depth = np.log(np.clip(layers.one('Denoising Depth.Z'), 1e-3, 1e4))
    return np.concatenate([layers.color('Denoising Normal', 'XYZ') * 4, depth[..., None] * 8], -1)


def blurred(plane, sigma):
    radius = max(1, math.ceil(3 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    for axis in (0, 1):
        pad = [(radius, radius) if a == axis else (0, 0) for a in range(plane.ndim)]
        wide = np.pad(plane, pad, 'edge')
        size = plane.shape[axis]
        plane = sum(k * np.take(wide, range(i, i + size), axis) for i, k in enumerate(kernel))
    return plane


def calm(light, alpha=None, factor=1.6):
    """Limits single bright pixels to the level that their neighborhood supports."""
    level = light @ LUMINANCE
    height, width = level.shape
    # Neighbors that the product does not cover must not limit a pixel, so they count as very bright.
    wide = np.pad(level if alpha is None else np.where(alpha > 0.02, level, 1e3), 1, 'edge')
    near = np.stack([wide[y : y + height, x : x + width] for y in range(3) for x in range(3) if (y, x) != (1, 1)])
    near.partition(5, axis=0)
    limit = factor * near[5] + 0.02
    return light * np.minimum(1, limit / np.maximum(level, 1e-6))[..., None]


def encoded(linear):
    """The phone's tone curve: a soft shoulder, then sRGB."""
    x = np.maximum(linear, 0)
    room = 1 - SHOULDER
    x = np.where(x > SHOULDER, SHOULDER + room * (1 - np.exp(-(x - SHOULDER) / room)), x)
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * np.maximum(x, 1e-9) ** (1 / 2.4) - 0.055)


def bytes_of(plane):
    return (np.clip(plane, 0, 1) * 255 + 0.5).astype(np.uint8)


def product_light(c, layers, is_clear):
    """Premultiplied light of the product, its noise removed within its coverage."""
    alpha = np.clip(layers.one('Combined.A'), 0, 1)
    light = np.maximum(layers.color('Combined'), 0)
    share = np.maximum(alpha, 1e-4)[..., None]
    straight = light / share
    limit = np.percentile(straight[alpha > 0.5] @ LUMINANCE, 99.7) * 1.5 + 0.5 if (alpha > 0.5).any() else 1.0
    straight = np.minimum(straight, limit)
    albedo = np.maximum(layers.color('Denoising Albedo') / share, 0.04)
    guide = np.concatenate([guide_of(layers) * (0.5 if is_clear else 1), np.clip(layers.color('Denoising Albedo') / share, 0, 1) * (1 if is_clear else 4)], -1)
    guide = np.where(alpha[..., None] > 0.02, guide, 0)
    weight = np.where(alpha > 0.02, alpha, 0)
    if is_clear:
        straight = smooth(c, calm(straight, alpha, 2.5), guide, weight, 3, 2.2)
    else:
        straight = smooth(c, calm(straight, alpha, 2.5) / albedo, guide, weight, 3, 2.2) * albedo
    return straight * alpha[..., None], alpha


def ground_light(c, work):
    """The room without the product but with its shadow, and that shadow as a ratio of light."""
    texture, light, empty = (Layers(work / f'{name}.exr') for name in ('texture', 'light', 'empty'))
    wide, half, quarter = guide_of(texture), guide_of(light), guide_of(empty)

    def falling(layers, guide, passes):
        return smooth(c, calm(layers.color('DiffDir') + layers.color('DiffInd')), guide, None, passes, 3.0)

    shaded, open_ = falling(light, half, 4), falling(empty, quarter, 3)
    diffuse = (light.color('DiffDir') + light.color('DiffInd')) * light.color('DiffCol')
    gloss = smooth(c, calm(np.maximum(light.color('Combined') - diffuse, 0)), half, None, 4, 3.0)
    ground = texture.color('DiffCol') * enlarge(c, shaded, half, wide) + enlarge(c, gloss, half, wide)
    open_ = enlarge(c, open_, quarter, half)
    ratio = np.clip((shaded @ LUMINANCE) / np.maximum(open_ @ LUMINANCE, 1e-3), 0, 1)
    ratio = enlarge(c, np.repeat(ratio[..., None], 3, -1), half, wide)[..., 0]
    return ground, ratio


def photograph(work, c):
    scene = json.loads((work / 'scene.json').read_text())
    item = scene['item']
    phone, is_clear = item['phone'], item['kind'] == 'clear'
    product, alpha = product_light(c, Layers(work / 'product.exr'), is_clear)
    ground, ratio = ground_light(c, work)
    height, width = alpha.shape
    own = through = None
    if is_clear:
        layers = Layers(work / 'through.exr')
        seen = np.clip(layers.color('Combined_through'), 0, None)
        own = np.maximum(layers.color('Combined') - seen, 0)
        own = np.minimum(own, np.percentile(own, 99.9) * 1.5 + 0.5)
        shapes, share = guide_of(layers) * 0.5, np.maximum(alpha, 1e-4)[..., None]
        weight = np.where(alpha > 0.02, alpha, 0)
        own, seen = (smooth(c, calm(p / share, alpha, 2.5), shapes, weight, 3, 2.2) * share for p in (own, seen))
        through = np.minimum(seen, alpha[..., None])

    planes = [blurred(p, phone['blurPx']) for p in (product, alpha, ground)]
    product, alpha, ground = planes
    alpha = np.clip(alpha, 0, 1)
    linear = product + (1 - alpha[..., None]) * ground
    level = linear @ LUMINANCE
    # Sets the exposure by the mean level, lower if highlights would clip.
    exposure = min(0.9 / max(float(np.percentile(level, 98)), 0.1), 0.55 / max(float(level.mean()), 0.02)) * 2 ** phone['exposure']
    warm = np.array([1 + phone['warmth'], 1 + phone['tint'], 1 - phone['warmth']], np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    radius = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) / 0.5
    gain = (exposure * (1 - phone['vignette'] * radius))[..., None] * warm

    rng = np.random.default_rng(item['seed'])
    exposed = linear * gain
    grain = blurred(rng.normal(size=exposed.shape).astype(np.float32), 0.6) * 1.9
    coarse = blurred(rng.normal(size=exposed.shape).astype(np.float32), 1.6) * 3.0
    sigma = phone['noise'] * np.sqrt(np.maximum(exposed, 0) + 0.015)
    noisy = exposed + sigma * (0.8 * grain + 0.35 * coarse)
    photo = bytes_of(encoded(noisy) + (rng.random(exposed.shape) - 0.5) / 255)

    out = work / 'planes'
    out.mkdir(exist_ok=True)
    alpha8 = bytes_of(alpha)
    straight = np.where(alpha8[..., None] > 0, product / np.maximum(alpha, BLACK_LEVEL)[..., None], 0)
    files = {'photo': photo, 'alpha': alpha8, 'foreground': bytes_of(encoded(straight * gain)), 'ground': bytes_of(encoded(ground * gain)), 'shadow': bytes_of(ratio)}
    if is_clear:
        own, through = blurred(own, phone['blurPx']), blurred(through, phone['blurPx'])
        files['highlights'] = bytes_of(encoded(own * gain))
        files['transmission'] = bytes_of(through)
    for name, plane in files.items():
        plane.tofile(out / f'{name}.u8')
    rows, columns = np.where(alpha8 > 10)
    box = {'leftPx': int(columns.min()), 'topPx': int(rows.min()), 'widthPx': int(np.ptp(columns)) + 1, 'heightPx': int(np.ptp(rows)) + 1}
    touches = [side for side, edge in (('left', alpha8[:, 0]), ('right', alpha8[:, -1]), ('top', alpha8[0]), ('bottom', alpha8[-1])) if (edge > 127).any()]
    solid = float((alpha8 > 127).mean())
    row = {**item, 'widthPx': width, 'heightPx': height, 'split': item['split']}
    row.update({k: scene[k] for k in ('yawDeg', 'light', 'materials', 'colors', 'words', 'foot', 'sizeDm', 'camera')})
    row['ground'] = {**item['ground'], 'colors': scene['groundColors']}
    row.update(box=box, touches=touches, cropped=bool(touches), coverage=round(solid, 4), files=sorted(files))
    row['clearShare'] = round(float((through.mean(-1)[alpha > 0.5] > 0.15).mean()), 3) if is_clear else 0
    (out / 'item.json').write_text(json.dumps(row))


def main():
    c = None
    for scene in sorted(pathlib.Path(sys.argv[1]).glob('[!.]*/scene.json')):
        work = scene.parent
        if (work / 'planes' / 'item.json').exists():
            continue
        c = c or compiled()
        try:
            photograph(work, c)
        except Exception as error:  # This picture fails; the others continue.
            import traceback

            traceback.print_exc()
            print('FAILED', work.name, error, flush=True)
            scene.rename(work / 'failed.json')


if __name__ == '__main__':
    main()
