import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** TensorFlow.js in the version that the package asks for, and its fastest backend that installs everywhere. */
const DEPENDENCIES = {
  '@tensorflow/tfjs': '4.11.0',
  '@tensorflow/tfjs-backend-wasm': '4.11.0',
  '@upscalerjs/esrgan-thick': '1.0.0',
  upscaler: '1.0.0',
};

/** The compared package, installed once into `folder`, without install scripts. */
export function installPeer(folder: string): string {
  if (existsSync(join(folder, 'node_modules/upscaler/package.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: DEPENDENCIES };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 1));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
