import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Layer, LayersModel, LayerWeight } from './layers-to-onnx.ts';
import { ModelIntegrityError } from './packaged-model.ts';
import type { LayersPackage } from './registry.ts';

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
  /** Stored as bytes `q`, each for `q * scale + min`; absent for float32. */
  readonly quantization?: { readonly dtype: 'uint8'; readonly scale: number; readonly min: number };
}

/**
 * Reads a TensorFlow.js layers model (topology and shards of weights) out of its npm package. Throws
 * ModelIntegrityError when any byte differs from the registry's, or when the package is not installed.
 */
export async function readLayersModel(model: LayersPackage): Promise<LayersModel> {
  const folder = packageFolder(model.packageName);
  const [topology, ...shards] = await Promise.all(
    model.files.map((file) =>
      readFile(join(folder, file)).catch((error: unknown) => {
        throw new ModelIntegrityError(`${file} is missing; reinstall ${model.packageName}`, { cause: error });
      }),
    ),
  );
  const hash = createHash('sha256');
  for (const part of [topology, ...shards]) hash.update(part);
  if (hash.digest('hex') !== model.sha256) {
    throw new ModelIntegrityError(`${model.file} and its weights are not those that the registry names`);
  }
  // Their hash says that these are the bytes this was written for, so their form needs no checking.
  const { modelTopology, weightsManifest } = (
    model.form === 'scripts' ? exportOf(topology) : JSON.parse(topology.toString('utf8'))
  ) as LayersFile;
  const parts =
    model.form === 'scripts'
      ? shards.map((shard) => Buffer.from(exportOf(shard) as string, 'base64'))
      : shards;
  const { layers, input_layers, output_layers } = modelTopology.model_config.config;
  return {
    layers,
    input: input_layers[0][0],
    output: output_layers[0][0],
    weights: readWeights(weightsManifest[0].weights, Buffer.concat(parts)),
  };
}

/** What a CommonJS module exports: checked bytes that only state a value, so an empty context is enough. */
function exportOf(script: Buffer): unknown {
  const module = { exports: undefined as unknown };
  runInNewContext(script.toString('utf8'), { module, exports: {} });
  return module.exports;
}

function packageFolder(packageName: string): string {
  // Its entry point wants TensorFlow.js; only its data is wanted, so only its place is looked up.
  const manifest = findPackageJSON(packageName, import.meta.url);
  if (manifest === undefined) {
    throw new ModelIntegrityError(`${packageName}, which carries the weights, is not installed`);
  }
  return dirname(manifest);
}

function readWeights(list: readonly StoredWeight[], bytes: Buffer): Map<string, LayerWeight> {
  const weights = new Map<string, LayerWeight>();
  let from = 0;
  for (const { name, shape, quantization } of list) {
    const length = shape.reduce((product, side) => product * side, 1);
    const sizeBytes = quantization === undefined ? length * Float32Array.BYTES_PER_ELEMENT : length;
    // A copy, so that floats lie where floats may lie.
    const stored = new Uint8Array(bytes.subarray(from, from + sizeBytes));
    const values =
      quantization === undefined
        ? new Float32Array(stored.buffer)
        : Float32Array.from(stored, (value) => value * quantization.scale + quantization.min);
    weights.set(name, { shape, values });
    from += sizeBytes;
  }
  return weights;
}
