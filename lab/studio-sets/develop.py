"""Develops the two half renders of a view: demodulates, denoises, measures, and writes raw planes for encode.ts.

python3 develop.py DIR [--quick]      (--quick: no denoising, a tone-mapped preview.png alone)
"""

import argparse
import json
import pathlib
import struct
import zlib

import numpy as np

import denoise
import exr

# Minimum divisor when light is divided by albedo, because highlights of dark surfaces would get extreme values.
ALBEDO_FLOOR = 0.06


def write_png(path, rgb8):
    height, width = rgb8.shape[:2]
    rows = np.concatenate([np.zeros((height, 1), np.uint8), rgb8.reshape(height, -1)], 1).tobytes()
    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    header = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows, 6)) + chunk(b'IEND', b''))


def tone_map(linear):
    """Khronos PBR Neutral (2024), then the sRGB curve; the same as in recombine.ts."""
    start, desaturation = 0.8 - 0.04, 0.15
    low = linear.min(-1, keepdims=True)
    offset = np.where(low < 0.08, low - 6.25 * low * low, 0.04)
    color = linear - offset
    peak = color.max(-1, keepdims=True)
    d = 1 - start
    new_peak = 1 - d * d / (np.maximum(peak, start) + d - start)
    squeezed = color * new_peak / np.maximum(peak, 1e-6)
    g = 1 - 1 / (desaturation * (peak - new_peak) + 1)
    squeezed = squeezed * (1 - g) + new_peak * g
    color = np.clip(np.where(peak < start, color, squeezed), 0, 1)
    return np.where(color <= 0.0031308, color * 12.92, 1.055 * np.maximum(color, 1e-9) ** (1 / 2.4) - 0.055)


class Render:
    """Render passes of one half render, by name."""

    def __init__(self, path):
        self.planes = exr.read(path)

    def color(self, name, letters='RGB'):
        return np.stack([self.plane(f'{name}.{c}') for c in letters], -1)

    def plane(self, ending):
        found = [k for k in self.planes if k.endswith('.' + ending)]
        if len(found) != 1:
            raise KeyError(f'{ending}: {found} of {sorted(self.planes)}')
        return self.planes[found[0]]


def features(albedo_a, albedo_b, normal, depth):
    """Edges for the denoiser: log albedo, normal, log depth. Noise in the albedo (glass, blur) lowers the weight."""
    def log_albedo(a):
        return np.log(np.maximum(a, 0.02))
    both = (log_albedo(albedo_a) + log_albedo(albedo_b)) / 2
    doubt = denoise.box(((log_albedo(albedo_a) - log_albedo(albedo_b)) ** 2).mean(-1), 2)
    trust = 1 / (1 + 40 * doubt)[..., None]
    far = np.log(np.clip(depth, 0.1, 1e3))
    return np.concatenate([both * 3.0 * trust, normal * 7.0 * trust, far[..., None] * 15.0], -1).astype(np.float32)


def default_light(scene, layers):
    return sum(layers[light['group']] * (np.array(light['color'], np.float32) * light['weight']) for light in scene['lights'])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--quick', action='store_true')
    args = parser.parse_args()
    scene = json.loads((args.folder / 'scene.json').read_text())
    a = Render(args.folder / 'half-a.exr')
    b = a if args.quick else Render(args.folder / 'half-b.exr')
    groups = [light['group'] for light in scene['lights']]
    halves = {g: (a.color(f'Combined_{g}'), b.color(f'Combined_{g}')) for g in groups}
    beauty = default_light(scene, {g: (x + y) / 2 for g, (x, y) in halves.items()})
    luminance = beauty @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    exposure = float(scene['whiteLevel'] / np.percentile(luminance, 97))
    if args.quick:
        write_png(args.folder / 'preview.png', (tone_map(beauty * exposure) * 255 + 0.5).astype(np.uint8))
        print('stage', [round(v, 3) for v in scene['stage']['image']], round(scene['stage']['maxWidth'], 3), round(scene['stage']['maxHeight'], 3), 'exposure', round(exposure, 3))
        return

    albedo_a, albedo_b = a.color('Denoising Albedo'), b.color('Denoising Albedo')
    albedo = np.clip((albedo_a + albedo_b) / 2, 0, 1)
    divisor = np.maximum(albedo, ALBEDO_FLOOR)
    normal = (a.color('Denoising Normal', 'XYZ') + b.color('Denoising Normal', 'XYZ')) / 2
    depth = np.minimum(a.plane('Depth.Z'), b.plane('Depth.Z'))
    guide = features(albedo_a, albedo_b, normal, depth)
    raw = args.folder / 'raw'
    raw.mkdir(exist_ok=True)
    size = albedo.shape[0]
    clean = {}
    lights = denoise.denoise([(x / divisor, y / divisor) for x, y in halves.values()], guide)
    for g, light in zip(halves, lights):
        clean[g] = light * divisor
        light.astype('<f4').tofile(raw / f'light-{g}.f32')
    albedo.astype('<f4').tofile(raw / 'albedo.f32')
    depth.astype('<f4').tofile(raw / 'depth.f32')
    for slot in scene['tints']:
        mask = np.clip((a.plane(f'tint-{slot}.X') + b.plane(f'tint-{slot}.X')) / 2, 0, 1)
        mask.astype('<f4').tofile(raw / f'tint-{slot}.f32')
    noisy = sum((x + y) / 2 for x, y in halves.values())
    noisy.astype('<f4').tofile(raw / 'beauty-noisy.f32')
    sum(clean.values()).astype('<f4').tofile(raw / 'beauty.f32')
    scene.update(exposure=exposure, albedoFloor=ALBEDO_FLOOR, sizePx=size)
    (raw / 'scene.json').write_text(json.dumps(scene, indent=1))
    for name, picture in (('noisy', beauty), ('clean', default_light(scene, clean))):
        write_png(args.folder / f'{name}.png', (tone_map(picture * exposure) * 255 + 0.5).astype(np.uint8))


if __name__ == '__main__':
    main()
