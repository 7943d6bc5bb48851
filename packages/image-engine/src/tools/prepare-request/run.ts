import { sceneSize } from '@packshot/contract';
import type { Placement, SceneLargerSidePx } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeQuickPng } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { hasTransparency, isCutOut } from '../../pixels/raster/alpha.ts';
import { cleanUp } from '../../pixels/fill/clean-up/clean-up.ts';
import { extendColor } from '../../pixels/raster/extend-color.ts';
import { readJpegCoding } from '../../pixels/file/header/jpeg-coding.ts';
import { maskBounds } from '../../pixels/raster/mask.ts';
import { invertMask, maskPicture } from '../../pixels/scene/mask-picture.ts';
import type { MaskStyle } from '../../pixels/scene/mask-picture.ts';
import { alphaIn, onGray, placementIn, productIn } from '../../pixels/scene/product-scene.ts';
import { fittedSize } from '../../pixels/scene/provider-sizes.ts';
import type { Sizes } from '../../pixels/scene/provider-sizes.ts';
import { cropWindow, windowAround, wholeWindow } from '../../pixels/scene/provider-window.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { createCutOut } from '../../pixels/scene/cut-out.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { decodeMasked } from '../decode-masked.ts';
import { segmenter } from '../networks.ts';
import { cutAlong, segment } from '../segment.ts';
import type { Segmenter } from '../segment.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

/** Inputs that determine a scene's frame; they are the same for the request and for its response. */
interface SceneFrame {
  readonly aspectRatioId: number;
  readonly isLarger: boolean;
  readonly largerSidePx?: SceneLargerSidePx | undefined;
  /** Picture sizes that the external engine supports. */
  readonly sizes: Sizes;
}

export type PrepareRequestInput =
  | (SceneFrame & {
      readonly kind: 'scene';
      /** Cut-out, or a photo whose background is removed first; null for a scene without a product. */
      readonly product: Uint8Array | null;
      readonly placement: Placement | undefined;
      readonly maskStyle: MaskStyle;
      /** Reference picture; undefined if the user gave none or the engine accepts none. */
      readonly reference: Uint8Array | undefined;
    })
  | {
      readonly kind: 'edit';
      readonly photo: Uint8Array;
      readonly mask: Uint8Array;
      readonly sizes: Sizes;
      readonly maskStyle: MaskStyle;
      /** True to send the whole photo instead of only the surroundings of the mask. */
      readonly isWhole: boolean;
    }
  | {
      readonly kind: 'photo';
      readonly photo: Uint8Array;
      readonly sizes: Sizes;
      /** True to remove noise and JPEG artifacts first, because an upscaler would enlarge them too. */
      readonly cleanUp?: boolean | undefined;
    };

/** Pictures to send to an external engine as PNGs. Picture and mask have the same size. */
export interface PrepareRequestResult {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Width of the photo, upright and before scaling; 0 without a photo. */
  readonly sourceWidthPx: number;
  /** Picture to send; undefined for a scene without a product. */
  readonly image: Uint8Array | undefined;
  readonly mask: Uint8Array | undefined;
  readonly reference: Uint8Array | undefined;
  readonly placement: Placement | undefined;
  /** Cut-out of a scene's product; set if its background had to be removed. */
  readonly cutOut: Uint8Array | undefined;
}

export interface PrepareRequestContext extends ToolContext {
  /** Opens the segmentation network when called; whether it is needed is known only after decoding the photo. */
  readonly openSegmenter: () => Promise<Segmenter>;
}

export const keeps = [segmenter.cache];

export const run = (input: PrepareRequestInput, context: JobContext): Promise<PrepareRequestResult> =>
  prepareRequest(input, { ...context, openSegmenter: () => segmenter.open(context) });

const STAGES = { decode: 0, segment: 0.1, clean: 0.1, compose: 0.4, encode: 0.7 } as const;
/** Size limits for a reference picture; a small one suffices to convey colors, light and mood. */
const REFERENCE_SIZES: Sizes = { kind: 'any', multiplePx: 1, minSidePx: 64, maxPixels: 768 * 768 };

/**
 * Prepares the request to an external engine: pictures are decoded, upright, in sRGB, without metadata, in an accepted
 * size.
 * @throws ImageRefusal for invalid pictures; NO_SUBJECT if nothing of a product is visible, PLACEMENT_OUTSIDE if it is
 * outside of the picture, EMPTY_MASK
 * @throws the signal's reason
 */
export async function prepareRequest(
  input: PrepareRequestInput,
  context: PrepareRequestContext,
): Promise<PrepareRequestResult> {
  const stages = createStages(STAGES, context);
  const none = {
    sourceWidthPx: 0,
    image: undefined,
    mask: undefined,
    reference: undefined,
    placement: undefined,
    cutOut: undefined,
  };
  if (input.kind === 'scene') {
    const { product } = input;
    const image =
      product === null
        ? null
        : await stages.run('decode', async () => (await decodePhoto(product, context.signal)).image);
    const isPhoto = image !== null && !isCutOut(image);
    if (isPhoto) {
      await stages.run('segment', async () =>
        cutAlong(image, await segment(image, await context.openSegmenter())),
      );
    }
    const reference = await smallReference(input.reference, context);
    const frame = sceneSize(input.aspectRatioId, input.isLarger, input.largerSidePx);
    const fitted = fittedSize(frame, input.sizes);
    const size = { widthPx: fitted.widthPx, heightPx: fitted.heightPx };
    if (image === null) return { ...none, ...size, reference };
    // Uses the coverage map in the file of a transparent product, such as glass, because its alpha is too low to show
    // it.
    const { coverage } = product === null ? {} : await decodeAuxiliaryMaps(product);
    const cutOut = showsSubject(coverage ?? image) ? createCutOut(image) : undefined;
    if (cutOut === undefined) throw new ImageRefusal('NO_SUBJECT');
    const placement = placementIn(cutOut, frame, input.placement);
    const placed = await stages.run('compose', () => productIn(cutOut, placement, fitted.crop));
    if (placed === undefined) throw new ImageRefusal('PLACEMENT_OUTSIDE');
    return stages.run('encode', async () => ({
      ...size,
      sourceWidthPx: image.widthPx,
      image: await encodeQuickPng(onGray(placed, fitted)),
      mask: await encodeQuickPng(maskPicture(invertMask(alphaIn(placed, fitted)), input.maskStyle)),
      reference,
      placement,
      cutOut: isPhoto ? await encodeQuickPng(image) : undefined,
    }));
  }
  if (input.kind === 'edit') {
    const { image, mask } = await stages.run('decode', () => decodeMasked(input.photo, input.mask, context));
    const maskBox = maskBounds(mask);
    if (maskBox === undefined) throw new ImageRefusal('EMPTY_MASK');
    const window = input.isWhole
      ? wholeWindow(image, input.sizes)
      : windowAround(maskBox, image, input.sizes);
    makeOpaque(image);
    const [windowImage, drawnOn] = await stages.run(
      'compose',
      () => [cropWindow(image, window), cropWindow(mask, window)] as const,
    );
    return stages.run('encode', async () => ({
      ...none,
      sourceWidthPx: image.widthPx,
      widthPx: window.widthPx,
      heightPx: window.heightPx,
      image: await encodeQuickPng(windowImage),
      mask: await encodeQuickPng(maskPicture(drawnOn, input.maskStyle)),
    }));
  }
  const { image } = await stages.run('decode', () => decodePhoto(input.photo, context.signal));
  const sourceWidthPx = image.widthPx;
  makeOpaque(image);
  if (input.cleanUp === true) {
    const stage = { name: 'clean', start: STAGES.clean, end: STAGES.compose };
    await stages.run('clean', () => drive(cleanUp(image, readJpegCoding(input.photo)), stage, context));
  }
  const fitted = await stages.run('compose', () => scaleImage(image, input.sizes));
  const { widthPx, heightPx } = fitted;
  return stages.run('encode', async () => ({
    ...none,
    sourceWidthPx,
    widthPx,
    heightPx,
    image: await encodeQuickPng(fitted),
  }));
}

async function smallReference(
  bytes: Uint8Array | undefined,
  { signal }: ToolContext,
): Promise<Uint8Array | undefined> {
  if (bytes === undefined) return undefined;
  const { image } = await decodePhoto(bytes, signal);
  makeOpaque(image);
  return encodeQuickPng(scaleImage(image, REFERENCE_SIZES));
}

/** Scales a picture to as many pixels as the engine accepts, without enlarging it. */
function scaleImage(image: RgbaRaster, sizes: Sizes): RgbaRaster {
  const { widthPx, heightPx } = fittedSize(image, sizes);
  if (widthPx >= image.widthPx && heightPx >= image.heightPx) return image;
  return resample(image, widthPx, heightPx, 'lanczos3');
}

/**
 * Makes a picture opaque, in place, because engines ignore transparency. Transparent pixels get the colors of
 * neighboring pixels, so that no black edge is visible.
 */
function makeOpaque(image: RgbaRaster): void {
  if (!hasTransparency(image)) return;
  extendColor(image);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
}
