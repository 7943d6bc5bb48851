/** The pictures that a task is made from: their bytes, and how each came to be. */
import type { Provenance } from '@packshot/contract';
import { provenanceAfter, provenanceOfUpload } from '@packshot/image-engine/provenance';
import type { ClaimedTask } from '../domain/generations/model.ts';
import { readDrawing, readPhoto } from './pictures.ts';
import type { ToolDependencies } from './task.ts';

interface Sources {
  /** After moderation. */
  read(key: string): Promise<Uint8Array>;
  /** @param keys what is worked on first */
  of(keys: readonly string[]): Promise<Provenance>;
}

export function createSources(deps: ToolDependencies, { userId }: ClaimedTask, signal: AbortSignal): Sources {
  /** Of uploads that were read: their bytes are not needed twice. */
  const uploads = new Map<string, Provenance>();
  const provenanceOf = async (key: string): Promise<Provenance> =>
    uploads.get(key) ??
    (await deps.provenanceOf(userId, key)) ??
    provenanceOfUpload(await readDrawing(deps, key, signal));
  return {
    async read(key) {
      const bytes = await readPhoto(deps, userId, key, signal);
      if (!isResult(key)) uploads.set(key, provenanceOfUpload(bytes));
      return bytes;
    },
    async of(keys) {
      const pictures: Provenance[] = [];
      for (const key of keys) pictures.push(await provenanceOf(key));
      return provenanceAfter(pictures, null);
    },
  };
}

export const isResult = (key: string): boolean => key.startsWith('results/');
