import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import type { ModelInfo } from '@packshot/contract';
import { env } from 'onnxruntime-node';
import { MANIFEST_FILE } from './model-build.ts';
import type { BuiltModel } from './model-build.ts';

interface Cacheable {
  readonly model: ModelInfo;
  readonly version: number;
}

/**
 * Folder of a prepared model under `cacheDir`. The runtime arranges weights for the CPU's instruction sets, so the name
 * depends on the CPU, the runtime, the weights, the calibration and the build version.
 */
export async function cacheFolder(
  cacheDir: string,
  { model, version }: Cacheable,
  calibration: string,
): Promise<string> {
  const parts = [version, env.versions.node, model.sha256, calibration, await cpuSignature()];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return join(cacheDir, 'models', `${model.id}-${key}`);
}

async function cpuSignature(): Promise<string> {
  const model = cpus()[0]?.model ?? 'unknown';
  return [platform(), arch(), model, await cpuFlags()].join('/');
}

/** The CPU's instruction sets on Linux; empty on other systems, where the folder's name has only the CPU's model. */
async function cpuFlags(): Promise<string> {
  if (platform() !== 'linux') return '';
  const info = await readFile('/proc/cpuinfo', 'utf8');
  return /^(?:flags|Features)[ \t]*:(.*)/m.exec(info)?.[1]?.trim() ?? '';
}

/** Reads the manifest of a cache entry; undefined if the entry is missing or any byte of its files differs. */
export async function readVerified(folder: string): Promise<BuiltModel | undefined> {
  let manifest: BuiltModel;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')) as BuiltModel;
    for (const [file, expected] of Object.entries(manifest.files)) {
      if ((await sha256OfFile(join(folder, file))) !== expected.sha256) return undefined;
    }
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
  return manifest;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Creates a temporary folder on the cache's file system, so that it can later be renamed to the cache entry's path. */
export async function createStaging(folder: string): Promise<string> {
  const staging = `${folder}.tmp-${process.pid}-${randomUUID().slice(0, 8)}`;
  await mkdir(staging, { recursive: true });
  return staging;
}

/**
 * Moves a built entry to its path in the cache atomically. If another process was first and its entry is intact, that
 * entry is used. A damaged entry is moved away, never modified, because another process may be reading it.
 */
export async function publish(staging: string, folder: string): Promise<BuiltModel> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await rename(staging, folder);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    }
    const published = await readVerified(folder);
    if (published !== undefined) {
      await rm(staging, { recursive: true, force: true });
      return published;
    }
    await discard(folder);
  }
  throw new Error(`The prepared model could not be stored in ${folder}`);
}

/** Removes a cache entry. Renames it first, so that other processes never find an incomplete entry. */
async function discard(folder: string): Promise<void> {
  const doomed = `${folder}.old-${randomUUID().slice(0, 8)}`;
  try {
    await rename(folder, doomed);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await rm(doomed, { recursive: true, force: true });
}
