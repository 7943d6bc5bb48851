import { InferenceSession } from 'onnxruntime-node';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { networkThreads } from './network-threads.ts';

/** The model's input normalization: `value * scale + offset` for each channel's value from 0 to 255. */
export interface InputScaling {
  readonly scale: readonly [r: number, g: number, b: number];
  readonly offset: readonly [r: number, g: number, b: number];
}

/**
 * Options of every session. Sequential execution because the graph is one chain with both cores inside each
 * operator; no memory pattern because planning one block for all activations holds 440 MB more, for no gain. Threads
 * that wait for each other sleep instead of spinning: alone that takes 5 % longer, but beside the API, the database and
 * another job it spares a sixth of the processor's time, and the network is done sooner.
 */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  executionMode: 'sequential',
  enableMemPattern: false,
  graphOptimizationLevel: 'all',
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** Opens a model file (or bytes). The runtime's own function takes either, but not what may be either. */
export function createSession(
  model: string | Uint8Array,
  asked: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const intraOpNumThreads = networkThreads();
  const options = intraOpNumThreads === undefined ? asked : { ...asked, intraOpNumThreads };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}

/** Converts interleaved bytes to the float planes that a network reads. */
export function toPlanes({ data }: RgbRaster, { scale, offset }: InputScaling): Float32Array {
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
