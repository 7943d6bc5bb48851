import { IMAGE_MAX_PIXELS } from '../pixels/file/header/probe.ts';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ByteReader } from '../pixels/file/header/bytes.ts';
import { assertHeicComplete, readHeicHeader } from '../pixels/file/header/heic.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { profileSpace } from '../pixels/file/appearance/icc-profile.ts';
import { codePointSpace } from '../pixels/file/appearance/rgb-space.ts';
import { toSrgb } from '../pixels/file/appearance/to-srgb.ts';
import { HEIC_EXIT } from './heic-exit.ts';
import { convertToSrgb } from './profile.ts';

/**
 * Script of the decoder process for each format. The libheif in WebAssembly can't decode AVIF's AV1, and the libheif
 * in sharp can't decode HEIC's HEVC.
 */
const PROCESS_FILES = {
  heic: fileURLToPath(new URL('./heic-process.ts', import.meta.url)),
  avif: fileURLToPath(new URL('./avif-process.ts', import.meta.url)),
};

/**
 * Time limits of a decoder process: the base covers its start and small photos; each megapixel adds about four times
 * its decoding time on an idle core.
 */
const BASE_TIMEOUT_MS = 8_000;
const TIMEOUT_MS_PER_MEGAPIXEL = 400;
/** Maximum number of 64 KiB pages that WebAssembly may use: 1 GiB, three times the need of a 50-megapixel photo. */
const MAX_WASM_PAGES = 16_384;
const MAX_HEAP_MIB = 256;

/**
 * Decodes a HEIC or AVIF file whose header was checked, in a child process with limited memory and time.
 * libheif applies the file's rotation and mirroring. The result is sRGB.
 * @throws ImageRefusal, or the signal's reason
 */
export async function decodeHeic(
  bytes: Uint8Array,
  format: keyof typeof PROCESS_FILES,
  signal?: AbortSignal,
): Promise<RgbaRaster> {
  const reader = new ByteReader(bytes);
  const header = readHeicHeader(reader);
  assertHeicComplete(reader);
  const image = await decodeInProcess(PROCESS_FILES[format], bytes, heicTimeoutMs(header), signal);
  if (header.iccProfile !== undefined && profileSpace(header.iccProfile) !== null) {
    // Only HEIC pictures still need the conversion; the AVIF decoder has converted the color profile already.
    if (format === 'heic') await convertToSrgb(image, header.iccProfile);
    return image;
  }
  const space = codePointSpace(header, 'sRGB');
  if (space !== null && space !== 'srgb') toSrgb(image.data, image, space);
  return image;
}

export function heicTimeoutMs({ widthPx, heightPx }: { widthPx: number; heightPx: number }): number {
  return Math.round(BASE_TIMEOUT_MS + (TIMEOUT_MS_PER_MEGAPIXEL * widthPx * heightPx) / 1e6);
}

function decodeInProcess(
  file: string,
  bytes: Uint8Array,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<RgbaRaster> {
  signal?.throwIfAborted();
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MAX_HEAP_MIB}`,
      `--wasm-max-mem-pages=${MAX_WASM_PAGES}`,
      file,
      // Time limit of the child's own timer. It is longer than the parent's and matters only if the parent process
      // dies.
      String(timeoutMs + 2_000),
      String(IMAGE_MAX_PIXELS),
    ],
    // The empty environment keeps our secrets out of the decoder process.
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  );
  return new Promise((resolve, reject) => {
    let timedOut = false;
    let stderr = '';
    const picture = new PictureAssembler();
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const onAbort = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (part: Buffer) => picture.add(part));
    child.stderr.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-2_000)));
    // Errors on standard input are ignored: the child may exit before it has read everything, and its exit code says
    // why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) reject(signal.reason as Error);
      else if (timedOut) reject(new ImageRefusal('DECODE_TIMEOUT'));
      else if (exitCode === HEIC_EXIT.tooManyPixels) reject(new ImageRefusal('TOO_MANY_PIXELS'));
      else if (exitCode === HEIC_EXIT.unsupported) reject(new ImageRefusal('UNSUPPORTED_CODING'));
      else if (exitCode === 0 && picture.whole !== undefined) resolve(picture.whole);
      else {
        const cause = new Error(`The decoder ended with ${exitCode ?? 'a signal'}: ${stderr}`);
        reject(new ImageRefusal('CORRUPT_IMAGE', { cause }));
      }
    });
  });
}

/**
 * Assembles width, height and samples from the decoder process's output. Writes each chunk in place, so that the
 * picture is in memory only once.
 */
class PictureAssembler {
  readonly #size = Buffer.alloc(8);
  #sizeLength = 0;
  #data: Uint8Array | undefined;
  #dataLength = 0;

  add(part: Buffer): void {
    const ofSize = part.copy(this.#size, this.#sizeLength);
    this.#sizeLength += ofSize;
    if (this.#sizeLength < this.#size.length) return;
    const [widthPx, heightPx] = this.#sides;
    if (widthPx * heightPx > IMAGE_MAX_PIXELS) return;
    this.#data ??= new Uint8Array(widthPx * heightPx * 4);
    const samples = part.subarray(ofSize, ofSize + this.#data.length - this.#dataLength);
    this.#data.set(samples, this.#dataLength);
    this.#dataLength += samples.length;
  }

  get whole(): RgbaRaster | undefined {
    if (this.#data === undefined || this.#dataLength < this.#data.length) return undefined;
    return raster(this.#data, ...this.#sides, 4);
  }

  get #sides(): [widthPx: number, heightPx: number] {
    return [this.#size.readUInt32LE(0), this.#size.readUInt32LE(4)];
  }
}
