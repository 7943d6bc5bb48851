import { InferenceSession } from 'onnxruntime-node';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { networkThreads } from './network-threads.ts';

/** Input normalization of a model: `value * scale + offset` for each channel's value from 0 to 255. */
export interface InputScaling {
  readonly scale: readonly [r: number, g: number, b: number];
  readonly offset: readonly [r: number, g: number, b: number];
}

/**
 * Options of every session.
 * - Sequential execution: the graph is one chain, and each operator uses both cores.
 * - No memory pattern: allocating one block for all activations takes 440 MB more, for no gain.
 * - Waiting threads sleep instead of spinning: this is 5 % slower if the network runs alone, but beside other
 * processes it saves a sixth of the processor time and finishes sooner.
 */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  executionMode: 'sequential',
  enableMemPattern: false,
  graphOptimizationLevel: 'all',
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** Opens a model from a file or bytes. The runtime's overloads accept either type, but not their union. */
export function createSession(
  model: string | Uint8Array,
  requestedOptions: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const intraOpNumThreads = networkThreads();
  const options =
    intraOpNumThreads === undefined ? requestedOptions : { ...requestedOptions, intraOpNumThreads };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}

/** Converts interleaved RGB bytes to the planar floats that a network reads. */
export function toAuxiliaryMaps({ data }: RgbRaster, { scale, offset }: InputScaling): Float32Array {
  const pixels = data.length / 3;
  const planes = new Float32Array(data.length);
  const [scaleR, scaleG, scaleB] = scale;
  const [offsetR, offsetG, offsetB] = offset;
  for (let i = 0, j = 0; i < pixels; i++, j += 3) {
    planes[i] = data[j] * scaleR + offsetR;
    planes[i + pixels] = data[j + 1] * scaleG + offsetG;
    planes[i + 2 * pixels] = data[j + 2] * scaleB + offsetB;
  }
  return planes;
}
