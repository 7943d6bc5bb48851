import { blurStack } from './blur-stack.ts';
import type { BlurStack } from './blur-stack.ts';
import { resampleLight } from '../raster/light-raster.ts';
import { remember } from '../raster/remember.ts';
import type { Outline } from './outline.ts';

/** Reduced outline of a product at increasing blurs, with a margin around it. */
export interface OutlineStack {
  readonly stack: BlurStack;
  /**
   * Values of the first level, `widthPx` × `heightPx` in size; the outline covers `w` × `h` of them, after the margin.
   */
  readonly data: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly w: number;
  readonly h: number;
  readonly margin: number;
  /** Number of pixels of the first level per pixel of the outline. */
  readonly scale: number;
}

type Silhouette = Pick<Outline, 'widthPx' | 'heightPx' | 'alpha'>;

/**
 * Builds the blurred versions of an outline.
 * @param sidePx longer side of the reduced outline
 * @param marginShare margin on each side, as a share of the longer side
 */
export const outlineStack = (outline: Silhouette, sidePx: number, marginShare: number): OutlineStack =>
  remember(outline, `stack ${sidePx} ${marginShare}`, () => buildStack(outline, sidePx, marginShare));

function buildStack(
  { widthPx, heightPx, alpha }: Silhouette,
  sidePx: number,
  marginShare: number,
): OutlineStack {
  const scale = Math.min(1, sidePx / Math.max(widthPx, heightPx));
  const w = Math.max(2, Math.round(widthPx * scale));
  const h = Math.max(2, Math.round(heightPx * scale));
  const margin = Math.ceil(marginShare * Math.max(w, h));
  const small = resampleLight({ widthPx, heightPx, data: alpha }, 1, w, h, 'linear');
  const [stackW, stackH] = [w + 2 * margin, h + 2 * margin];
  const data = new Float32Array(stackW * stackH);
  for (let y = 0; y < h; y++) data.set(small.subarray(y * w, (y + 1) * w), (y + margin) * stackW + margin);
  return {
    stack: blurStack(data, stackW, stackH),
    data,
    widthPx: stackW,
    heightPx: stackH,
    w,
    h,
    margin,
    scale,
  };
}
