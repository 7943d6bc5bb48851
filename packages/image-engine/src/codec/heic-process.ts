/**
 * Decodes one HEIC file in its own process: reads the file from standard input, writes width and height (32 bits each,
 * little endian) and the RGBA samples to standard output, and exits. The exit code says why decoding failed.
 *
 * libheif is C++ compiled to WebAssembly and runs synchronously for a second or more. At worst a hostile file crashes
 * this process, whose memory and time its parent limits.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { HEIC_EXIT } from './heic-exit.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    callback: (result: { data: Uint8ClampedArray } | null) => void,
  ): void;
}
interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

/**
 * Kills this process after the time limit, even while its main thread is busy, and even if its parent process has
 * ended.
 */
function startWatchdog(timeoutMs: number): void {
  const script = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${timeoutMs})`;
  new Worker(script, { eval: true, execArgv: [] }).unref();
}

async function readInput(): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function decode(
  bytes: Uint8Array,
  maxPixels: number,
): Promise<{ header: Buffer; data: Uint8ClampedArray }> {
  // Required with a type assertion, because the package has no types.
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif;
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (image === undefined) process.exit(HEIC_EXIT.corrupt);
  const width = image.get_width();
  const height = image.get_height();
  // Checks the coded picture's size again: it may differ from the size in the container, which was checked before.
  if (width < 1 || height < 1 || width * height > maxPixels) process.exit(HEIC_EXIT.tooManyPixels);
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const displayResult = await new Promise<{ data: Uint8ClampedArray } | null>((resolve) => {
    image.display(target, resolve);
  });
  if (displayResult === null) process.exit(HEIC_EXIT.corrupt);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(width, 0);
  header.writeUInt32LE(height, 4);
  return { header, data: displayResult.data };
}

const [timeoutMs, maxPixels] = process.argv.slice(2).map(Number);
startWatchdog(timeoutMs);
try {
  const { header, data } = await decode(await readInput(), maxPixels);
  process.stdout.write(header);
  process.stdout.end(Buffer.from(data.buffer, data.byteOffset, data.byteLength), () => process.exit(0));
} catch (error) {
  process.stderr.write(String(error));
  process.exit(HEIC_EXIT.corrupt);
}
