import { decodePhoto, decodeScaled } from '../../codec/decode.ts';
import { detectImageFormat } from '../../pixels/file/header/probe.ts';
import { readAuxiliaryMaps } from '../../pixels/file/map-container.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { hasHiddenColors } from '../../pixels/quality/hidden-colors.ts';
import { LAYER_FINENESS, measureResemblance } from '../../pixels/quality/resemblance.ts';
import type { DrawnLayer, PictureTransform, Resemblance } from '../../pixels/quality/resemblance.ts';
import { countedPixels, pixelPlace } from '../../pixels/quality/whole-pixels.ts';
import type { CountedProduct } from '../../pixels/quality/whole-pixels.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { Size } from '../../pixels/raster/box.ts';

interface PictureInFile {
  readonly bytes: Uint8Array;
  readonly matrix: PictureTransform;
  /** True if the server made the picture; only then is the photo shadow in its file trusted. */
  readonly isOwn: boolean;
}

export interface RecognizeInput {
  /** File to check: PNG, JPEG or WebP. */
  readonly file: Uint8Array;
  /**
   * Pictures from which the file was drawn according to the client, the top one first, each with the matrix from its
   * pixels to the file's.
   */
  readonly pictures: readonly PictureInFile[];
  /** Background color below the pictures in sRGB, or null if transparent. */
  readonly ground: readonly [number, number, number] | null;
}

export interface RecognizeResult extends Resemblance {
  widthPx: number;
  heightPx: number;
  /** True if a visible part of the top picture is outside of the file. */
  isCropped: boolean;
  /** Largest factor by which a picture was enlarged in any direction. */
  enlargement: number;
  /** Largest ratio between the scale factors of a picture's two directions. */
  stretch: number;
  /** True if fully transparent pixels of the file have colors. */
  hasHiddenColors: boolean;
  /** True if the top picture is completely opaque, so that it isn't a cut-out of a product. */
  isTopWhole: boolean;
  /**
   * Number of the top picture's opaque pixels, and how many of them changed, if the file shows the picture losslessly,
   * pixel for pixel; otherwise null.
   */
  product: CountedProduct | null;
  /** Side of a comparison cell in pixels of the file. */
  cellSidePx: number;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, compare: 0.6, hidden: 0.7, count: 0.8 } as const;

/**
 * Maximum number of cells along the longest side, and minimum side of a cell. The letters of a label then span several
 * cells, and encoding errors of single pixels average out.
 */
const LONGEST_SIDE_CELLS = 480;
const CELL_SIDE_PX = 3;
/** Minimum number of cells along the longest side, unless the file has fewer pixels. */
const FEWEST_CELLS = 64;

/**
 * Compares a file with the pictures from which it was drawn according to the client. Throws ImageRefusal for an
 * invalid file, and the reason of the abort signal.
 */
export async function run(
  { file, pictures, ground }: RecognizeInput,
  context: ToolContext,
): Promise<RecognizeResult> {
  const { signal, checkpoint } = context;
  const stages = createStages(STAGES, context);
  const [cells, layers] = await stages.run('decode', async () => {
    const whole = await decodeScaled(
      file,
      (size) => {
        const longestPx = Math.max(size.widthPx, size.heightPx);
        const cells = Math.min(LONGEST_SIDE_CELLS, Math.max(FEWEST_CELLS, longestPx / CELL_SIDE_PX));
        const scale = Math.min(1, cells / longestPx);
        return { scales: [scale, scale] };
      },
      signal,
    );
    const drawnLayers: (DrawnLayer & { isCropped: boolean })[] = [];
    for (const picture of pictures) {
      await checkpoint();
      drawnLayers.push(await createLayer(picture, whole, signal));
    }
    return [whole, drawnLayers] as const;
  });
  const resemblance = await stages.run('compare', () => measureResemblance(cells.image, layers, ground));
  const { widthPx, heightPx } = cells;
  const isCropped = layers[0]?.isCropped ?? false;
  const isHiding = await stages.run('hidden', () => isHidingColors(file, cells.image, signal));
  const isTopWhole = layers[0] !== undefined && isOpaque(layers[0].image);
  const [top] = pictures;
  const product =
    top === undefined || isTopWhole ? null : await stages.run('count', () => countIn(file, top, signal));
  const scales = pictures.map(({ matrix }) => computeScales(matrix));
  return {
    ...resemblance,
    widthPx,
    heightPx,
    isCropped,
    hasHiddenColors: isHiding,
    isTopWhole,
    product,
    cellSidePx: widthPx / cells.image.widthPx,
    enlargement: Math.max(...scales.map(([most]) => most)),
    stretch: Math.max(...scales.map(([most, least]) => most / Math.max(least, Number.MIN_VALUE))),
    stagesMs: stages.durationsMs,
  };
}

/**
 * Checks a file with transparency for colors in transparent pixels, at its full size, because reducing it would
 * premultiply by alpha.
 */
async function isHidingColors(file: Uint8Array, cells: RgbaRaster, signal: AbortSignal): Promise<boolean> {
  if (isOpaque(cells)) return false;
  const { image } = await decodePhoto(file, signal);
  return hasHiddenColors(image, detectImageFormat(file) === 'png');
}

const isOpaque = ({ data }: RgbaRaster): boolean => data.every((value, i) => i % 4 !== 3 || value === 255);

/**
 * Counts changed pixels in a PNG. Returns null for other formats, because browsers write them with losses that change
 * every pixel slightly, and for a picture that isn't drawn pixel for pixel.
 */
async function countIn(
  file: Uint8Array,
  { bytes, matrix }: PictureInFile,
  signal: AbortSignal,
): Promise<CountedProduct | null> {
  if (detectImageFormat(file) !== 'png') return null;
  const { image: product } = await decodePhoto(bytes, signal);
  const place = pixelPlace(matrix, product.widthPx);
  if (place === null) return null;
  return countedPixels((await decodePhoto(file, signal)).image, product, place);
}

interface Scaled {
  readonly image: { readonly widthPx: number; readonly heightPx: number };
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Converts a matrix that maps to a file's pixels into one that maps to cells. */
function inCells(
  [a, b, c, d, e, f]: PictureTransform,
  { image, widthPx, heightPx }: Scaled,
): PictureTransform {
  const [across, down] = [image.widthPx / widthPx, image.heightPx / heightPx];
  return [a * across, b * down, c * across, d * down, e * across, f * down];
}

/** Largest and smallest scale factor of a matrix: its singular values. */
function computeScales([a, b, c, d]: PictureTransform): readonly [most: number, least: number] {
  const squares = a * a + b * b + c * c + d * d;
  const area = Math.abs(a * d - b * c);
  const most = Math.sqrt((squares + Math.sqrt(Math.max(0, squares ** 2 - 4 * area ** 2))) / 2);
  return [most, most === 0 ? 0 : area / most];
}

/**
 * Decodes a layer at a resolution slightly above that of the cells, so that each cell averages all that it shows;
 * limited to the region inside the file.
 */
async function createLayer(
  { bytes, matrix, isOwn }: PictureInFile,
  whole: Scaled,
  signal: AbortSignal,
): Promise<DrawnLayer & { isCropped: boolean }> {
  const inWhole = inCells(matrix, whole);
  const [a, b, c, d, e, f] = inWhole;
  const toLayerScale = (cells: number): number => Math.min(1, LAYER_FINENESS * cells);
  const scales = [toLayerScale(Math.hypot(a, b)), toLayerScale(Math.hypot(c, d))] as const;
  const chooseVisible = (size: Size) => {
    const part = partShown(inWhole, size, whole.image);
    return { scales, ...(part && { part }) };
  };
  const { image, part, widthPx, heightPx } = await decodeScaled(bytes, chooseVisible, signal);
  const [across, down] = [part.widthPx / image.widthPx, part.heightPx / image.heightPx];
  const [x, y] = [a * part.xPx + c * part.yPx + e, b * part.xPx + d * part.yPx + f];
  const toCells = [a * across, b * across, c * down, d * down, x, y] as const;
  const photoShadow = isOwn ? await readPhotoShadow(bytes, part, { widthPx, heightPx }, signal) : undefined;
  const isCropped =
    isBeyond(matrix, { widthPx, heightPx }, whole) && isSeenBeyond(image, toCells, whole.image);
  return { image, toCells, photoShadow, isCropped };
}

/** Margin around the visible region, for interpolation between cells and for rounded matrices. */
const MARGIN_CELLS = 2;

/** Region of a picture that is visible in the file, in whole pixels with a margin; null if the matrix has no inverse. */
function partShown(
  [a, b, c, d, e, f]: PictureTransform,
  { widthPx, heightPx }: Size,
  cells: Size,
): Box | null {
  const area = a * d - b * c;
  if (!(Math.abs(area) > 1e-12)) return null;
  const corners = [-MARGIN_CELLS, cells.widthPx + MARGIN_CELLS].flatMap((x) =>
    [-MARGIN_CELLS, cells.heightPx + MARGIN_CELLS].map((y) => [
      (d * (x - e) - c * (y - f)) / area,
      (a * (y - f) - b * (x - e)) / area,
    ]),
  );
  const within = (at: number, length: number): number => Math.min(length, Math.max(0, at));
  const side = (axis: 0 | 1, length: number): readonly [number, number] => {
    const ends = corners.map((corner) => corner[axis] ?? 0);
    const from = Math.min(length - 1, Math.floor(within(Math.min(...ends), length)));
    return [from, Math.max(1, Math.ceil(within(Math.max(...ends), length)) - from)];
  };
  const [[xPx, partWidthPx], [yPx, partHeightPx]] = [side(0, widthPx), side(1, heightPx)];
  return { xPx, yPx, widthPx: partWidthPx, heightPx: partHeightPx };
}

/** Shadow map in the file of a cut-out, converted to the share of light that the shadow blocks. */
async function readPhotoShadow(
  bytes: Uint8Array,
  part: Box,
  { widthPx, heightPx }: Size,
  signal: AbortSignal,
): Promise<RgbaRaster | undefined> {
  const { photoShadow } = readAuxiliaryMaps(bytes);
  if (photoShadow === undefined) return undefined;
  const { image } = await decodeScaled(
    photoShadow,
    (plane) => {
      const [across, down] = [plane.widthPx / widthPx, plane.heightPx / heightPx];
      const xPx = Math.min(plane.widthPx - 1, Math.floor(part.xPx * across));
      const yPx = Math.min(plane.heightPx - 1, Math.floor(part.yPx * down));
      const sides = {
        widthPx: Math.max(1, Math.min(plane.widthPx - xPx, Math.round(part.widthPx * across))),
        heightPx: Math.max(1, Math.min(plane.heightPx - yPx, Math.round(part.heightPx * down))),
      };
      return { scales: [1, 1], part: { xPx, yPx, ...sides } };
    },
    signal,
  );
  const samples = image.data.map((_value, i) => (i % 4 === 3 ? 255 - (image.data[i - 3] ?? 255) : 0));
  return raster(new Uint8Array(samples), image.widthPx, image.heightPx, 4);
}

/** Tolerance in pixels for content outside of the file, because the sizes of drawn pictures are rounded. */
const EDGE_PX = 1.5;

/** Maximum alpha of pixels that may be outside of the file without counting as cropped. */
const SEEN_ALPHA = 10;
/** Number of cells outside the file's edge that may contain colors from inside. */
const EDGE_CELLS = 1;

/** True if visible content is just outside of the file; empty space around a product doesn't count. */
function isSeenBeyond(
  { data, widthPx, heightPx }: RgbaRaster,
  toCells: PictureTransform,
  cells: Size,
): boolean {
  const [a, b, c, d, e, f] = toCells;
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if ((data[(y * widthPx + x) * 4 + 3] ?? 0) <= SEEN_ALPHA) continue;
      const [across, down] = [a * (x + 0.5) + c * (y + 0.5) + e, b * (x + 0.5) + d * (y + 0.5) + f];
      const isOutside = (at: number, length: number): boolean => at < -EDGE_CELLS || at > length + EDGE_CELLS;
      if (isOutside(across, cells.widthPx) || isOutside(down, cells.heightPx)) return true;
    }
  }
  return false;
}

/** True if a corner of the picture is outside of the file. */
function isBeyond([a, b, c, d, e, f]: PictureTransform, picture: Size, file: Size): boolean {
  return [0, picture.widthPx].some((x) =>
    [0, picture.heightPx].some((y) => {
      const [across, down] = [a * x + c * y + e, b * x + d * y + f];
      const isInside = (at: number, length: number): boolean => at >= -EDGE_PX && at <= length + EDGE_PX;
      return !isInside(across, file.widthPx) || !isInside(down, file.heightPx);
    }),
  );
}
