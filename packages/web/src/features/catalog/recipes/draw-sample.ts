/** Draws a small preview of a recipe's first output, with the engine's framing, shadow and blending. */
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { Bitmap } from '../../../lib/canvas/surface.ts';
import { isReadBackTrue } from '../../../lib/canvas/trust.ts';
import type { Recipe } from '@packshot/contract/catalog/recipe';
import { shadowOfPose } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import { likelyView } from '@packshot/contract/tools/view';
import type { Pose, ReadView } from '@packshot/contract/tools/view';
import { computedShade, layFlat, placeProduct, productBoxes, raster } from '@packshot/image-engine/pixels';

/** Longest side of the preview, in pixels; small enough to redraw while the user moves a slider. */
const PREVIEW_LONGEST_SIDE_PX = 480;
/** Alpha (0 to 255) above which a pixel counts as visible. */
const SEEN_ABOVE_ALPHA = 8;

type SampleRaster = ReturnType<typeof layFlat>;
type Boxes = NonNullable<ReturnType<typeof productBoxes>>;
type SampleBounds = Boxes['visible'];

/** Cut-out used as a sample. */
export interface Sample {
  readonly bitmap: Bitmap;
  readonly boxes: Boxes;
  /** Pose of the product; null if the camera view is unknown, in which case the product stands. */
  readonly pose: Pose | null;
}

/**
 * Reads a cut-out for the preview.
 * @param view detected camera view of the product, if any
 * @returns null if the picture isn't a cut-out, or if the browser protects canvases
 */
export async function createSample(blob: Blob, view: ReadView | null = null): Promise<Sample | null> {
  if (!(await isReadBackTrue())) return null;
  const bitmap = await decodeImage(blob);
  const pixels = drawArea(
    bitmap,
    { xPx: 0, yPx: 0, widthPx: bitmap.width, heightPx: bitmap.height },
    bitmap.width,
    bitmap.height,
  );
  if (!pixels.data.some((value, at) => at % 4 === 3 && value <= SEEN_ABOVE_ALPHA)) return null;
  const boxes = productBoxes(pixels);
  return boxes ? { bitmap, boxes, pose: likelyView(view)?.pose ?? null } : null;
}

function drawArea(bitmap: Bitmap, box: SampleBounds, widthPx: number, heightPx: number): SampleRaster {
  const part = surface(widthPx, heightPx, { isRead: true });
  part.context.drawImage(bitmap, box.xPx, box.yPx, box.widthPx, box.heightPx, 0, 0, widthPx, heightPx);
  const { data } = readPixels(part);
  return raster(new Uint8Array(data.buffer), widthPx, heightPx, 4);
}

export function previewSize(output: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, PREVIEW_LONGEST_SIDE_PX / Math.max(output.width, output.height));
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return { widthPx: side(output.width), heightPx: side(output.height) };
}

/** @returns null if only the server can draw it (a studio set) */
export function drawSample(sample: Sample, recipe: Recipe): SampleRaster | null {
  const { ground, shadow, framing } = recipe.steps;
  const [output] = recipe.outputs;
  if (ground.kind === 'set' || !output) return null;
  const size = previewSize(output);
  const at = placeProduct(sample.boxes, framing, size);
  const part = drawArea(sample.bitmap, sample.boxes.visible, at.widthPx, at.heightPx);
  const placed = { part, at };
  const shade =
    shadow.kind === 'none' || shadow.strength === 0
      ? null
      : computedShade(placed, size, toShadow(sample, shadow.strength), sample.pose);
  // A transparent background becomes white in a JPEG.
  const hex = ground.kind === 'color' ? ground.color : output.format === 'jpeg' ? '#ffffff' : null;
  return layFlat(placed, null, { color: hex === null ? null : parseColor(hex), shade }, size);
}

/** Shadow settings of the recipe, the same that the engine uses. */
export const toShadow = ({ pose }: Pick<Sample, 'pose'>, strength: number): Shadow => ({
  ...shadowOfPose(pose),
  opacity: strength,
});

function parseColor(hex: string): readonly [number, number, number] {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
