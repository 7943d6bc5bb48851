import { OUTPUT_CANVAS_CAP_PX, SCENE_LARGER_SIDE_PX } from './limits.ts';
import type { SceneLargerSidePx } from './limits.ts';

export interface AspectRatioOption {
  readonly id: number;
  /** Output width and height in pixels. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly aspectRatio: string;
  /** Value of `aspectRatio` as a number: width divided by height. */
  readonly value: number;
}

const option = (id: number, label: string, x: number, y: number): AspectRatioOption => ({
  id,
  x,
  y,
  label,
  aspectRatio: label,
  value: parseAspectRatio(label),
});

/** Aspect ratios of scenes. ID 2 is reserved. */
export const ASPECT_RATIOS: readonly AspectRatioOption[] = [
  option(5, '16:10', 1280, 800),
  option(3, '4:3', 1024, 768),
  option(4, '3:2', 1080, 720),
  option(1, '1:1', 1024, 1024),
  option(6, '3:4', 960, 1280),
];

/**
 * Parses 'a/b' or 'a:b'.
 * @returns a divided by b; 1 for anything other than two positive finite numbers
 */
export function parseAspectRatio(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*[/:]\s*(\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!match) return 1;
  const ratio = Number(match[1]) / Number(match[2]);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

/**
 * Size of a scene's picture in pixels: the aspect ratio's own size, or, with the larger-size option, the same shape
 * with `largerSidePx` on the longer side.
 * @throws RangeError for an unknown ID
 */
export function sceneSize(
  aspectRatioId: number,
  isLarger: boolean,
  largerSidePx: SceneLargerSidePx = SCENE_LARGER_SIDE_PX,
): { readonly widthPx: number; readonly heightPx: number } {
  const ratio = ASPECT_RATIOS.find(({ id }) => id === aspectRatioId);
  if (!ratio) throw new RangeError(`No aspect ratio has the id ${aspectRatioId}.`);
  const scale = isLarger ? largerSidePx / Math.max(ratio.x, ratio.y) : 1;
  return { widthPx: Math.round(ratio.x * scale), heightPx: Math.round(ratio.y * scale) };
}

/**
 * Size of the studio's drawing canvas: the largest size of the given aspect ratio that fits into the image container,
 * in whole pixels. If the larger-size option is off and both sides exceed OUTPUT_CANVAS_CAP_PX, the canvas is shrunk
 * proportionally until it fits a square of that side.
 *
 * @param container size of the image container, in device pixels
 * @param ratio width divided by height
 */
export function outputCanvasSize(
  container: { readonly widthPx: number; readonly heightPx: number },
  ratio: number,
  isLarger: boolean,
): { readonly widthPx: number; readonly heightPx: number } {
  const fitted = fittedIn(container.widthPx, container.heightPx, ratio);
  const isCapped =
    !isLarger && fitted.widthPx > OUTPUT_CANVAS_CAP_PX && fitted.heightPx > OUTPUT_CANVAS_CAP_PX;
  return isCapped ? fittedIn(OUTPUT_CANVAS_CAP_PX, OUTPUT_CANVAS_CAP_PX, ratio) : fitted;
}

/** Fits a shape into a container: rounds the limiting side down, and the other side to the nearest pixel. */
function fittedIn(
  widthPx: number,
  heightPx: number,
  ratio: number,
): { readonly widthPx: number; readonly heightPx: number } {
  const isWide = ratio > widthPx / heightPx;
  const width = Math.max(1, isWide ? Math.floor(widthPx) : Math.round(Math.floor(heightPx) * ratio));
  const height = Math.max(1, isWide ? Math.round(Math.floor(widthPx) / ratio) : Math.floor(heightPx));
  return {
    widthPx: Math.min(width, Math.max(1, Math.floor(widthPx))),
    heightPx: Math.min(height, Math.max(1, Math.floor(heightPx))),
  };
}
