import { decodePhoto } from '../../codec/decode.ts';
import { fitForModel } from '../../codec/encode.ts';
import { createTextReader, OCR_MAX_PIXELS } from '../../models/ocr.ts';
import type { ReadLine, TextReader } from '../../models/ocr.ts';
import { alphaOf, isCutOut } from '../../pixels/alpha.ts';
import { DESCRIBE_SIDE_PX, describeProduct, measureProduct } from '../../pixels/describe/describe.ts';
import type { ProductDescription } from '../../pixels/describe/describe.ts';
import { grayOfProduct, productBox, withAlpha } from '../../pixels/describe/picture-to-read.ts';
import { crop, emptyRaster } from '../../pixels/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster.ts';
import { ImageRefusal } from '../../pixels/refusal.ts';
import { resample } from '../../pixels/resample.ts';
import { segmenter as network } from '../networks.ts';
import { segment } from '../segment.ts';
import type { Segmenter } from '../segment.ts';
import { stagesOf } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

export interface DescribeInput {
  /** PNG, JPEG, WebP or HEIC; one with transparency is taken for a cut-out. */
  readonly photo: Uint8Array;
}

export interface DescribeResult extends ProductDescription {
  widthPx: number;
  heightPx: number;
  stagesMs: Record<string, number>;
}

export interface DescribeContext extends ToolContext {
  readonly segmenter: Segmenter;
  readonly reader: TextReader;
}

export const keeps = [network.kept];

/** Its process holds the data of a language. */
let opened: TextReader | undefined;

export async function run(input: DescribeInput, context: JobContext): Promise<DescribeResult> {
  const segmenter = await network.open(context);
  opened ??= createTextReader();
  return describe(input, { ...context, segmenter, reader: opened });
}

/** The stages in order, each with the share of the work that is done when it starts. */
const STAGES = { decode: 0, segment: 0.1, measure: 0.55, read: 0.65 } as const;

/** Print of 20 to 40 px is read best: small photos are enlarged to this, never by more than the factor. */
const READ_SIDE_PX = 1_100;
const READ_MAX_ENLARGEMENT = 2;
/** Grain disappears at this size, and with it hundreds of letters that are none and ten seconds; large print stays. */
const READ_TEXTURED_SIDE_PX = 450;

/**
 * Describes the product in an untrusted photo in one or two sentences of what was measured; `finalDescription` is null when nothing stands
 * out in it. Throws ImageRefusal (a file's faults) and the signal's reason.
 */
export async function describe({ photo }: DescribeInput, context: DescribeContext): Promise<DescribeResult> {
  const stages = stagesOf(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(photo, context.signal));
  const mask = await stages.run('segment', () => productMask(image, context.segmenter));
  const measures = await stages.run('measure', async () => {
    const cutOut = await measurable(image, mask);
    await context.checkpoint();
    return measureProduct(cutOut);
  });
  const lines = await stages.run('read', () => readProduct(image, mask, measures.textured, context));
  const description = describeProduct(measures, lines);
  const { widthPx, heightPx } = image;
  return { ...description, widthPx, heightPx, stagesMs: stages.durationsMs };
}

/** The cut-out's own alpha, or what the network finds; nothing where nothing stands out. */
async function productMask(image: RgbaRaster, segmenter: Segmenter): Promise<AlphaRaster> {
  if (isCutOut(image)) return alphaOf(image);
  try {
    return (await segment(image, segmenter)).mask;
  } catch (error) {
    if (error instanceof ImageRefusal && error.code === 'NO_SUBJECT') return emptyRaster(1, 1, 1);
    throw error;
  }
}

/** Reads what stands on the product, and nothing around it. */
async function readProduct(
  image: RgbaRaster,
  mask: AlphaRaster,
  textured: boolean,
  { reader, signal, checkpoint }: DescribeContext,
): Promise<readonly ReadLine[]> {
  const box = productBox(mask, image);
  if (box === undefined) return [];
  const { widthPx, heightPx } = box.inPhoto;
  const scale = Math.min(
    READ_MAX_ENLARGEMENT,
    (textured ? READ_TEXTURED_SIDE_PX : READ_SIDE_PX) / Math.max(widthPx, heightPx),
    Math.sqrt(OCR_MAX_PIXELS / (widthPx * heightPx)),
  );
  const width = Math.max(1, Math.floor(widthPx * scale));
  const height = Math.max(1, Math.floor(heightPx * scale));
  const color = await fitForModel(crop(image, box.inPhoto), width, height);
  const alpha = resample(crop(mask, box.inMask), width, height, 'linear');
  await checkpoint();
  return reader.read(grayOfProduct(color, alpha), signal);
}

/** The cut-out at the size on which it is measured. */
async function measurable(image: RgbaRaster, mask: AlphaRaster): Promise<RgbaRaster> {
  const scale = Math.min(1, DESCRIBE_SIDE_PX / Math.max(image.widthPx, image.heightPx));
  const widthPx = Math.max(1, Math.round(image.widthPx * scale));
  const heightPx = Math.max(1, Math.round(image.heightPx * scale));
  return withAlpha(await fitForModel(image, widthPx, heightPx), resample(mask, widthPx, heightPx, 'linear'));
}
