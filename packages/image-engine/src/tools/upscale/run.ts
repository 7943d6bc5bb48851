import type { UpscaleFactor, UpscaleMode } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { clearHiddenColor, hasTransparency } from '../../pixels/raster/alpha.ts';
import { clampToSource, enlargeFaithfully } from '../../pixels/raster/enlarge-faithfully.ts';
import { cleanUp } from '../../pixels/fill/clean-up/clean-up.ts';
import { extendColor } from '../../pixels/raster/extend-color.ts';
import { readJpegCoding } from '../../pixels/file/header/jpeg-coding.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { upscaler } from '../networks.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { assertUpscalable, enlargeTiled } from './enlarge-tiled.ts';
import type { Enlarger } from './enlarge-tiled.ts';

/** Network that enlarges pictures by NETWORK_FACTOR. */
export interface UpscaleNetwork {
  enlarge(picture: RgbRaster): Promise<RgbRaster>;
}

export interface UpscaleJobInput {
  readonly photo: Uint8Array;
  readonly factor: UpscaleFactor;
  /** Mode: `faithful` interpolates quickly without adding detail; `detailed`, the default, redraws edges by a network. */
  readonly mode?: UpscaleMode | undefined;
  /** True to remove visible noise and JPEG artifacts first; false by default. */
  readonly cleansUp?: boolean | undefined;
}

export interface UpscaleContext extends ToolContext {
  /** Network for enlarging; undefined for the faithful mode. */
  readonly network: UpscaleNetwork | undefined;
}

export interface UpscaleResult extends Renditions {
  stagesMs: Record<string, number>;
}

export const keeps = [upscaler.cache];

export const run = async (input: UpscaleJobInput, context: JobContext): Promise<UpscaleResult> =>
  upscale(input, {
    ...context,
    network: input.mode === 'faithful' ? undefined : await upscaler.open(context),
  });

const STAGES = { decode: 0, clean: 0.05, enlarge: 0.05, encode: 0.9 } as const;
/** Stages of a job that cleans the photo first. */
const CLEANING_STAGES = { ...STAGES, enlarge: 0.35 } as const;

const NETWORK_FACTOR = 4;
/**
 * Maximum deviation of colors that the network draws from the range of the photo around them, relative to this range.
 * The value costs nothing measurable, and keeps a white background white, where the network alone would deviate by
 * some levels.
 */
const COLOR_EXCESS = 0.5;
/**
 * Tiles for the network. `sidePx`: the job can stop after each run of the network, which takes less than half a second
 * for 192 px on two idle cores; 256 px would save 9 % of the time. `overlapPx`: pixels farther than 12 px change the
 * network's result by less than 0.002 levels, farther than 16 px only by float rounding.
 */
const TILE = { sidePx: 192, overlapPx: 16 } as const;

/**
 * Decodes untrusted bytes and enlarges the photo.
 * @throws ImageRefusal UPSCALE_TOO_LARGE if the result would exceed UPSCALE_MAX_SIDE_PX; NO_SUBJECT if nothing in the
 * photo is visible
 * @throws the signal's reason
 */
export async function upscale(
  { photo, factor, cleansUp: isCleaned = false }: UpscaleJobInput,
  context: UpscaleContext,
): Promise<UpscaleResult> {
  const starts = isCleaned ? CLEANING_STAGES : STAGES;
  const stages = createStages(starts, context);
  const { image } = await stages.run('decode', () => decodePhoto(photo, context.signal));
  assertUpscalable(image.widthPx, image.heightPx, factor);
  // Refuses a photo without visible content, so that users don't pay for an invisible result.
  const maps = await decodeAuxiliaryMaps(photo);
  if (!showsSubject(maps.coverage ?? image)) throw new ImageRefusal('NO_SUBJECT');
  const { network } = context;
  const enlarger =
    network === undefined ? createInterpolator(factor) : createNetworkEnlarger(network, factor);
  const isCutOut = hasTransparency(image);
  if (isCutOut) extendColor(image);
  if (isCleaned) {
    const stage = { name: 'clean', start: starts.clean, end: starts.enlarge };
    await stages.run('clean', () => drive(cleanUp(image, readJpegCoding(photo)), stage, context));
  }
  const enlarged = await stages.run('enlarge', async () => {
    const result = await enlargeTiled(image, enlarger, {
      ...TILE,
      checkpoint: context.checkpoint,
      onTile: (fraction) =>
        context.onProgress(starts.enlarge + (starts.encode - starts.enlarge) * fraction, 'enlarge'),
    });
    if (isCutOut) clearHiddenColor(result);
    return result;
  });
  const renditions = await stages.run('encode', () => encodeRenditions(enlarged, () => maps));
  return { ...renditions, stagesMs: stages.durationsMs };
}

/** Creates an enlarger that interpolates, without a network. */
export const createInterpolator = (factor: UpscaleFactor): Enlarger => ({
  factor,
  color: (part) => enlargeFaithfully(part, factor),
  alpha: (part) => enlargeFaithfully(part, factor),
});

/**
 * Creates an enlarger with a network. For factor 2, the picture is enlarged four times and halved: this is measurably
 * better than the related network trained for factor 2 (0.3 to 3.6 dB of luminance), and one network serves both
 * factors.
 */
export function createNetworkEnlarger(network: UpscaleNetwork, factor: UpscaleFactor): Enlarger {
  const enlarge = async (part: RgbRaster): Promise<RgbRaster> => {
    const enlargedPart = await network.enlarge(part);
    if (factor === NETWORK_FACTOR) return enlargedPart;
    return resample(enlargedPart, part.widthPx * factor, part.heightPx * factor, 'cubic');
  };
  return {
    factor,
    async color(part) {
      const color = await enlarge(part);
      clampToSource(part, color, factor, COLOR_EXCESS);
      return color;
    },
    // Enlarges alpha as a gray picture, so that its edges are as sharp as the colors' edges and in the same positions.
    async alpha(part) {
      const alpha = firstChannel(await enlarge(asGray(part)));
      clampToSource(part, alpha, factor, 0);
      return alpha;
    },
  };
}

function asGray({ data, widthPx, heightPx }: AlphaRaster): RgbRaster {
  const gray = new Uint8Array(data.length * 3);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) gray.fill(data[i], at, at + 3);
  return raster(gray, widthPx, heightPx, 3);
}

function firstChannel({ data, widthPx, heightPx }: RgbRaster): AlphaRaster {
  const values = new Uint8Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < values.length; i++, at += 3) values[i] = data[at];
  return raster(values, widthPx, heightPx, 1);
}
