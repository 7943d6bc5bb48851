import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest']);
/** Smallest size in bytes of a file that is compressed; below it, headers outweigh the savings. */
const MIN_SIZE_BYTES = 512;

/**
 * Size in bytes from which a faster brotli quality is used: the slowest one is worth it for files that all users load,
 * but not for large, rarely used decoders.
 */
const LARGE_FILE_BYTES = 512 * 1024;
const LARGE_FILE_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Vite plugin that writes a `.br` and a `.gz` file beside each compressible file of the build that has at least
 * `MIN_SIZE_BYTES`, so that the server needn't compress at runtime.
 */
export function precompress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'packshot:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // Runs in `writeBundle` rather than `closeBundle`, which also runs after a failed build; its errors would hide the
    // actual failure.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
          await compressFile(join(entry.parentPath, entry.name));
        }
      },
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_SIZE_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]:
          bytes.length > LARGE_FILE_BYTES ? LARGE_FILE_QUALITY : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
