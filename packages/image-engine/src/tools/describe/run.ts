import { decodePhoto } from '../../codec/decode.ts';
import { fitForModel } from '../../codec/encode.ts';
import type { ClassifierSession } from '../../models/classifier-session.ts';
import type { TextSession } from '../../models/text-session.ts';
import { extractAlpha, isCutOut } from '../../pixels/raster/alpha.ts';
import {
  DESCRIBE_SIDE_PX,
  describeProduct,
  measureProduct,
} from '../../pixels/words/describe/describe-product.ts';
import type { ProductDescription } from '../../pixels/words/describe/describe-product.ts';
import { withAlpha } from '../../pixels/words/describe/product-box.ts';
import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { classifier, printReader, segmenter as network } from '../networks.ts';
import { segment } from '../segment.ts';
import type { Segmenter } from '../segment.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { nameProduct } from './name-product.ts';
import { readPrint } from './read-print.ts';

export interface DescribeJobInput {
  /** File of the photo; a picture with transparency counts as a cut-out. */
  readonly photo: Uint8Array;
  readonly name?: string;
}

export interface DescribeResult extends ProductDescription {
  widthPx: number;
  heightPx: number;
  stagesMs: Record<string, number>;
}

export interface DescribeContext extends ToolContext {
  readonly openSegmenter: () => Promise<Segmenter>;
  readonly openReader: () => Promise<TextSession>;
  readonly openClassifier: () => Promise<Pick<ClassifierSession, 'classify'>>;
}

export const keeps = [network.cache, printReader.cache, classifier.cache];

/**
 * Keeps either the segmentation network or the text networks open, because each takes 300 MB. Reopening one takes a
 * quarter of a second.
 */
export const run = (input: DescribeJobInput, context: JobContext): Promise<DescribeResult> =>
  describe(input, {
    ...context,
    openSegmenter: async () => {
      await printReader.cache.evict();
      return network.open(context);
    },
    openReader: async () => {
      await network.cache.evict();
      return printReader.open(context);
    },
    openClassifier: () => classifier.open(context),
  });

const STAGES = { decode: 0, segment: 0.1, measure: 0.55, name: 0.63, read: 0.65 } as const;

/**
 * Describes the product in an untrusted photo in one or two sentences from measurements; `finalDescription` is null if
 * the measurements don't suffice. The product is recognized only if the user entered no name. Throws ImageRefusal for an invalid file, and the reason of the abort signal.
 */
export async function describe(
  { photo, name }: DescribeJobInput,
  context: DescribeContext,
): Promise<DescribeResult> {
  const stages = createStages(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(photo, context.signal));
  const mask = await stages.run('segment', () => productMask(image, context));
  const measures = await stages.run('measure', async () => {
    const cutOut = await measurable(image, mask);
    await context.checkpoint();
    return measureProduct(cutOut);
  });
  const noun = name === undefined ? await stages.run('name', () => nameProduct(image, mask, context)) : null;
  const lines = await stages.run('read', () => readPrint(image, mask, context));
  const description = describeProduct(measures, { lines, name: name ?? null, noun });
  const { widthPx, heightPx } = image;
  return { ...description, widthPx, heightPx, stagesMs: stages.durationsMs };
}

/** Mask of the product: the cut-out's own alpha or the network's mask; empty if the network finds no object. */
async function productMask(image: RgbaRaster, { openSegmenter }: DescribeContext): Promise<AlphaRaster> {
  if (isCutOut(image)) return extractAlpha(image);
  try {
    return (await segment(image, await openSegmenter())).mask;
  } catch (error) {
    if (error instanceof ImageRefusal && error.code === 'NO_SUBJECT') return emptyRaster(1, 1, 1);
    throw error;
  }
}

/** Reduces the cut-out to the size at which it is measured. */
async function measurable(image: RgbaRaster, mask: AlphaRaster): Promise<RgbaRaster> {
  const scale = Math.min(1, DESCRIBE_SIDE_PX / Math.max(image.widthPx, image.heightPx));
  const widthPx = Math.max(1, Math.round(image.widthPx * scale));
  const heightPx = Math.max(1, Math.round(image.heightPx * scale));
  return withAlpha(await fitForModel(image, widthPx, heightPx), resample(mask, widthPx, heightPx, 'linear'));
}
