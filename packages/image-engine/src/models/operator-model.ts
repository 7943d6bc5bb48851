import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ModelInfo } from '@packshot/contract';
import type { ReadyModel } from './prepare-model.ts';
import type { InputScaling } from './session.ts';

/**
 * Segmentation model that the server's operator provides instead of the shipped one; used without quantization or
 * self-check.
 */
export interface OperatorModel {
  /**
   * Path of the ONNX file. Its input is one float32 tensor of 1 x 3 x side x side; its first output is 1 x 1 x side x
   * side, with values from 0 to 1.
   */
  readonly file: string;
  /** Mean and standard deviation for normalizing input values from 0 to 1. Defaults are 0.5 and 1. */
  readonly mean?: readonly [r: number, g: number, b: number];
  readonly std?: readonly [r: number, g: number, b: number];
  /** License to state in the list of models. */
  readonly license?: string;
}

/**
 * Registry entry for an operator's model.
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

export const readyOperatorModel = ({
  file,
  mean = [0.5, 0.5, 0.5],
  std = [1, 1, 1],
}: OperatorModel): ReadyModel => ({ modelFile: file, scaling: toInputScaling(mean, std) });

/** Input scaling for a mean and a standard deviation, which refer to values from 0 to 1. */
function toInputScaling(mean: readonly number[], std: readonly number[]): InputScaling {
  const [r, g, b] = [0, 1, 2].map((c) => ({ scale: 1 / (255 * std[c]), offset: -mean[c] / std[c] }));
  return { scale: [r.scale, g.scale, b.scale], offset: [r.offset, g.offset, b.offset] };
}
