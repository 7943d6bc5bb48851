import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.wasm', '.webmanifest']);
/** Below this the headers weigh as much as what compression saves. */
const MIN_SIZE_BYTES = 512;

/** The slowest quality is worth its seconds for what everybody loads, not for a decoder that few ever need. */
const LARGE_FILE_BYTES = 512 * 1024;
const LARGE_FILE_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file of the build, so that no server compresses the same bytes twice. */
export function precompress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'packshot:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    // Not closeBundle: that one runs after a failed build too, and would hide the failure behind its own.
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
