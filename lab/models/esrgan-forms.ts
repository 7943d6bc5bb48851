import { readFile } from 'node:fs/promises';
import type { ActivationRanges } from '../../packages/image-engine/src/models/calibration.ts';
import { DATA_TYPE, encodeModel, int } from '../../packages/image-engine/src/models/onnx-format.ts';
import type { OnnxModel, OnnxNode, OnnxTensor } from '../../packages/image-engine/src/models/onnx-format.ts';
import { quantizeEsrgan } from './esrgan-quantize.ts';
import { layersToOnnx } from './layers-to-onnx.ts';
import type { LayersModel } from './layers-to-onnx.ts';
import { attributeOf } from './onnx-attributes.ts';
import { shareWeights } from './shared-weights.ts';

const RANGES_FILE = new URL('./esrgan-ranges.json', import.meta.url);
const WEIGHTS_FILE = 'weights.bin';

/**
 * Converts the enlarging network to the two forms that ship, which share their weights: one in 8 bits throughout, and
 * one that computes with the same 8-bit weights in single precision, for processors with unreliable 8-bit arithmetic.
 */
export async function esrganForms(source: LayersModel): Promise<Record<string, Uint8Array>> {
  const { ranges } = JSON.parse(await readFile(RANGES_FILE, 'utf8')) as { ranges: ActivationRanges };
  const quantized = layersToOnnx(source);
  quantizeEsrgan(quantized, ranges);
  const single = layersToOnnx(source);
  takeWeightsFrom(quantized, single);
  const weights = shareWeights([quantized, single], WEIGHTS_FILE);
  return {
    [WEIGHTS_FILE]: weights,
    'int8.onnx': encodeModel(quantized),
    'fp32.onnx': encodeModel(single),
  };
}

/** Makes convolutions use the quantized weights, which are converted to floats when the model is opened; in place. */
function takeWeightsFrom(quantized: OnnxModel, { graph }: OnnxModel): void {
  const constants = new Map(quantized.graph.initializer.map((constant) => [constant.name, constant]));
  const makers: OnnxNode[] = [];
  graph.initializer = graph.initializer.flatMap((constant) => {
    const bytes = constants.get(`${constant.name}:bytes`);
    const scale = constants.get(`${constant.name}:scale`);
    if (bytes === undefined || scale === undefined) return [constant];
    const { name } = constant;
    makers.push(
      {
        op_type: 'Cast',
        name: `${name}:widen`,
        input: [bytes.name],
        output: [`${name}:wide`],
        attribute: [attributeOf.int('to', DATA_TYPE.float32)],
      },
      {
        op_type: 'Mul',
        name: `${name}:make`,
        input: [`${name}:wide`, scale.name],
        output: [name],
        attribute: [],
      },
    );
    // One scale for each output channel, which is a kernel's first dimension.
    const perChannel: OnnxTensor = { ...scale, dims: [...scale.dims.map(int), 1, 1, 1] };
    return [{ ...bytes }, perChannel];
  });
  graph.node = [...makers, ...graph.node];
}
