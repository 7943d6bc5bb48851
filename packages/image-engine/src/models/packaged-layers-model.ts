import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
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
  readonly weightsManifest: readonly [
    { readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[] },
  ];
}

/**
 * Reads a TensorFlow.js layers model (topology and shards of float32 weights) out of its npm package. Throws
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
  const { modelTopology, weightsManifest } = JSON.parse(topology.toString('utf8')) as LayersFile;
  const { layers, input_layers, output_layers } = modelTopology.model_config.config;
  return {
    layers,
    input: input_layers[0][0],
    output: output_layers[0][0],
    weights: readWeights(weightsManifest[0].weights, Buffer.concat(shards)),
  };
}

function packageFolder(packageName: string): string {
  // Its entry point wants TensorFlow.js; only its data is wanted, so only its place is looked up.
  const manifest = findPackageJSON(packageName, import.meta.url);
  if (manifest === undefined) {
    throw new ModelIntegrityError(`${packageName}, which carries the weights, is not installed`);
  }
  return dirname(manifest);
}

function readWeights(
  list: LayersFile['weightsManifest'][0]['weights'],
  bytes: Buffer,
): Map<string, LayerWeight> {
  const values = new Float32Array(new Uint8Array(bytes).buffer);
  const weights = new Map<string, LayerWeight>();
  let from = 0;
  for (const { name, shape } of list) {
    const length = shape.reduce((product, side) => product * side, 1);
    weights.set(name, { shape, values: values.subarray(from, from + length) });
    from += length;
  }
  return weights;
}
