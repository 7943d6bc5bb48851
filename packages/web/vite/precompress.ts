import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest']);
/** Smallest size in bytes of a file that is compressed; below it, headers outweigh the savings. */
const MIN_SIZE_BYTES = 512;

/** Brotli quality, 0 to 11. Quality 11 takes twice as long, at the first start too, for files 0.4 % smaller. */
const QUALITY = 10;
/** Size in bytes from which a faster quality is used: large files are decoders that few users load. */
const LARGE_FILE_BYTES = 512 * 1024;
const LARGE_FILE_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Vite plugin that writes a `.br` and a `.gz` file beside each compressible file of the build, so that the server
 * needn't compress at runtime. Skips files smaller than `MIN_SIZE_BYTES`.
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
        const paths = (await readdir(outDir, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name));
        const next = paths.values();
        const compressRest = async (): Promise<void> => {
          for (const path of next) await compressFile(path);
        };
        await Promise.all(Array.from({ length: availableParallelism() }, compressRest));
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
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_FILE_BYTES ? LARGE_FILE_QUALITY : QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
