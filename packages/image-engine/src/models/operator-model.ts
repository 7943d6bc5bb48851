import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ModelInfo } from '@packshot/contract';
import type { ReadyModel } from './prepare-model.ts';
import type { InputScaling } from './session.ts';

/**
 * An operator's own segmentation model, used instead of the one that ships; without quantization or
 * self-check.
 */
export interface OperatorModel {
  /** ONNX file: one float32 input of 1 x 3 x side x side; first output of 1 x 1 x side x side, values from 0 to 1. */
  readonly file: string;
  /** Mean and standard deviation for normalizing input values from 0 to 1. Default 0.5 and 1. */
  readonly mean?: readonly [r: number, g: number, b: number];
  readonly std?: readonly [r: number, g: number, b: number];
  /** License to list in the registry. */
  readonly license?: string;
}

/**
 * The registry's row for an operator's model.
 * @throws when the file cannot be read
 */
export async function describeOperatorModel({ file, license }: OperatorModel): Promise<ModelInfo> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return {
    id: 'operator',
    tool: 'bg_removal',
    file: basename(file),
    sha256: hash.digest('hex'),
    sizeBytes: (await stat(file)).size,
    license: license ?? 'not stated',
    terms: 'Chosen by the operator of this server.',
    source: 'file of the operator',
  };
}

/** Prepares the operator's file for opening as a network. */
export const readyOperatorModel = ({
  file,
  mean = [0.5, 0.5, 0.5],
  std = [1, 1, 1],
}: OperatorModel): ReadyModel => ({ modelFile: file, scaling: toInputScaling(mean, std) });

/** Scaling for a mean and a standard deviation of values from 0 to 1. */
function toInputScaling(mean: readonly number[], std: readonly number[]): InputScaling {
  const [r, g, b] = [0, 1, 2].map((c) => ({ scale: 1 / (255 * std[c]), offset: -mean[c] / std[c] }));
  return { scale: [r.scale, g.scale, b.scale], offset: [r.offset, g.offset, b.offset] };
}
