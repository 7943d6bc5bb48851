import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PackagedModel } from './registry.ts';

interface ModelChunk {
  readonly hash: string;
  readonly offsets: readonly [start: number, end: number];
}

/** Thrown if weights on disk are missing or differ from the registry's. */
export class ModelIntegrityError extends Error {
  override readonly name = 'ModelIntegrityError';
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Assembles a model from the chunks in its npm package, checking the hash of each chunk and of the whole model.
 * @throws ModelIntegrityError if a hash differs, or the package isn't installed
 */
export async function readPackagedModel(model: PackagedModel): Promise<Uint8Array> {
  const folder = packageDist(model.packageName);
  const chunks = await readChunkList(join(folder, 'resources.json'), model.resource);
  const bytes = new Uint8Array(model.sizeBytes);
  for (const chunk of chunks) {
    const part = await readFile(join(folder, chunk.hash));
    if (sha256(part) !== chunk.hash || chunk.offsets[0] + part.length > bytes.length) {
      throw new ModelIntegrityError(
        `Chunk ${chunk.hash} of ${model.file} is damaged; reinstall ${model.packageName}`,
      );
    }
    bytes.set(part, chunk.offsets[0]);
  }
  if (sha256(bytes) !== model.sha256) {
    throw new ModelIntegrityError(`${model.file} is not the file that the registry names`);
  }
  return bytes;
}

// Resolves only the package's path, because its entry point would load an image library that we don't need.
function packageDist(packageName: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(packageName));
  } catch (error) {
    throw new ModelIntegrityError(`${packageName}, which carries the weights, is not installed`, {
      cause: error,
    });
  }
}

async function readChunkList(path: string, resource: string): Promise<ModelChunk[]> {
  const resources: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof resources !== 'object' || resources === null || !(resource in resources)) {
    throw new ModelIntegrityError(`${path} does not list ${resource}`);
  }
  const entry = (resources as Record<string, { chunks?: unknown }>)[resource];
  if (!Array.isArray(entry?.chunks) || !entry.chunks.every(isChunk)) {
    throw new ModelIntegrityError(`${path} does not list the chunks of ${resource}`);
  }
  return entry.chunks;
}

// Checks that a value describes a chunk. Its hash becomes part of a path, so only hexadecimal digits are accepted.
function isChunk(value: unknown): value is ModelChunk {
  const chunk = value as Partial<ModelChunk> | null;
  return (
    typeof chunk?.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(chunk.hash) &&
    Array.isArray(chunk.offsets) &&
    chunk.offsets.every(Number.isInteger)
  );
}
