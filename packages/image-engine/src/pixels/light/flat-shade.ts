/** Computes how a product's shadow darkens a flat background. */
import type { Pose, Shadow } from '@packshot/contract';
import { srgbOfLinear } from '../color/oklab.ts';
import { sampleAt } from '../raster/sample.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { blur } from '../raster/smooth.ts';
import { shadowShape } from './shadow-shape.ts';
import type { ShadowShape } from './shadow-shape.ts';
import type { Size } from '../raster/box.ts';

/** Longest side of a computed shadow in pixels; its blur hides the low resolution. */
const SHADOW_LONGEST_SIDE_PX = 640;
/** Share of the product's height, from its lower end, that counts as touching the background. */
const FOOT_SHARE = 0.04;
const OPAQUE = 128;
/**
 * Width, as a share of the photo, over which a shadow from the photo fades out at the photo's border instead of ending
 * abruptly.
 */
const FADE_SHARE = 0.08;

/** Product as it is visible in a picture: its pixels at their size there, and their position. */
export interface PlacedProduct {
  readonly part: RgbaRaster;
  readonly at: Pick<Box, 'xPx' | 'yPx'>;
}

/**
 * Computes a shadow as the opacity of black, of 255, over the whole picture; null without a shadow.
 * @param pose pose of the product; null means standing
 */
export function computedShade(
  { part, at }: PlacedProduct,
  picture: Size,
  settings: Shadow,
  pose: Pose | null,
): AlphaRaster | null {
  const foot = measureFoot(part);
  const placed = { centerXPx: at.xPx + foot.centerXPx, widthPx: foot.widthPx };
  const shape = shadowShape(settings, part, at.yPx + part.heightPx, placed, pose);
  if (shape === null) return null;
  const scale = Math.min(1, SHADOW_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const small = {
    widthPx: Math.max(1, Math.round(picture.widthPx * scale)),
    heightPx: Math.max(1, Math.round(picture.heightPx * scale)),
  };
  const cast = projectOutline({ part, at }, shape, small, scale);
  blur(cast, small.widthPx, small.heightPx, shape.blurPx * scale);
  const touch = drawContact(shape, small, scale);
  const data = new Uint8Array(cast.length);
  for (let i = 0; i < data.length; i++) {
    // Combines the cast and the contact shadow like two layers.
    const rest = (1 - (cast[i] * shape.opacity) / 255) * (1 - (touch?.[i] ?? 0));
    data[i] = Math.round(255 * (1 - rest));
  }
  return resample(
    raster(data, small.widthPx, small.heightPx, 1),
    picture.widthPx,
    picture.heightPx,
    'linear',
  );
}

/** Projects the product's outline by the shadow's matrix; values are from 0 to 255. */
function projectOutline(
  { part, at }: PlacedProduct,
  { matrix: [a, b, c, d, e, f] }: ShadowShape,
  { widthPx, heightPx }: Size,
  scale: number,
): Float32Array {
  const cast = new Float32Array(widthPx * heightPx);
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-6) return cast;
  // Downscales the outline to the shadow's resolution, which averages many pixels into one.
  const outline = shrunkAlpha(part, scale);
  const [perX, perY] = [outline.widthPx / part.widthPx, outline.heightPx / part.heightPx];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [fromX, fromY] = [(x + 0.5) / scale - e, (y + 0.5) / scale - f];
      const px = ((d * fromX - c * fromY) / determinant - at.xPx) * perX;
      const py = ((a * fromY - b * fromX) / determinant - at.yPx) * perY;
      const isInside = px >= 0 && py >= 0 && px < outline.widthPx && py < outline.heightPx;
      if (isInside) cast[y * widthPx + x] = outline.data[Math.floor(py) * outline.widthPx + Math.floor(px)];
    }
  }
  return cast;
}

function shrunkAlpha({ data, widthPx, heightPx }: RgbaRaster, scale: number): AlphaRaster {
  const alpha = emptyRaster(widthPx, heightPx, 1);
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = data[i * 4 + 3];
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return resample(alpha, side(widthPx), side(heightPx), 'linear');
}

/** Contact shadow between product and background, 0 to 1; null if the product floats. */
function drawContact(
  { contact }: ShadowShape,
  { widthPx, heightPx }: Size,
  scale: number,
): Float32Array | null {
  if (contact === null) return null;
  const touch = new Float32Array(widthPx * heightPx);
  const radiusX = Math.max(1, contact.radiusXPx * scale);
  const radiusY = Math.max(1, contact.radiusYPx * scale);
  for (let y = 0; y < heightPx; y++) {
    const dy = (y + 0.5 - contact.centerYPx * scale) / radiusY;
    if (Math.abs(dy) > 1) continue;
    for (let x = 0; x < widthPx; x++) {
      const dx = (x + 0.5 - contact.centerXPx * scale) / radiusX;
      if (dx * dx + dy * dy <= 1) touch[y * widthPx + x] = contact.opacity;
    }
  }
  blur(touch, widthPx, heightPx, Math.max(0.5, radiusY / 2));
  return touch;
}

/** Position and width of the product's contact with the background, in pixels of the product. */
function measureFoot({ data, widthPx, heightPx }: RgbaRaster): { centerXPx: number; widthPx: number } {
  let [left, right] = [widthPx, -1];
  for (let y = Math.floor(heightPx * (1 - FOOT_SHARE)); y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (data[(y * widthPx + x) * 4 + 3] < OPAQUE) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  if (right < left) return { centerXPx: widthPx / 2, widthPx: widthPx / 2 };
  return { centerXPx: (left + right + 1) / 2, widthPx: right - left + 1 };
}

/**
 * Moves and scales the photo shadow along with the product. Returns the opacity of black, of 255.
 * @param shadowMap share of the background's light that isn't blocked by the shadow, over the whole photo
 * @param photoFrame size of the photo, and the product's box in it
 * @param strength 1 is the strength in the photo
 */
export function photoShade(
  shadowMap: AlphaRaster,
  photoFrame: { readonly photo: Size; readonly box: Box },
  placed: Box,
  picture: Size,
  strength: number,
): AlphaRaster {
  const { photo, box } = photoFrame;
  const [perX, perY] = [box.widthPx / placed.widthPx, box.heightPx / placed.heightPx];
  const shade = emptyRaster(picture.widthPx, picture.heightPx, 1);
  for (let y = 0; y < picture.heightPx; y++) {
    const v = (box.yPx + (y + 0.5 - placed.yPx) * perY) / photo.heightPx;
    if (v <= 0 || v >= 1) continue;
    for (let x = 0; x < picture.widthPx; x++) {
      const u = (box.xPx + (x + 0.5 - placed.xPx) * perX) / photo.widthPx;
      if (u <= 0 || u >= 1) continue;
      const fade = Math.min(1, Math.min(u, 1 - u, v, 1 - v) / FADE_SHARE);
      const darkness = (1 - sampleAt(shadowMap, u, v, 0) / 255) * strength * fade;
      if (darkness > 0)
        shade.data[y * picture.widthPx + x] = Math.round(255 - srgbOfLinear(Math.max(0, 1 - darkness)));
    }
  }
  return shade;
}
