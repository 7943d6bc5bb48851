import { createHash } from 'node:crypto';
import type { OnnxModel } from '../../packages/image-engine/src/models/onnx-format.ts';

/** Value of ONNX's TensorProto.DataLocation for bytes in another file. */
const EXTERNAL = 1;
/** Size in bytes from which a constant is moved to the file; smaller ones stay in the graph. */
const EXTERNAL_FROM_BYTES = 1024;
/** Alignment of each constant in the file, in bytes: the width of the widest vector registers. */
const ALIGNMENT = 64;

/**
 * Moves the large constants of several graphs to one file beside them, in place. Equal constants are stored once.
 * @returns bytes of the file, which must be named `file`
 */
export function shareWeights(models: readonly OnnxModel[], file: string): Uint8Array {
  const parts: Uint8Array[] = [];
  const offsets = new Map<string, number>();
  let length = 0;
  const place = (bytes: Uint8Array): number => {
    const key = createHash('sha256').update(bytes).digest('hex');
    const known = offsets.get(key);
    if (known !== undefined) return known;
    const offset = Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    parts.push(new Uint8Array(offset - length), bytes);
    length = offset + bytes.length;
    offsets.set(key, offset);
    return offset;
  };
  for (const { graph } of models) {
    for (const constant of graph.initializer) {
      const bytes = constant.raw_data;
      if (bytes === undefined || bytes.length < EXTERNAL_FROM_BYTES) continue;
      constant.data_location = EXTERNAL;
      constant.external_data = [
        { key: 'location', value: file },
        { key: 'offset', value: String(place(bytes)) },
        { key: 'length', value: String(bytes.length) },
      ];
      delete constant.raw_data;
    }
  }
  return Buffer.concat(parts);
}
