import { decodePhoto } from '../../codec/decode.ts';
import { encodeStandardWebp } from '../../codec/encode.ts';
import { hasTransparency, visibleBounds } from '../../pixels/alpha.ts';
import type { ImageFormat } from '../../pixels/header/probe.ts';
import type { Box, RgbaRaster } from '../../pixels/raster.ts';
import { stagesOf } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface InspectInput {
  readonly picture: Uint8Array;
}

export interface InspectResult {
  readonly format: ImageFormat;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** What is seen of a picture with transparency; null without, and where nothing is. */
  readonly product: Box | null;
  /** Of the pixels along the sides: how many are white, opaque and exactly 255, 0 to 1. */
  readonly whiteEdge: number;
  /** WebP, small enough to be shown to a model. */
  readonly preview: Uint8Array;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, inspect: 0.6, encode: 0.8 } as const;

/** Models see no more of a picture than this. */
const PREVIEW_LONGEST_SIDE_PX = 768;
/** Where a product is nearly transparent, it ends. */
const SEEN_ABOVE_ALPHA = 8;

/** Decodes an untrusted picture and measures it. Throws ImageRefusal for a file at fault, and the signal's reason. */
export async function run({ picture }: InspectInput, context: ToolContext): Promise<InspectResult> {
  const stages = stagesOf(STAGES, context);
  const { image, format } = await stages.run('decode', () => decodePhoto(picture, context.signal));
  await context.checkpoint();
  const measured = await stages.run('inspect', async () => {
    const isTransparent = hasTransparency(image);
    return {
      hasTransparency: isTransparent,
      product: isTransparent ? (visibleBounds(image, SEEN_ABOVE_ALPHA) ?? null) : null,
      whiteEdge: whiteShareOfEdge(image),
    };
  });
  const preview = await stages.run('encode', () => encodeStandardWebp(image, PREVIEW_LONGEST_SIDE_PX));
  const { widthPx, heightPx } = image;
  return { format, widthPx, heightPx, ...measured, preview, stagesMs: stages.durationsMs };
}

function whiteShareOfEdge({ data, widthPx, heightPx }: RgbaRaster): number {
  let [white, total] = [0, 0];
  const count = (x: number, y: number): void => {
    const at = (y * widthPx + x) * 4;
    total += 1;
    if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255 && data[at + 3] === 255) white += 1;
  };
  for (let x = 0; x < widthPx; x++) for (const y of new Set([0, heightPx - 1])) count(x, y);
  for (let y = 1; y < heightPx - 1; y++) for (const x of new Set([0, widthPx - 1])) count(x, y);
  return white / total;
}
