import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serve } from '../cutout/contestant.ts';

interface PeerTensor {
  readonly shape: readonly number[];
  data(): Promise<Float32Array>;
  dispose(): void;
}
interface TensorFlow {
  setBackend(name: 'wasm'): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(values: Uint8Array, shape: readonly number[], type: 'int32'): PeerTensor;
}
interface Wasm {
  setWasmPaths(folder: string): void;
}
type Upscaler = new (options: { model: object }) => {
  execute(input: PeerTensor, options: { output: 'tensor' }): Promise<PeerTensor>;
};
interface RawPixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}
interface PeerPipeline {
  removeAlpha(): PeerPipeline;
  raw(): PeerPipeline;
  png(): PeerPipeline;
  toBuffer(): Promise<Buffer>;
  toBuffer(options: { resolveWithObject: true }): Promise<RawPixels>;
}
type PeerSharp = (
  input: Uint8Array,
  options?: { raw: { width: number; height: number; channels: 3 } },
) => PeerPipeline;

const [folder = ''] = process.argv.slice(2);
const loadPeer = createRequire(join(folder, 'package.json'));
const sharp = createRequire(join(import.meta.dirname, '../../../packages/image-engine/package.json'))(
  'sharp',
) as PeerSharp;
const tf = loadPeer('@tensorflow/tfjs') as TensorFlow;
const wasm = loadPeer('@tensorflow/tfjs-backend-wasm') as Wasm;
wasm.setWasmPaths(join(folder, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
await tf.setBackend('wasm');
await tf.ready();

// Uses UpscalerJS's browser bundle, because its Node entry requires tfjs-node, whose binary is downloaded during
// installation.
const Peer = loadPeer(join(folder, 'node_modules/upscaler/dist/browser/umd/upscaler.min.js')) as Upscaler;
const model = loadPeer('@upscalerjs/esrgan-thick/4x') as object;

// UpscalerJS loads its weights by URL.
const weights = join(folder, 'node_modules/@upscalerjs/esrgan-thick/models/x4');
const server = createServer((request, response) => {
  createReadStream(join(weights, new URL(request.url ?? '/', 'http://peer').pathname)).pipe(response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const upscaler = new Peer({ model: { ...model, path: `http://127.0.0.1:${port}/model.json` } });

serve(async (photo) => {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const input = tf.tensor3d(data, [info.height, info.width, 3], 'int32');
  const output = await upscaler.execute(input, { output: 'tensor' });
  const [height = 0, width = 0] = output.shape;
  const pixels = Uint8ClampedArray.from(await output.data());
  output.dispose();
  input.dispose();
  return sharp(new Uint8Array(pixels.buffer), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
});
