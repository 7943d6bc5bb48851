import { DATA_TYPE, float32Values, int, tensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxModel, OnnxNode, OnnxTensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import type { ByteScale } from './layers-model.ts';
import { attributeOf } from './onnx-attributes.ts';

const BYTE_VALUES = 256;
/** Smallest number of values for which a table of 256 values saves space. */
const MIN_VALUES = 8 * BYTE_VALUES;

/**
 * Replaces constants that were published as bytes by these bytes and a table with the value of each byte, in place: a
 * quarter of the size, and exactly the same values. The runtime looks the values up once, when it opens the model.
 * @throws Error if the values of a constant don't come from bytes
 */
export function storeInBytes({ graph }: OnnxModel, scales: ReadonlyMap<string, ByteScale>): void {
  const makers: OnnxNode[] = [];
  graph.initializer = graph.initializer.flatMap((constant) => {
    const { name } = constant;
    const scale = scales.get(name);
    const values = float32Values(constant);
    if (scale === undefined || values.length < MIN_VALUES) return [constant];
    const table = Float32Array.from({ length: BYTE_VALUES }, (_, byte) => byte * scale.scale + scale.min);
    const bytes = Uint8Array.from(values, (value) => Math.round((value - scale.min) / scale.scale));
    if (!values.every((value, i) => table[bytes[i]] === value)) {
      throw new Error(`The values of ${name} are not those of bytes`);
    }
    makers.push(
      node('Cast', [`${name}:bytes`], `${name}:index`, [attributeOf.int('to', DATA_TYPE.int32)]),
      node('Gather', [`${name}:table`, `${name}:index`], name),
    );
    return [
      tensor(`${name}:bytes`, constant.dims.map(int), bytes),
      tensor(`${name}:table`, [BYTE_VALUES], table),
    ] satisfies OnnxTensor[];
  });
  graph.node = [...makers, ...graph.node];
}

function node(
  operator: string,
  input: string[],
  output: string,
  attribute: OnnxNode['attribute'] = [],
): OnnxNode {
  return { op_type: operator, name: `${output}:make`, input, output: [output], attribute };
}
