/** Draws strokes on a canvas. A mask is opaque in drawn areas and transparent elsewhere, until `exportMask` makes it white on black. */
import { encodeSurface, readPixels, surface, writePixels } from '../../../../lib/canvas/surface.ts';
import type { Surface } from '../../../../lib/canvas/surface.ts';
import { blur } from '@packshot/image-engine/pixels';
import { standingStrokes } from '../../model/strokes.ts';
import type { Stroke } from '../../model/strokes.ts';
import type { PixelSize } from '../../model/size.ts';
import type { MaskPart } from './services.ts';

/** Longest side of a displayed mask, in pixels; a larger mask would slow down drawing without a visible difference. */
export const DISPLAY_LONGEST_SIDE_PX = 2048;
/** Largest number of pixels in a sent mask, because phones can't draw larger canvases. */
const EXPORT_MAX_PIXELS = 16_000_000;

/** Canvas size for a mask in whole pixels; `scale` is canvas pixels per pixel of the picture. */
export interface MaskGrid extends PixelSize {
  readonly scale: number;
}

function toGrid(image: PixelSize, scale: number): MaskGrid {
  return {
    scale,
    widthPx: Math.max(1, Math.round(image.widthPx * scale)),
    heightPx: Math.max(1, Math.round(image.heightPx * scale)),
  };
}

/** Grid of the largest mask that the page shows: the photo's size, limited to `DISPLAY_LONGEST_SIDE_PX`. */
export const displayGrid = (image: PixelSize): MaskGrid =>
  toGrid(image, Math.min(1, DISPLAY_LONGEST_SIDE_PX / Math.max(image.widthPx, image.heightPx)));

/** Smallest length of a displayed mask's longest side, in pixels, so that users can judge edges on small screens. */
const SEEN_LEAST_SIDE_PX = 640;

/**
 * Grid of the whole picture with one canvas pixel per screen pixel, which avoids scaling in every frame of a stroke.
 * Never finer than `displayGrid`.
 * @param density screen pixels per picture pixel
 */
export function seenGrid(image: PixelSize, density: number): MaskGrid {
  const finest = displayGrid(image);
  const least = SEEN_LEAST_SIDE_PX / Math.max(image.widthPx, image.heightPx);
  const scale = Math.max(density, least);
  return scale >= finest.scale ? finest : toGrid(image, scale);
}

/** Grid of a mask that is sent: the photo's size, limited to the largest canvas. */
export const exportGrid = (image: PixelSize): MaskGrid =>
  toGrid(image, Math.min(1, Math.sqrt(EXPORT_MAX_PIXELS / (image.widthPx * image.heightPx))));

/** Methods of a 2D context that drawing uses, so that tests can replace it. */
export type MaskContext = Pick<
  CanvasRenderingContext2D,
  | 'globalCompositeOperation'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'clearRect'
>;

/**
 * Clears the canvas and draws the whole mask.
 * @param color opaque color of drawn areas
 */
export function drawMask(
  context: MaskContext,
  strokes: readonly Stroke[],
  grid: MaskGrid,
  color: string,
): void {
  context.clearRect(0, 0, grid.widthPx, grid.heightPx);
  for (const stroke of standingStrokes(strokes)) drawStroke(context, stroke, grid, color);
}

export function drawStroke(context: MaskContext, stroke: Stroke, grid: MaskGrid, color: string): void {
  context.fillStyle = color;
  context.globalCompositeOperation = 'source-over';
  switch (stroke.tool) {
    case 'brush':
    case 'eraser':
      drawLine(context, stroke.tool, stroke.points, stroke.radiusPx, grid, color);
      break;
    case 'lasso':
      trace(context, stroke.points, grid.scale);
      context.closePath();
      context.fill();
      break;
    case 'rectangle': {
      const { x, y, widthPx, heightPx } = toRectangle(stroke.points, grid.scale);
      context.fillRect(x, y, widthPx, heightPx);
      break;
    }
    case 'invert':
      // Filling everything with 'xor' inverts the mask.
      context.globalCompositeOperation = 'xor';
      context.fillRect(0, 0, grid.widthPx, grid.heightPx);
      break;
    case 'clear':
      context.clearRect(0, 0, grid.widthPx, grid.heightPx);
      break;
  }
  context.globalCompositeOperation = 'source-over';
}

/**
 * Draws the line of a brush or eraser through points (x and y alternately, in pixels of the picture). A stroke in
 * progress is drawn in pieces; overlapping pieces look like the whole line, because the color is opaque.
 */
export function drawLine(
  context: MaskContext,
  tool: 'brush' | 'eraser',
  points: readonly number[],
  radiusPx: number,
  grid: MaskGrid,
  color: string,
): void {
  const [x, y] = points;
  if (x === undefined || y === undefined) return;
  context.globalCompositeOperation = tool === 'eraser' ? 'destination-out' : 'source-over';
  context.fillStyle = color;
  context.strokeStyle = color;
  if (points.length === 2) {
    context.beginPath();
    context.arc(x * grid.scale, y * grid.scale, radiusPx * grid.scale, 0, Math.PI * 2);
    context.fill();
  } else {
    context.lineWidth = radiusPx * 2 * grid.scale;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    trace(context, points, grid.scale);
    context.stroke();
  }
  context.globalCompositeOperation = 'source-over';
}

function trace(context: MaskContext, points: readonly number[], scale: number): void {
  context.beginPath();
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = (points[at] ?? 0) * scale;
    const y = (points[at + 1] ?? 0) * scale;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

/** Axis-aligned rectangle between two opposite corners. */
export function toRectangle(points: readonly number[], scale: number): PixelSize & { x: number; y: number } {
  const [ax = 0, ay = 0, bx = ax, by = ay] = points;
  return {
    x: Math.min(ax, bx) * scale,
    y: Math.min(ay, by) * scale,
    widthPx: Math.abs(bx - ax) * scale,
    heightPx: Math.abs(by - ay) * scale,
  };
}

const createCanvas = (grid: PixelSize): Surface => surface(grid.widthPx, grid.heightPx, { isRead: true });

/** Longest side at which a mask is examined for drawn pixels. */
const PROBE_LONGEST_SIDE_PX = 1024;

function coversAnything(strokes: readonly Stroke[], image: PixelSize): boolean {
  const grid = toGrid(image, Math.min(1, PROBE_LONGEST_SIDE_PX / Math.max(image.widthPx, image.heightPx)));
  const strokeMask = createCanvas(grid);
  drawMask(strokeMask.context, strokes, grid, '#fff');
  const { data } = readPixels(strokeMask);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= 8) return true;
  return false;
}

/** Longest side of a mask with a soft edge, which is blurred anyway. */
const SOFT_LONGEST_SIDE_PX = 2048;

/**
 * Encodes a mask as a PNG of the photo's shape, white on black.
 * @param feather width of the soft edge, as a share of the photo's longest side; extends equally to both sides of the
 * edge
 * @param more gaps and shadow to add
 * @returns null if nothing is drawn, or everything was erased
 */
export async function exportMask(
  strokes: readonly Stroke[],
  image: PixelSize,
  feather: number,
  more: MaskPart | null = null,
): Promise<Blob | null> {
  if (!coversAnything(strokes, image)) return null;
  const longestPx = Math.max(image.widthPx, image.heightPx);
  const grid =
    feather === 0 ? exportGrid(image) : toGrid(image, Math.min(1, SOFT_LONGEST_SIDE_PX / longestPx));
  const strokeMask = createCanvas(grid);
  const { context } = strokeMask;
  drawMask(context, strokes, grid, '#fff');
  if (more) context.drawImage(drawMaskPart(more, '#fff').canvas, 0, 0, grid.widthPx, grid.heightPx);
  if (feather > 0) soften(strokeMask, grid, (feather * longestPx * grid.scale) / FEATHER_SIGMAS);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#000';
  context.fillRect(0, 0, grid.widthPx, grid.heightPx);
  return encodeSurface(strokeMask, 'image/png');
}

export function paintPart(
  context: CanvasRenderingContext2D,
  { widthPx, heightPx, alpha }: MaskPart,
  color: string,
): void {
  context.putImageData(alphaImage({ widthPx, heightPx, alpha }), 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, widthPx, heightPx);
  context.globalCompositeOperation = 'source-over';
}

function alphaImage({ widthPx, heightPx, alpha }: MaskPart): ImageData {
  const image = new ImageData(widthPx, heightPx);
  for (const [i, value] of alpha.entries()) image.data[i * 4 + 3] = value;
  return image;
}

function drawMaskPart(mask: MaskPart, color: string): Surface {
  const { widthPx, heightPx } = mask;
  const part = createCanvas(mask);
  writePixels(part, alphaImage(mask));
  part.context.globalCompositeOperation = 'source-in';
  part.context.fillStyle = color;
  part.context.fillRect(0, 0, widthPx, heightPx);
  return part;
}

/** Draws strokes and returns the alpha of each pixel; the raster's longest side is limited. */
export function toRaster(strokes: readonly Stroke[], image: PixelSize, longestSidePx: number): MaskPart {
  const grid = toGrid(image, Math.min(1, longestSidePx / Math.max(image.widthPx, image.heightPx)));
  const strokeMask = createCanvas(grid);
  drawMask(strokeMask.context, strokes, grid, '#fff');
  const { data } = readPixels(strokeMask);
  const alpha = Uint8Array.from({ length: grid.widthPx * grid.heightPx }, (_, i) => data[i * 4 + 3] ?? 0);
  return { widthPx: grid.widthPx, heightPx: grid.heightPx, alpha };
}

/** Width of a blurred edge, in standard deviations of the blur; beyond it, the blur is invisible. */
export const FEATHER_SIGMAS = 4;

/** Blurs the drawing with the engine's box filter, because not every browser can blur a canvas. */
function soften(strokeMask: Surface, { widthPx, heightPx }: MaskGrid, sigmaPx: number): void {
  const image = readPixels(strokeMask);
  const alpha = Float32Array.from({ length: widthPx * heightPx }, (_, at) => image.data[at * 4 + 3] ?? 0);
  blur(alpha, widthPx, heightPx, sigmaPx);
  alpha.forEach((value, at) => image.data.set([255, 255, 255, Math.round(value)], at * 4));
  writePixels(strokeMask, image);
}
