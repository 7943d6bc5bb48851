"""Develops rendered pairs: removes their noise and writes raw planes for pack.ts.

python3 develop.py WORK_DIR      develops every rendered pair below it that is not developed yet

The photo is product + (1 - coverage) * paper, as in the ground truth, but with little noise, so that only the effect
of a composite is measured. The truth is developed like a studio set: two halves show its noise.
"""

import importlib.util
import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SETS, TRUTH_SET = HERE.parent / 'studio-sets', HERE.parent / 'ground-truth'
sys.path.insert(0, str(SETS))

import denoise  # noqa: E402


def module_of(folder):
    """Loads a folder's develop.py by its path, because several folders have a module of this name."""
    spec = importlib.util.spec_from_file_location(f'{folder.name}_develop', folder / 'develop.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


sets, truth_set = module_of(SETS), module_of(TRUTH_SET)
NOISE, BLUR_PX = 0.004, 0.5


def truth_of(work, lights):
    """The product in the set with the set's default lights, linear."""
    a, b = sets.Render(work / 'truth-a.exr'), sets.Render(work / 'truth-b.exr')
    albedos = [half.color('Denoising Albedo') for half in (a, b)]
    divisor = np.maximum(np.clip(sum(albedos) / 2, 0, 1), sets.ALBEDO_FLOOR)
    normal = (a.color('Denoising Normal', 'XYZ') + b.color('Denoising Normal', 'XYZ')) / 2
    depth = np.minimum(a.plane('Depth.Z'), b.plane('Depth.Z'))

    def lit(half):
        return sum(half.color(f'Combined_{light["group"]}') * (np.array(light['color'], np.float32) * light['weight']) for light in lights)

    guide = sets.features(*albedos, normal, depth)
    return denoise.denoise([(lit(a) / divisor, lit(b) / divisor)], guide)[0] * divisor


def photo_of(work, item, c):
    """Photo, coverage, and straight color of the product, as a phone would capture them."""
    product, alpha = truth_set.product_light(c, truth_set.Layers(work / 'product.exr'), item['kind'] == 'clear')
    small = truth_set.Layers(work / 'ground.exr')
    guide = truth_set.guide_of(small)
    ground = truth_set.smooth(c, truth_set.calm(small.color('Combined')), guide, None, 4, 3.0)
    height, width = alpha.shape
    rows, columns = (np.clip((np.arange(n) + 0.5) * m / n - 0.5, 0, m - 1) for n, m in ((height, ground.shape[0]), (width, ground.shape[1])))
    y, x = rows.astype(int), columns.astype(int)
    v, u = (rows - y)[:, None, None], (columns - x)[None, :, None]
    below, right = np.minimum(y + 1, ground.shape[0] - 1), np.minimum(x + 1, ground.shape[1] - 1)
    top = ground[y][:, x] * (1 - u) + ground[y][:, right] * u
    ground = top * (1 - v) + (ground[below][:, x] * (1 - u) + ground[below][:, right] * u) * v
    product, alpha, ground = (truth_set.blurred(p, BLUR_PX) for p in (product, alpha, ground))
    linear = product + (1 - alpha[..., None]) * ground
    level = linear @ truth_set.LUMINANCE
    gain = min(0.9 / max(float(np.percentile(level, 98)), 0.1), 0.55 / max(float(level.mean()), 0.02))
    noise = np.random.default_rng(item['seed']).normal(size=linear.shape) * NOISE * np.sqrt(np.maximum(linear * gain, 0) + 0.02)
    photo = truth_set.bytes_of(truth_set.encoded(linear * gain + noise))
    alpha8 = truth_set.bytes_of(np.clip(alpha, 0, 1))
    straight = np.where(alpha8[..., None] > 0, product / np.maximum(alpha, truth_set.BLACK_LEVEL)[..., None], 0)
    return photo, alpha8, truth_set.bytes_of(truth_set.encoded(straight * gain + noise))


def main():
    c = None
    for described in sorted(pathlib.Path(sys.argv[1]).glob('[!.]*/pair.json')):
        work = described.parent
        if (work / 'size.json').exists():
            continue
        c = c or truth_set.compiled()
        pair = json.loads(described.read_text())
        truth = truth_of(work, pair['setLights'])
        photo, alpha, foreground = photo_of(work, pair['item'], c)
        truth.astype('<f4').tofile(work / 'truth.f32')
        photo.tofile(work / 'photo.u8')
        alpha.tofile(work / 'alpha.u8')
        foreground.tofile(work / 'foreground.u8')
        (work / 'size.json').write_text(json.dumps({'widthPx': truth.shape[1], 'heightPx': truth.shape[0]}))
        print('DEVELOPED', work.name, truth.shape, alpha.shape, flush=True)


if __name__ == '__main__':
    main()
