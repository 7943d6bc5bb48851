import { Tensor } from 'onnxruntime-node';
import type { InferenceSession } from 'onnxruntime-node';
import { raster } from '../pixels/raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { FREE_SIDES, ISNET_SIDE_MULTIPLE_PX, ISNET_SIDE_PX } from './isnet-convert.ts';
import { createSession, SESSION_OPTIONS, toAuxiliaryMaps } from './session.ts';
import type { InputScaling } from './session.ts';

/**
 * Input scaling of ISNet. It was trained on (value / 255 - 0.5), but the published code divides by 256, as we do. @lab
 */
export const ISNET_SCALING: InputScaling = {
  scale: [1 / 256, 1 / 256, 1 / 256],
  offset: [-0.5, -0.5, -0.5],
};

/** Loaded segmentation model. `run` blocks the calling thread while the network runs. */
export interface SegmentationSession {
  /** Side of the pictures that the model was trained on. */
  readonly sidePx: number;
  /** Side lengths of accepted pictures are multiples of this; if undefined, only squares of `sidePx` are accepted. */
  readonly sideMultiplePx?: number;
  /** Returns the saliency of a picture, 0 to 255 per pixel. */
  run(picture: RgbRaster): Promise<AlphaRaster>;
  release(): Promise<void>;
}

/**
 * Loads a model from a file or bytes: one input of 1 x 3 x side x side, and a first output of 1 x 1 x side x side with
 * values from 0 to 1.
 */
export async function openSession(
  model: string | Uint8Array,
  scaling: InputScaling = ISNET_SCALING,
): Promise<SegmentationSession> {
  return wrapSession(await createSession(model, SESSION_OPTIONS), scaling);
}

function wrapSession(session: InferenceSession, scaling: InputScaling): SegmentationSession {
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  return {
    ...readInputSides(session),
    async run(picture) {
      const { widthPx, heightPx } = picture;
      const input = new Tensor('float32', toAuxiliaryMaps(picture, scaling), [1, 3, heightPx, widthPx]);
      const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
      const mask = toMask(output.data as Float32Array, picture);
      output.dispose();
      input.dispose();
      return mask;
    },
    release: () => session.release(),
  };
}

/**
 * Side lengths that a model accepts. Our own ISNet graph accepts multiples of 64. Another model with variable sides is
 * used at ISNet's training size, because the sizes that it was trained for are unknown.
 */
function readInputSides(session: InferenceSession): Pick<SegmentationSession, 'sidePx' | 'sideMultiplePx'> {
  const [metadata] = session.inputMetadata;
  if (!metadata?.isTensor || metadata.type !== 'float32' || metadata.shape.length !== 4) {
    throw new Error('A segmentation model takes one float32 tensor of 1 x 3 x side x side');
  }
  const [, , height, width] = metadata.shape;
  if (height === FREE_SIDES[0] && width === FREE_SIDES[1])
    return { sidePx: ISNET_SIDE_PX, sideMultiplePx: ISNET_SIDE_MULTIPLE_PX };
  if (height !== width) throw new Error('A segmentation model takes squares');
  return { sidePx: typeof width === 'number' && width > 0 ? width : ISNET_SIDE_PX };
}

function toMask(values: Float32Array, { widthPx, heightPx }: RgbRaster): AlphaRaster {
  const mask = new Uint8ClampedArray(widthPx * heightPx);
  for (let i = 0; i < mask.length; i++) mask[i] = values[i] * 255;
  return raster(new Uint8Array(mask.buffer), widthPx, heightPx, 1);
}
