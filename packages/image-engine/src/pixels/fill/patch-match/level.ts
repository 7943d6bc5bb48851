import { boxMean } from '../../raster/box-filter.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';

/**
 * Part of a photo at one scale. Each pixel has 5 or 6 interleaved 8-bit samples: red, green, blue (premultiplied), two
 * of texture (horizontal and vertical activity), and alpha if the region isn't opaque. An opaque region may have a
 * guide instead of alpha (see `guide.ts`). All samples are compared, and all except the guide are filled.
 */
export interface Level {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: 5 | 6;
  /** Meaning of the sixth sample, if there is one. */
  readonly sixth: 'alpha' | 'guide';
  readonly samples: Uint8Array;
  /** Mask of the hole: 1 for pixels whose content is unknown. */
  readonly hole: Uint8Array;
}

const TEXTURE_ACROSS = 3;
const TEXTURE_DOWN = 4;
export const ALPHA = 5;

export const filledSamples = ({ channels, sixth }: Level): number => (sixth === 'guide' ? 5 : channels);

/**
 * Scale of the logarithmic texture measure: one or two steps separate a soft surface from a flat one, and strong
 * textures differ by no more.
 */
const TEXTURE_GAIN = 12;
/** Radius over which texture is averaged. */
const TEXTURE_RADIUS_PX = 4;
/** Number of rows between two yields: about 20 ms of work. */
const ROWS_PER_STEP = 128;

/**
 * Converts the region `box` of the image to a level. Each pixel is the mean of the known pixels in its square of
 * `scale` × `scale`, and unknown if fewer than half of them are known.
 */
export function* levelFromImage(image: RgbaRaster, mask: AlphaRaster, box: Box, scale: number): Work<Level> {
  const widthPx = Math.ceil(box.widthPx / scale);
  const heightPx = Math.ceil(box.heightPx / scale);
  const opaque = isOpaque(image, box);
  const channels = opaque ? 5 : 6;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  const hole = new Uint8Array(widthPx * heightPx);
  const right = box.xPx + box.widthPx;
  const bottom = box.yPx + box.heightPx;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const top = box.yPx + y * scale;
    const below = Math.min(bottom, top + scale);
    for (let x = 0; x < widthPx; x++, i++) {
      const left = box.xPx + x * scale;
      const beyond = Math.min(right, left + scale);
      let [knownCount, r, g, b, a] = [0, 0, 0, 0, 0];
      for (let py = top; py < below; py++) {
        for (let px = left, p = py * image.widthPx + left; px < beyond; px++, p++) {
          if (mask.data[p] !== 0) continue;
          knownCount++;
          const at = p * 4;
          const alpha = image.data[at + 3];
          const part = alpha / 255;
          r += image.data[at] * part;
          g += image.data[at + 1] * part;
          b += image.data[at + 2] * part;
          a += alpha;
        }
      }
      if (knownCount * 2 < (below - top) * (beyond - left)) hole[i] = 1;
      if (knownCount === 0) continue;
      const at = i * channels;
      samples[at] = r / knownCount + 0.5;
      samples[at + 1] = g / knownCount + 0.5;
      samples[at + 2] = b / knownCount + 0.5;
      if (!opaque) samples[at + ALPHA] = a / knownCount + 0.5;
    }
    if (y % ROWS_PER_STEP === 0) yield y / heightPx;
  }
  const level: Level = { widthPx, heightPx, channels, sixth: 'alpha', samples, hole };
  yield* writeTexture(level);
  return level;
}

function isOpaque({ data, widthPx }: RgbaRaster, box: Box): boolean {
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const first = (y * widthPx + box.xPx) * 4 + 3;
    for (let at = first; at < first + box.widthPx * 4; at += 4) if (data[at] !== 255) return false;
  }
  return true;
}

/**
 * Texture features (Newson et al., "Video inpainting of complex scenes", 2014): the mean absolute difference to the
 * next pixel, horizontal and vertical, over nearby known pixels. They keep coarse scales from matching a flat patch
 * with a fine texture of equal mean color.
 */
function* writeTexture(level: Level): Work {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const luma = (i: number): number =>
    (samples[i * channels] + 2 * samples[i * channels + 1] + samples[i * channels + 2]) / 4;
  for (const [channel, step] of [
    [TEXTURE_ACROSS, 1],
    [TEXTURE_DOWN, w],
  ] as const) {
    const difference = new Float32Array(w * h);
    const isKnown = new Float32Array(w * h);
    for (let y = 0, i = 0; y < h; y++) {
      for (let x = 0; x < w; x++, i++) {
        if (step === 1 ? x + 1 === w : y + 1 === h) continue;
        if (hole[i] !== 0 || hole[i + step] !== 0) continue;
        difference[i] = Math.abs(luma(i) - luma(i + step));
        isKnown[i] = 1;
      }
    }
    const scratch = new Float32Array(w * h);
    yield 1;
    boxMean(difference, difference, w, h, TEXTURE_RADIUS_PX, scratch);
    yield 1;
    boxMean(isKnown, isKnown, w, h, TEXTURE_RADIUS_PX, scratch);
    yield 1;
    for (let i = 0; i < w * h; i++) {
      const mean = isKnown[i] > 1e-4 ? difference[i] / isKnown[i] : 0;
      samples[i * channels + channel] = Math.min(255, Math.round(TEXTURE_GAIN * Math.log2(1 + mean)));
    }
  }
}

/**
 * Next coarser level: each pixel is the mean of the known ones among 2 × 2 pixels, and unknown if fewer than half of
 * them are known.
 */
export function halveLevel(level: Level): Level {
  const { widthPx: w, heightPx: h, channels } = level;
  const widthPx = (w + 1) >> 1;
  const heightPx = (h + 1) >> 1;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  const hole = new Uint8Array(widthPx * heightPx);
  const sums = new Float64Array(channels);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      let knownCount = 0;
      let present = 0;
      sums.fill(0);
      for (let dy = 0; dy < 2; dy++) {
        for (let dx = 0; dx < 2; dx++) {
          const fx = 2 * x + dx;
          const fy = 2 * y + dy;
          if (fx >= w || fy >= h) continue;
          present++;
          const from = fy * w + fx;
          if (level.hole[from] !== 0) continue;
          knownCount++;
          for (let c = 0; c < channels; c++) sums[c] += level.samples[from * channels + c];
        }
      }
      if (knownCount * 2 < present) hole[i] = 1;
      if (knownCount > 0)
        for (let c = 0; c < channels; c++) samples[i * channels + c] = sums[c] / knownCount + 0.5;
    }
  }
  return { widthPx, heightPx, channels, sixth: level.sixth, samples, hole };
}
