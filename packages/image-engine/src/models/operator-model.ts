import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ModelInfo } from '@packshot/contract';

/** A segmentation model that the operator brings instead of the one that ships; no quantization, no self-check. */
export interface OperatorModel {
  /** ONNX file: one float32 input 1 x 3 x side x side, first output 1 x 1 x side x side from 0 to 1. */
  readonly file: string;
  /** Mean and standard deviation, for values from 0 to 1, that its input is normalized with. Default 0.5 and 1. */
  readonly mean?: readonly [r: number, g: number, b: number];
  readonly std?: readonly [r: number, g: number, b: number];
  /** What the registry says of its license. */
  readonly license?: string;
}

/** The registry's row for an operator's model. Throws when the file cannot be read. */
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
