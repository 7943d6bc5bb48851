import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Layer, LayersModel, LayerWeight } from './layers-to-onnx.ts';
import { installedSources } from './sources.ts';
import type { LayersPackage } from './sources.ts';

interface LayersFile {
  readonly modelTopology: {
    readonly model_config: {
      readonly config: {
        readonly layers: readonly Layer[];
        readonly input_layers: readonly [readonly [name: string]];
        readonly output_layers: readonly [readonly [name: string]];
      };
    };
  };
  readonly weightsManifest: readonly [{ readonly weights: readonly StoredWeight[] }];
}

interface StoredWeight {
  readonly name: string;
  readonly shape: readonly number[];
  /** Missing for float32. */
  readonly quantization?: ByteScale & { readonly dtype: 'uint8' };
}

/** Scale with which bytes encode a weight's values: `byte * scale + min`. */
export interface ByteScale {
  readonly scale: number;
  readonly min: number;
}

export interface StoredLayersModel extends LayersModel {
  readonly byteScales: ReadonlyMap<string, ByteScale>;
}

/**
 * Reads a TensorFlow.js layers model (topology and shards of weights) from its npm package, which is installed if
 * necessary.
 * @throws Error if a byte differs from the hash in `source`
 */
export async function readLayersModel(source: LayersPackage): Promise<StoredLayersModel> {
  const folder = installedSources();
  const parts = await Promise.all(
    source.files.map((file) => readFile(join(folder, 'node_modules', source.packageName, file))),
  );
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  if (hash.digest('hex') !== source.sha256) {
    throw new Error(`The weights in ${source.packageName} are not those that were converted before`);
  }
  const [topology, ...shards] = parts;
  // The hash has verified the bytes, so their structure needs no checks.
  const { modelTopology, weightsManifest } = (
    source.form === 'scripts' ? parseExport(topology) : JSON.parse(topology.toString('utf8'))
  ) as LayersFile;
  const weights =
    source.form === 'scripts'
      ? shards.map((shard) => Buffer.from(parseExport(shard) as string, 'base64'))
      : shards;
  const { layers, input_layers, output_layers } = modelTopology.model_config.config;
  return {
    layers,
    input: input_layers[0][0],
    output: output_layers[0][0],
    weights: readWeights(weightsManifest[0].weights, Buffer.concat(weights)),
    byteScales: new Map(
      weightsManifest[0].weights.flatMap(({ name, quantization }) =>
        quantization === undefined ? [] : [[name, quantization] as const],
      ),
    ),
  };
}

/** Evaluates a CommonJS module. An empty context suffices, because the verified script only exports a value. */
function parseExport(script: Buffer): unknown {
  const module = { exports: undefined as unknown };
  runInNewContext(script.toString('utf8'), { module, exports: {} });
  return module.exports;
}

function readWeights(list: readonly StoredWeight[], bytes: Buffer): Map<string, LayerWeight> {
  const weights = new Map<string, LayerWeight>();
  let from = 0;
  for (const { name, shape, quantization } of list) {
    const length = shape.reduce((product, side) => product * side, 1);
    const sizeBytes = quantization === undefined ? length * Float32Array.BYTES_PER_ELEMENT : length;
    // Copied, because floats must be aligned.
    const stored = new Uint8Array(bytes.subarray(from, from + sizeBytes));
    const values =
      quantization === undefined
        ? new Float32Array(stored.buffer)
        : Float32Array.from(stored, (byte) => byte * quantization.scale + quantization.min);
    weights.set(name, { shape, values });
    from += sizeBytes;
  }
  return weights;
}
