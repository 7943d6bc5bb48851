import { sceneSize } from '@packshot/contract';
import type { Placement, SceneLargerSidePx, Shadow, UpscaleFactor } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { extractAlpha, clearHiddenColor, hasTransparency } from '../../pixels/raster/alpha.ts';
import { replaceMixedColors } from '../../pixels/matte/foreground.ts';
import { maskBounds } from '../../pixels/raster/mask.ts';
import { expectedAsIs, productWithin } from '../../pixels/quality/expected-product.ts';
import type { ExpectedProduct } from '../../pixels/quality/expected-product.ts';
import { addMissingShadow, cropToFrame, compositeOver, productIn } from '../../pixels/scene/product-scene.ts';
import { fittedSize } from '../../pixels/scene/provider-sizes.ts';
import type { Sizes } from '../../pixels/scene/provider-sizes.ts';
import { pasteWindow, windowAround, wholeWindow } from '../../pixels/scene/provider-window.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { createCutOut } from '../../pixels/scene/cut-out.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { measureIntegrity } from '../integrity-report.ts';
import type { IntegrityReport } from '../integrity-report.ts';
import { decodeMasked } from '../decode-masked.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export type FinishResponseInput = {
  /** Picture that the external engine returned; untrusted. */
  readonly picture: Uint8Array;
} & (
  | {
      readonly kind: 'scene';
      readonly aspectRatioId: number;
      readonly isLarger: boolean;
      readonly largerSidePx?: SceneLargerSidePx | undefined;
      /** Sizes that the engine supports, by which the request was prepared. */
      readonly sizes: Sizes;
      /** Cut-out that was prepared for the request, or null for a scene without a product. */
      readonly product: Uint8Array | null;
      readonly placement: Placement | undefined;
      readonly shadow: Shadow['kind'];
      /** True to paste the product's original pixels over the engine's result. */
      readonly keepsProduct: boolean;
    }
  | {
      readonly kind: 'edit';
      readonly photo: Uint8Array;
      readonly mask: Uint8Array;
      readonly sizes: Sizes;
      readonly isWhole: boolean;
      /** Share of the engine's result that is blended in, 0 to 1. */
      readonly strength: number;
      /**
       * True if the mask covers a product: its missing contact shadow is added, and its pixels are compared with the
       * photo's.
       */
      readonly addsShadow: boolean;
    }
  | { readonly kind: 'cut-out'; readonly photo: Uint8Array }
  | { readonly kind: 'upscale'; readonly photo: Uint8Array; readonly factor: UpscaleFactor }
);

export interface FinishResponseResult extends Renditions {
  /** Integrity report for a scene with a product, or for a relit product. */
  productPixels: IntegrityReport | undefined;
}

const STAGES = { decode: 0, compose: 0.3, encode: 0.75 } as const;

/**
 * Converts an engine's picture to the tool's result: a scene, usually around the product's own pixels; an edit inside
 * its mask; the photo's own pixels with another alpha; or a photo enlarged exactly two or four times.
 * @throws ImageRefusal ENGINE_BAD_ANSWER for a picture of the engine that can't be decoded or used; others as the
 * embedded tools do
 * @throws the signal's reason
 */
export async function run(input: FinishResponseInput, context: ToolContext): Promise<FinishResponseResult> {
  const stages = createStages(STAGES, context);
  const providedPicture = await stages.run('decode', () => decodeProvided(input.picture, context));
  const part = { name: 'compose', start: STAGES.compose, end: STAGES.encode };
  const { image, product } = await stages.run('compose', async (): Promise<ComposedResponse> => {
    switch (input.kind) {
      case 'scene':
        return composeScene(providedPicture, input, context, part);
      case 'edit':
        return composeEdit(providedPicture, input, context, part);
      case 'cut-out':
        return { image: await cutOutBy(providedPicture, input.photo, context), product: null };
      case 'upscale':
        return {
          image: await enlargedTo(providedPicture, input.photo, input.factor, context),
          product: null,
        };
    }
  });
  return stages.run('encode', async () => {
    const renditions = await encodeRenditions(image);
    const productPixels =
      product === null
        ? undefined
        : await measureIntegrity(product, renditions.full, {
            comparedWith: input.kind === 'edit' ? 'pasted' : 'cut-out',
          });
    return { ...renditions, productPixels };
  });
}

interface ComposedResponse {
  readonly image: RgbaRaster;
  /** Expected appearance of the product in the result, or null if it isn't compared. */
  readonly product: ExpectedProduct | null;
}

async function decodeProvided(bytes: Uint8Array, { signal }: ToolContext): Promise<RgbaRaster> {
  try {
    return (await decodePhoto(bytes, signal)).image;
  } catch (error) {
    // The invalid file comes from the engine, not from the user, so the error must say so.
    if (error instanceof ImageRefusal) throw new ImageRefusal('ENGINE_BAD_ANSWER', { cause: error });
    throw error;
  }
}

type ProgressStage = Parameters<typeof drive>[1];

async function composeScene(
  providedPicture: RgbaRaster,
  input: Extract<FinishResponseInput, { kind: 'scene' }>,
  context: ToolContext,
  part: ProgressStage,
): Promise<ComposedResponse> {
  const frame = sceneSize(input.aspectRatioId, input.isLarger, input.largerSidePx);
  const image = cropToFrame(providedPicture, fittedSize(frame, input.sizes), frame);
  if (input.product === null || input.placement === undefined) return { image, product: null };
  const { image: photo } = await decodePhoto(input.product, context.signal);
  const cutOut = createCutOut(photo);
  const product = cutOut && productIn(cutOut, input.placement, frame);
  if (product === undefined) throw new ImageRefusal('NO_SUBJECT');
  if (!input.keepsProduct) return { image, product: expectedAsIs(product) };
  compositeOver(image, product);
  if (input.shadow === 'contact' || input.shadow === 'photo')
    await drive(addMissingShadow(image, product), part, context);
  return { image, product: expectedAsIs(product) };
}

async function composeEdit(
  providedPicture: RgbaRaster,
  {
    photo,
    mask: maskBytes,
    sizes,
    isWhole,
    strength,
    addsShadow,
  }: Extract<FinishResponseInput, { kind: 'edit' }>,
  context: ToolContext,
  part: ProgressStage,
): Promise<ComposedResponse> {
  const { image, mask } = await decodeMasked(photo, maskBytes, context);
  const maskBox = maskBounds(mask);
  if (maskBox === undefined) throw new ImageRefusal('EMPTY_MASK');
  const window = isWhole ? wholeWindow(image, sizes) : windowAround(maskBox, image, sizes);
  const before = addsShadow ? productWithin(image, mask, maskBox) : undefined;
  pasteWindow(image, providedPicture, mask, window, strength);
  if (before === undefined) return { image, product: null };
  const product = raster(image.data.slice(), image.widthPx, image.heightPx, 4);
  for (let i = 0; i < mask.data.length; i++) product.data[i * 4 + 3] = mask.data[i];
  await drive(addMissingShadow(image, product), part, context);
  return { image, product: expectedAsIs(before, maskBox.xPx, maskBox.yPx) };
}

/** Combines the photo's own pixels with the alpha of the engine's cut-out. */
async function cutOutBy(
  providedPicture: RgbaRaster,
  photo: Uint8Array,
  { signal }: ToolContext,
): Promise<RgbaRaster> {
  if (!hasTransparency(providedPicture)) throw new ImageRefusal('ENGINE_BAD_ANSWER');
  const { image } = await decodePhoto(photo, signal);
  const alpha = extractAlpha(providedPicture);
  const fitted =
    alpha.widthPx === image.widthPx && alpha.heightPx === image.heightPx
      ? alpha
      : resample(alpha, image.widthPx, image.heightPx);
  for (let i = 0; i < fitted.data.length; i++) {
    image.data[i * 4 + 3] = Math.min(image.data[i * 4 + 3], fitted.data[i]);
  }
  if (!showsSubject(image)) throw new ImageRefusal('NO_SUBJECT');
  replaceMixedColors(image);
  return image;
}

async function enlargedTo(
  providedPicture: RgbaRaster,
  photo: Uint8Array,
  factor: UpscaleFactor,
  { signal }: ToolContext,
): Promise<RgbaRaster> {
  const { image } = await decodePhoto(photo, signal);
  const [widthPx, heightPx] = [image.widthPx * factor, image.heightPx * factor];
  const exact =
    providedPicture.widthPx === widthPx && providedPicture.heightPx === heightPx
      ? providedPicture
      : resample(providedPicture, widthPx, heightPx, 'lanczos3');
  if (!hasTransparency(image)) {
    for (let i = 3; i < exact.data.length; i += 4) exact.data[i] = 255;
    return exact;
  }
  const alpha = resample(extractAlpha(image), widthPx, heightPx);
  for (let i = 0; i < alpha.data.length; i++) exact.data[i * 4 + 3] = alpha.data[i];
  clearHiddenColor(exact);
  return exact;
}
