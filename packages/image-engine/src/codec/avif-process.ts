/**
 * A process of its own for one AVIF file: reads the file from standard input, writes width and height (32 bits each, little endian) and the
 * RGBA samples to standard output, and ends. Its exit code says why it failed.
 *
 * Sharp's libheif and libaom are C and C++: a hostile file can at worst waste this process, which is ended when it takes too long or holds
 * too much. Only the one loader is open in it.
 */
import { Worker } from 'node:worker_threads';
import { HEIC_EXIT } from './heic-exit.ts';
import sharp from './sharp.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });
// One thread a file: threads of libaom hold a picture each.
sharp.concurrency(1);

/** What 51 megapixels with 12 bits and alpha take twice over; the coded picture may be larger than its container says. */
const MAX_MEMORY_BYTES = 1_600 * 1024 ** 2;

/** Ends this process even in the middle of native code, and even when its parent is no longer there. */
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

/** The brand of an animation hides from libvips that there is a still picture as well. */
function asStill(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 8, 12) === 'avis') bytes.write('avif', 8, 'latin1');
  return bytes;
}

const [timeoutMs = 0, maxPixels = 0] = process.argv.slice(2).map(Number);
startWatchdog(timeoutMs);
try {
  // Turned as the container says by libheif; an orientation in EXIF has no say in this format, nor has it in browsers.
  const { data, info } = await sharp(asStill(await readInput()), {
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
  process.stderr.write(String(error));
  process.exit(String(error).includes('pixel limit') ? HEIC_EXIT.tooManyPixels : HEIC_EXIT.corrupt);
}
