/**
 * Decodes one AVIF file in its own process: reads the file from standard input, writes width and height (32 bits each,
 * little endian) and the RGBA samples to standard output, and exits. The exit code says why decoding failed.
 *
 * Sharp's libheif and libaom are C and C++: at worst a hostile file crashes this process, which is killed when it
 * takes too much time or memory. All other loaders of libvips are blocked in this process.
 */
import { Worker } from 'node:worker_threads';
import { HEIC_EXIT } from './heic-exit.ts';
import sharp from './sharp.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });
// One thread per file, which limits memory: each libaom thread holds a whole picture.
sharp.concurrency(1);

/**
 * Memory limit: twice what decoding 51 megapixels with 12 bits and alpha takes. The header's limit isn't enough,
 * because the coded picture may be larger than its container says.
 */
const MAX_MEMORY_BYTES = 1_600 * 1024 ** 2;

/**
 * Kills this process after the time limit or above the memory limit, even inside native code, and even if its parent
 * process has ended.
 */
function startWatchdog(timeoutMs: number): void {
  const script = `
    const stop = () => process.kill(process.pid, 'SIGKILL');
    setTimeout(stop, ${String(timeoutMs)});
    setInterval(() => process.memoryUsage.rss() > ${String(MAX_MEMORY_BYTES)} && stop(), 20);`;
  new Worker(script, { eval: true, execArgv: [] }).unref();
}

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Rewrites the file's brand if it is an animation; that brand would hide the still picture from libvips. */
function asStillImage(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 8, 12) === 'avis') bytes.write('avif', 8, 'latin1');
  return bytes;
}

const [timeoutMs = 0, maxPixels = 0] = process.argv.slice(2).map(Number);
startWatchdog(timeoutMs);
try {
  // libheif applies the container's rotation. EXIF orientation is ignored in AVIF files, as browsers do.
  const { data, info } = await sharp(asStillImage(await readInput()), {
    failOn: 'error',
    limitInputPixels: maxPixels,
  })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const header = Buffer.alloc(8);
  header.writeUInt32LE(info.width, 0);
  header.writeUInt32LE(info.height, 4);
  process.stdout.write(header);
  process.stdout.end(data, () => process.exit(0));
} catch (error) {
  const message = String(error);
  process.stderr.write(message);
  if (message.includes('pixel limit')) process.exit(HEIC_EXIT.tooManyPixels);
  process.exit(message.includes('Unsupported feature') ? HEIC_EXIT.unsupported : HEIC_EXIT.corrupt);
}
