/**
 * Position of the picture on the stage. Screen pixels are CSS pixels from the stage's top left corner. Image pixels are
 * pixels of the photo. Both have branded types, so that code can't mix them up.
 */
import { clamp } from './clamp.ts';

declare const unit: unique symbol;
export type ScreenPx = number & { readonly [unit]: 'screen' };
export type ImagePx = number & { readonly [unit]: 'image' };

export interface ScreenPoint {
  readonly x: ScreenPx;
  readonly y: ScreenPx;
}
export interface ImagePoint {
  readonly x: ImagePx;
  readonly y: ImagePx;
}
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}
/** Stage: its size in screen pixels, the insets covered by floating controls, and the device pixel ratio. */
export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly insets: Insets;
  readonly devicePixelRatio: number;
}
/** `scale` is screen pixels per image pixel; `offset` is the position of the image's top left corner. */
export interface ViewTransform {
  readonly scale: number;
  readonly offset: ScreenPoint;
}

/** Largest zoom factor: at eight device pixels per photo pixel, users can count the pixels of an edge. */
const MAX_ZOOM = 8;
/** Largest enlargement by the Fit button; beyond it the picture only gets more blurred. */
export const MAX_FIT_ZOOM = 2;
/** Enlargement from which Fit enlarges the picture; below it, Fit shows the picture at 100 %. */
const NEARLY_ACTUAL = 1.25;
/** Size of the part of the picture that always stays on the stage, so that users can't lose the picture. */
const KEEP_VISIBLE_PX = 64;
/** Zoom levels of the buttons and keys; wheel and pinch gestures zoom continuously. */
const ZOOM_STOPS: readonly number[] = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/**
 * Creates a point on the stage.
 * @param x CSS pixels from the stage's left edge
 * @param y CSS pixels from the stage's upper edge
 */
export const screenPoint = (x: number, y: number): ScreenPoint => ({ x: x as ScreenPx, y: y as ScreenPx });
/**
 * Creates a point in the picture.
 * @param x pixels from the picture's left edge
 * @param y pixels from the picture's upper edge
 */
export const imagePoint = (x: number, y: number): ImagePoint => ({ x: x as ImagePx, y: y as ImagePx });

export const toScreen = (view: ViewTransform, point: ImagePoint): ScreenPoint =>
  screenPoint(view.offset.x + point.x * view.scale, view.offset.y + point.y * view.scale);

export const toImage = (view: ViewTransform, point: ScreenPoint): ImagePoint =>
  imagePoint((point.x - view.offset.x) / view.scale, (point.y - view.offset.y) / view.scale);

/** Zoom factor: 1 means one photo pixel per device pixel, shown to users as 100 %. */
export const toZoom = (view: ViewTransform, viewport: Viewport): number =>
  view.scale * viewport.devicePixelRatio;

const toScale = (zoom: number, viewport: Viewport): number => zoom / viewport.devicePixelRatio;

function freeArea({ widthPx, heightPx, insets }: Viewport): {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
} {
  return {
    left: insets.left,
    top: insets.top,
    widthPx: Math.max(1, widthPx - insets.left - insets.right),
    heightPx: Math.max(1, heightPx - insets.top - insets.bottom),
  };
}

/** Scale (screen pixels per image pixel) at which the whole picture fits the free area. */
export function fitScale(viewport: Viewport, image: ImageSize): number {
  const free = freeArea(viewport);
  const whole = Math.min(free.widthPx / image.widthPx, free.heightPx / image.heightPx);
  const actual = toScale(1, viewport);
  // Shows the picture at 100 %, because a slight enlargement would only blur it.
  if (whole > actual && whole < actual * NEARLY_ACTUAL) return actual;
  return Math.min(whole, toScale(MAX_FIT_ZOOM, viewport));
}

/** Smallest and largest scale: half of Fit (at most 100 %), and 800 % (or Fit, for a tiny picture). */
export function scaleLimits(viewport: Viewport, image: ImageSize): { min: number; max: number } {
  const fit = fitScale(viewport, image);
  return {
    min: Math.min(fit / 2, toScale(1, viewport)),
    max: Math.max(toScale(MAX_ZOOM, viewport), fit),
  };
}

function centerView(scale: number, viewport: Viewport, image: ImageSize): ViewTransform {
  const free = freeArea(viewport);
  return {
    scale,
    offset: screenPoint(
      free.left + (free.widthPx - image.widthPx * scale) / 2,
      free.top + (free.heightPx - image.heightPx * scale) / 2,
    ),
  };
}

export const fitView = (viewport: Viewport, image: ImageSize): ViewTransform =>
  snapToDevicePixels(centerView(fitScale(viewport, image), viewport, image), viewport);

/**
 * Moves the picture's corner to a whole device pixel. At 100 %, each photo pixel is then exactly one device pixel, and
 * nothing is resampled.
 */
function snapToDevicePixels(view: ViewTransform, viewport: Viewport): ViewTransform {
  const ratio = viewport.devicePixelRatio;
  const snap = (value: number): number => Math.round(value * ratio) / ratio;
  return { scale: view.scale, offset: screenPoint(snap(view.offset.x), snap(view.offset.y)) };
}

/** Limits a view so that at least `KEEP_VISIBLE_PX` of the picture (or all of it, if smaller) stay on the stage. */
export function clampView(view: ViewTransform, viewport: Viewport, image: ImageSize): ViewTransform {
  const along = (offset: number, stagePx: number, imagePx: number): number => {
    const sizePx = imagePx * view.scale;
    const keepPx = Math.min(KEEP_VISIBLE_PX, sizePx, stagePx);
    return clamp(offset, keepPx - sizePx, stagePx - keepPx);
  };
  return {
    scale: view.scale,
    offset: screenPoint(
      along(view.offset.x, viewport.widthPx, image.widthPx),
      along(view.offset.y, viewport.heightPx, image.heightPx),
    ),
  };
}

/** Share of the free area that a larger picture must cover while the user moves it. */
const KEEP_COVERED = 1 / 3;

/**
 * Moves the picture by screen pixels. At or below the Fit scale it stays centered. Above, a side that fits into the
 * free area stays inside it, and a longer side covers at least a third of it.
 */
export function panBy(
  view: ViewTransform,
  dx: number,
  dy: number,
  viewport: Viewport,
  image: ImageSize,
): ViewTransform {
  if (view.scale <= fitScale(viewport, image))
    return snapToDevicePixels(centerView(view.scale, viewport, image), viewport);
  const free = freeArea(viewport);
  const along = (offset: number, start: number, freePx: number, sizePx: number): number => {
    const end = start + freePx;
    if (sizePx <= freePx) return clamp(offset, start, end - sizePx);
    const keepPx = Math.min(sizePx, Math.max(KEEP_VISIBLE_PX, freePx * KEEP_COVERED), freePx);
    return clamp(offset, start + keepPx - sizePx, end - keepPx);
  };
  const moved = {
    x: along(view.offset.x + dx, free.left, free.widthPx, image.widthPx * view.scale),
    y: along(view.offset.y + dy, free.top, free.heightPx, image.heightPx * view.scale),
  };
  return { scale: view.scale, offset: screenPoint(moved.x, moved.y) };
}

/**
 * Zooms so that the image point under `anchor` stays at this position. At or below the Fit scale the whole picture is
 * visible, so it is centered.
 * @param scale wanted screen pixels per image pixel; limited to `scaleLimits`
 */
export function zoomAt(
  view: ViewTransform,
  scale: number,
  anchor: ScreenPoint,
  viewport: Viewport,
  image: ImageSize,
): ViewTransform {
  const limits = scaleLimits(viewport, image);
  const next = clamp(scale, limits.min, limits.max);
  if (next <= fitScale(viewport, image)) return centerView(next, viewport, image);
  const point = toImage(view, anchor);
  const moved = {
    scale: next,
    offset: screenPoint(anchor.x - point.x * next, anchor.y - point.y * next),
  };
  return clampView(moved, viewport, image);
}

/** Zooms to 100 % around a point: exactly one photo pixel per device pixel. */
export const actualSizeAt = (
  view: ViewTransform,
  anchor: ScreenPoint,
  viewport: Viewport,
  image: ImageSize,
): ViewTransform => snapToDevicePixels(zoomAt(view, toScale(1, viewport), anchor, viewport, image), viewport);

/** Next zoom level above (1) or below (-1) the current zoom, as a scale. */
export function nextStop(view: ViewTransform, direction: 1 | -1, viewport: Viewport): number {
  const zoom = toZoom(view, viewport);
  // The factors are a tolerance for rounding, so that the search doesn't find the current level again.
  const stop =
    direction === 1
      ? ZOOM_STOPS.find((candidate) => candidate > zoom * 1.001)
      : ZOOM_STOPS.findLast((candidate) => candidate < zoom * 0.999);
  return toScale(stop ?? (direction === 1 ? MAX_ZOOM : zoom / 2), viewport);
}

/**
 * View after the stage was resized, with the same image point in the stage's center if the limits of `panBy` allow
 * it.
 */
export function keepCenter(
  view: ViewTransform,
  before: Viewport,
  after: Viewport,
  image: ImageSize,
): ViewTransform {
  const dx = (after.widthPx - before.widthPx) / 2;
  const dy = (after.heightPx - before.heightPx) / 2;
  return panBy(view, dx, dy, after, image);
}

/** Center of the stage's free area; zooming by buttons and keys leaves this point in place. */
export function viewportCenter(viewport: Viewport): ScreenPoint {
  const free = freeArea(viewport);
  return screenPoint(free.left + free.widthPx / 2, free.top + free.heightPx / 2);
}

/**
 * Position of the comparison line on the stage: if zooming has moved it off the stage, it is moved back inside so that
 * the user can drag it.
 * @param fraction 0 (left edge of the image) to 1
 */
export function visibleSplit(
  fraction: number,
  view: ViewTransform,
  viewport: Viewport,
  image: ImageSize,
): number {
  const gripPx = 28;
  const low = toImage(view, screenPoint(gripPx, 0)).x / image.widthPx;
  const high = toImage(view, screenPoint(viewport.widthPx - gripPx, 0)).x / image.widthPx;
  return clamp(clamp(fraction, low, high), 0, 1);
}
