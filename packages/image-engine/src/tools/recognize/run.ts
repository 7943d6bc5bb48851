import { decodeScaled } from '../../codec/decode.ts';
import { resemblanceOf } from '../../pixels/recognize/resemblance.ts';
import type { DrawnLayer, Matrix, Resemblance } from '../../pixels/recognize/resemblance.ts';
import { stagesOf } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface RecognizeInput {
  /** PNG, JPEG or WebP. */
  readonly file: Uint8Array;
  /** What it is said to be drawn from, the uppermost first, each with its matrix from its pixels to the file's. */
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly matrix: Matrix }[];
  /** sRGB; null: nothing is below them. */
  readonly ground: readonly [number, number, number] | null;
}

export interface RecognizeResult extends Resemblance {
  /** Of the file. */
  widthPx: number;
  heightPx: number;
  /** Something of the uppermost picture lies outside. */
  isCropped: boolean;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, compare: 0.7 } as const;

/** Letters of a product's label are several cells large, and what an encoder does to a pixel is lost in one. */
const LONGEST_SIDE_CELLS = 480;
const CELL_SIDE_PX = 3;
/** Fewer show nothing. */
const FEWEST_CELLS = 64;

/** Throws ImageRefusal for a file at fault, and the signal's reason. */
export async function run(
  { file, pictures, ground }: RecognizeInput,
  context: ToolContext,
): Promise<RecognizeResult> {
  const { signal, checkpoint } = context;
  const stages = stagesOf(STAGES, context);
  const [cells, layers] = await stages.run('decode', async () => {
    const whole = await decodeScaled(
      file,
      (size) => {
        const longestPx = Math.max(size.widthPx, size.heightPx);
        const cells = Math.min(LONGEST_SIDE_CELLS, Math.max(FEWEST_CELLS, longestPx / CELL_SIDE_PX));
        const scale = Math.min(1, cells / longestPx);
        return [scale, scale];
      },
      signal,
    );
    const drawn: (DrawnLayer & { isCropped: boolean })[] = [];
    for (const { bytes, matrix } of pictures) {
      await checkpoint();
      drawn.push(await layerOf(bytes, matrix, whole, signal));
    }
    return [whole, drawn] as const;
  });
  const resemblance = await stages.run('compare', () => resemblanceOf(cells.image, layers, ground));
  const { widthPx, heightPx } = cells;
  const isCropped = layers[0]?.isCropped ?? false;
  return { ...resemblance, widthPx, heightPx, isCropped, stagesMs: stages.durationsMs };
}

interface Scaled {
  readonly image: { readonly widthPx: number; readonly heightPx: number };
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What leads to a file's pixels, leading to cells. */
function inCells([a, b, c, d, e, f]: Matrix, { image, widthPx, heightPx }: Scaled): Matrix {
  const [across, down] = [image.widthPx / widthPx, image.heightPx / heightPx];
  return [a * across, b * down, c * across, d * down, e * across, f * down];
}

/** As coarse as the cells, so that each of them is a mean of all that it shows. */
async function layerOf(
  bytes: Uint8Array,
  matrix: Matrix,
  whole: Scaled,
  signal: AbortSignal,
): Promise<DrawnLayer & { isCropped: boolean }> {
  const [a, b, c, d, e, f] = inCells(matrix, whole);
  const scales = [Math.min(1, Math.hypot(a, b)), Math.min(1, Math.hypot(c, d))] as const;
  const { image, widthPx, heightPx } = await decodeScaled(bytes, () => scales, signal);
  const [across, down] = [widthPx / image.widthPx, heightPx / image.heightPx];
  const toCells = [a * across, b * across, c * down, d * down, e, f] as const;
  return { image, toCells, isCropped: isBeyond(matrix, { widthPx, heightPx }, whole) };
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sizes are whole, so that a drawn picture's may be missed by a pixel. */
const EDGE_PX = 1.5;

/** A corner of the picture lies outside of the file. */
function isBeyond([a, b, c, d, e, f]: Matrix, picture: Size, file: Size): boolean {
  return [0, picture.widthPx].some((x) =>
    [0, picture.heightPx].some((y) => {
      const [across, down] = [a * x + c * y + e, b * x + d * y + f];
      const isInside = (at: number, length: number): boolean => at >= -EDGE_PX && at <= length + EDGE_PX;
      return !isInside(across, file.widthPx) || !isInside(down, file.heightPx);
    }),
  );
}
