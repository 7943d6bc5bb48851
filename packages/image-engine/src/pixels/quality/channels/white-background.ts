/** Makes the background of a product pure white without changing any pixel of the product. */
import { emptyRaster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { readEdge } from './picture-edge.ts';
import { distance, detectBackground } from './even-background.ts';
import type { BackgroundColor } from './even-background.ts';
import { toPixelSource } from './pixel-source.ts';

export const WHITE: BackgroundColor = [255, 255, 255];

export const onWhite = (image: RgbaRaster): RgbaRaster => onColor(image, WHITE);

/** Composes a picture on a color. Opaque pixels keep their color exactly. */
export function onColor({ data, widthPx, heightPx }: RgbaRaster, color: BackgroundColor): RgbaRaster {
  const laid = emptyRaster(widthPx, heightPx, 4);
  for (let i = 0; i < data.length; i += 4) {
    const share = data[i + 3] / 255;
    for (let c = 0; c < 3; c++) laid.data[i + c] = Math.round(color[c] + (data[i + c] - color[c]) * share);
    laid.data[i + 3] = 255;
  }
  return laid;
}

/** Minimum level of each channel for a nearly white background. */
const NEARLY_WHITE_FROM = 245;
/**
 * Maximum deviation of a background pixel in any channel, in levels; a larger one belongs to a shadow or the product.
 */
const SAME_LEVELS = 5;
/**
 * Maximum number of passes down and up the picture. Background that winds through a product more often isn't reached,
 * so it isn't whitened.
 */
const MOST_PASSES = 8;

/**
 * Whitens the background of a picture if it is nearly white, without a neural network.
 * @returns null for another background, which requires a cut-out
 */
export function whitenBackground(image: RgbaRaster): RgbaRaster | null {
  const background = detectBackground(readEdge(toPixelSource(image)));
  if (background.kind === 'clear') return onWhite(image);
  if (background.kind === 'scene' || Math.min(...background.color) < NEARLY_WHITE_FROM) return null;
  const isGround = backgroundFromEdge(image, background.color);
  const white = emptyRaster(image.widthPx, image.heightPx, 4);
  white.data.set(image.data);
  for (let pixel = 0; pixel < isGround.length; pixel++)
    if (isGround[pixel] === 1) white.data.fill(255, pixel * 4, pixel * 4 + 4);
  return white;
}

/** Marks pixels with 1 if they have the background's color and are connected to the picture's edge. */
function backgroundFromEdge({ data, widthPx, heightPx }: RgbaRaster, color: BackgroundColor): Uint8Array {
  const backgroundMarks = new Uint8Array(widthPx * heightPx);
  const isLike = (pixel: number): boolean => distance(data, pixel * 4, color) <= SAME_LEVELS;
  const reaches = (x: number, y: number, pixel: number): boolean =>
    x === 0 ||
    y === 0 ||
    x === widthPx - 1 ||
    y === heightPx - 1 ||
    backgroundMarks[pixel - 1] === 1 ||
    backgroundMarks[pixel + 1] === 1 ||
    backgroundMarks[pixel - widthPx] === 1 ||
    backgroundMarks[pixel + widthPx] === 1;
  for (let pass = 0, isNew = true; isNew && pass < MOST_PASSES; pass++) {
    isNew = false;
    const look = (x: number, y: number): void => {
      const pixel = y * widthPx + x;
      if (backgroundMarks[pixel] === 1 || !reaches(x, y, pixel) || !isLike(pixel)) return;
      backgroundMarks[pixel] = 1;
      isNew = true;
    };
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) look(x, y);
      for (let x = widthPx - 1; x >= 0; x--) look(x, y);
    }
    for (let y = heightPx - 1; y >= 0; y--) {
      for (let x = 0; x < widthPx; x++) look(x, y);
      for (let x = widthPx - 1; x >= 0; x--) look(x, y);
    }
  }
  return backgroundMarks;
}
