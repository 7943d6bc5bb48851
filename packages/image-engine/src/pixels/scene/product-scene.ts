import type { Placement } from '@packshot/contract';
import { extractAlpha } from '../raster/alpha.ts';
import { applyShadow, shadeBackground } from '../light/harmonize/apply-light.ts';
import { planFor } from '../light/harmonize/plan-light.ts';
import { maskBounds } from '../raster/mask.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { defaultPlacement } from '../stage/placement.ts';
import type { CutOut } from './cut-out.ts';
import { poseProduct } from './posed-product.ts';
import { onCanvas } from './separate.ts';
import { portion } from '../raster/work.ts';
import type { Work } from '../raster/work.ts';
import type { FittedSize } from './provider-sizes.ts';

/** Default position and maximum size of a product, as shares of the picture, as in most product photos. */
const USUAL_STAGE = { footX: 0.5, footY: 0.86, maxWidth: 0.64, maxHeight: 0.68 } as const;
/** Gray level of the background, light enough for dark products and dark enough for white ones. */
const GRAY = 176;
/** Strength of an added contact shadow; a stronger one looks painted. */
const SHADOW_STRENGTH = 0.85;

export const placementIn = (
  cutOut: CutOut,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  placement: Placement | undefined,
): Placement => placement ?? defaultPlacement(USUAL_STAGE, cutOut, widthPx / heightPx);

/** Renders only the product, at its position in a picture of this size; undefined if none of it would be visible. */
export function productIn(
  cutOut: CutOut,
  placement: Placement,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): RgbaRaster | undefined {
  const posed = poseProduct(cutOut, placement, { widthPx, heightPx });
  if (posed === undefined) return undefined;
  const product = raster(onCanvas([posed], widthPx, heightPx), widthPx, heightPx, 4);
  return maskBounds(extractAlpha(product)) === undefined ? undefined : product;
}

/**
 * Product on gray as input for a generative engine, at the size of the engine's result and within the crop with the
 * requested aspect ratio.
 */
export function onGray(product: RgbaRaster, { widthPx, heightPx, crop }: FittedSize): RgbaRaster {
  const canvas = emptyRaster(widthPx, heightPx, 4);
  canvas.data.fill(GRAY);
  for (let i = 3; i < canvas.data.length; i += 4) canvas.data[i] = 255;
  compositeOver(canvas, product, crop.xPx, crop.yPx);
  return canvas;
}

/** Alpha of the product at the size of a generative engine's result. */
export function alphaIn(product: RgbaRaster, { widthPx, heightPx, crop }: FittedSize): AlphaRaster {
  const canvas = emptyRaster(widthPx, heightPx, 1);
  for (let y = 0; y < product.heightPx; y++) {
    const to = (crop.yPx + y) * widthPx + crop.xPx;
    for (let x = 0; x < product.widthPx; x++) {
      canvas.data[to + x] = product.data[(y * product.widthPx + x) * 4 + 3];
    }
  }
  return canvas;
}

/** Composites a picture with transparency over an opaque one, in place. Opaque pixels are copied exactly. */
export function compositeOver(under: RgbaRaster, over: RgbaRaster, xPx = 0, yPx = 0): void {
  for (let y = 0; y < over.heightPx; y++) {
    for (let x = 0; x < over.widthPx; x++) {
      const from = (y * over.widthPx + x) * 4;
      const alpha = over.data[from + 3];
      if (alpha === 0) continue;
      const to = ((y + yPx) * under.widthPx + x + xPx) * 4;
      const share = alpha / 255;
      for (let c = 0; c < 3; c++) {
        under.data[to + c] = Math.round(over.data[from + c] * share + under.data[to + c] * (1 - share));
      }
    }
  }
}

/** Crops a generative engine's result to the requested aspect ratio and size. */
export function cropToFrame(
  providedPicture: RgbaRaster,
  fitted: FittedSize,
  frame: { widthPx: number; heightPx: number },
): RgbaRaster {
  // Engines may round sizes, so the crop is scaled to the result's actual size.
  const [scaleX, scaleY] = [
    providedPicture.widthPx / fitted.widthPx,
    providedPicture.heightPx / fitted.heightPx,
  ];
  const xPx = Math.min(providedPicture.widthPx - 1, Math.round(fitted.crop.xPx * scaleX));
  const yPx = Math.min(providedPicture.heightPx - 1, Math.round(fitted.crop.yPx * scaleY));
  const widthPx = Math.max(
    1,
    Math.min(providedPicture.widthPx - xPx, Math.round(fitted.crop.widthPx * scaleX)),
  );
  const heightPx = Math.max(
    1,
    Math.min(providedPicture.heightPx - yPx, Math.round(fitted.crop.heightPx * scaleY)),
  );
  const part = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    const from = ((yPx + y) * providedPicture.widthPx + xPx) * 4;
    part.set(providedPicture.data.subarray(from, from + widthPx * 4), y * widthPx * 4);
  }
  const cut = raster(part, widthPx, heightPx, 4);
  for (let i = 3; i < part.length; i += 4) part[i] = 255;
  if (widthPx === frame.widthPx && heightPx === frame.heightPx) return cut;
  return resample(cut, frame.widthPx, frame.heightPx, widthPx > frame.widthPx ? 'lanczos3' : 'cubic');
}

/** Paints a missing contact shadow, in place. Does nothing if the picture shows a shadow already, or no ground. */
export function* addMissingShadow(image: RgbaRaster, product: RgbaRaster): Work {
  const alpha = extractAlpha(product);
  const bounds = maskBounds(alpha);
  if (bounds === undefined) return;
  const plan = yield* portion(planFor(image, alpha, bounds), 0, 0.8);
  if (plan === undefined) return;
  const shaded = shadeBackground([plan.shadow], SHADOW_STRENGTH);
  if (shaded === undefined) return;
  yield* portion(applyShadow(image, alpha, { plan, shaded }), 0.8, 1);
}
