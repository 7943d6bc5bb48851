import { Tensor } from 'onnxruntime-node';
import type { InferenceSession } from 'onnxruntime-node';
import { raster } from '../pixels/raster.ts';
import type { AlphaRaster, RgbRaster } from '../pixels/raster.ts';
import { ISNET_SIDE_PX } from './isnet-convert.ts';
import { createSession, SESSION_OPTIONS, toPlanes } from './session.ts';
import type { InputScaling } from './session.ts';

/** ISNet was trained on (value / 255 - 0.5); the published runner divides by 256, and so do we. */
export const ISNET_SCALING: InputScaling = {
  scale: [1 / 256, 1 / 256, 1 / 256],
  offset: [-0.5, -0.5, -0.5],
};

/** A loaded model. `run` blocks the calling thread while the network runs. */
export interface SegmentationSession {
  /** The side of the model's square input and output. */
  readonly sidePx: number;
  /** Returns the saliency of a picture of `sidePx` by `sidePx`, 0 to 255 per pixel. */
  run(picture: RgbRaster): Promise<AlphaRaster>;
  release(): Promise<void>;
}

/** Loads a model file (or bytes): one input 1 x 3 x side x side, first output 1 x 1 x side x side from 0 to 1. */
export async function openSession(
  model: string | Uint8Array,
  scaling: InputScaling = ISNET_SCALING,
): Promise<SegmentationSession> {
  return wrapSession(await createSession(model, SESSION_OPTIONS), scaling);
}

function wrapSession(session: InferenceSession, scaling: InputScaling): SegmentationSession {
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  const sidePx = sideOf(session);
  return {
    sidePx,
    async run(picture) {
      const input = new Tensor('float32', toPlanes(picture, scaling), [1, 3, sidePx, sidePx]);
      const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
      const mask = toMask(output.data as Float32Array, sidePx);
      output.dispose();
      input.dispose();
      return mask;
    },
    release: () => session.release(),
  };
}

/** A model with free dimensions is used at ISNet's size. */
function sideOf(session: InferenceSession): number {
  const [metadata] = session.inputMetadata;
  if (!metadata?.isTensor || metadata.type !== 'float32' || metadata.shape.length !== 4) {
    throw new Error('A segmentation model takes one float32 tensor of 1 x 3 x side x side');
  }
  const [, , height, width] = metadata.shape;
  if (height !== width) throw new Error('A segmentation model takes squares');
  return typeof width === 'number' && width > 0 ? width : ISNET_SIDE_PX;
}

function toMask(values: Float32Array, sidePx: number): AlphaRaster {
  const mask = new Uint8ClampedArray(sidePx * sidePx);
  for (let i = 0; i < mask.length; i++) mask[i] = values[i] * 255;
  return raster(new Uint8Array(mask.buffer), sidePx, sidePx, 1);
}
