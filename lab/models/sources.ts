import { join } from 'node:path';
import { installedIn } from '../../tools/bench/installed.ts';

export interface LayersPackage {
  readonly packageName: string;
  readonly version: string;
  /** Topology and shards of weights, in this order. */
  readonly files: readonly string[];
  /** SHA-256 of the files' bytes in this order. */
  readonly sha256: string;
  /**
   * `scripts`: CommonJS modules; that of the topology exports the object, that of a shard exports its bytes in base64.
   */
  readonly form: 'files' | 'scripts';
}

const ESRGAN_FOLDER = 'models/x4';
const ESRGAN_SHARDS = 7;

export const ESRGAN_SOURCE: LayersPackage = {
  packageName: '@upscalerjs/esrgan-thick',
  version: '1.0.0',
  files: [
    `${ESRGAN_FOLDER}/model.json`,
    ...Array.from(
      { length: ESRGAN_SHARDS },
      (_, i) => `${ESRGAN_FOLDER}/group1-shard${i + 1}of${ESRGAN_SHARDS}.bin`,
    ),
  ],
  sha256: '83393c4c5e3c28e102d35f2f67017bff1cd89dc824a67f92a980e52f97351b89',
  form: 'files',
};

const NSFW_FOLDER = 'dist/models/mobilenet_v2';

export const NSFW_SOURCE: LayersPackage = {
  packageName: 'nsfwjs',
  version: '4.3.0',
  files: [`${NSFW_FOLDER}/model.min.js`, `${NSFW_FOLDER}/group1-shard1of1.min.js`],
  sha256: '6538192f6b4d73e4d62a4828f3836cbb7418120e3edeea38adf448e75642677c',
  form: 'scripts',
};

const FOLDER = join(import.meta.dirname, '../../.packshot/models-source');
const EMPTY_PACKAGE = 'npm:empty-npm-package@1.0.0';

/**
 * Folder whose `node_modules` contains the packages. TensorFlow.js, on which they depend, isn't installed, because only
 * their weights are read.
 */
export function installedSources(): string {
  const sources = [ESRGAN_SOURCE, NSFW_SOURCE];
  return installedIn(FOLDER, {
    dependencies: Object.fromEntries(sources.map(({ packageName, version }) => [packageName, version])),
    overrides: { '@tensorflow/tfjs': EMPTY_PACKAGE, buffer: EMPTY_PACKAGE },
  });
}
