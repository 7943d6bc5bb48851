/** The pictures that a task is made from: their bytes, and how each came to be. */
import type { Provenance } from '@packshot/contract';
import { provenanceAfter, provenanceOfUpload } from '@packshot/image-engine/provenance';
import type { ClaimedTask } from '../model.ts';
import { isSigned } from '@packshot/image-engine/pixels';
import { readDrawing, readPhoto } from './pictures.ts';
import type { ToolDependencies } from './task.ts';

export function createSources(deps: ToolDependencies, { userId }: ClaimedTask, signal: AbortSignal) {
  /** Of uploads that were read: their bytes are not needed twice. */
  const uploads = new Map<string, Promise<Provenance>>();
  const uploaded = (key: string, bytes: Uint8Array): Promise<Provenance> => {
    const known = uploads.get(key) ?? provenanceOfUploaded(deps, bytes, signal);
    uploads.set(key, known);
    return known;
  };
  const provenanceOf = async (key: string): Promise<Provenance> =>
    (await uploads.get(key)) ??
    (await deps.provenanceOf(userId, key)) ??
    (await uploaded(key, await readDrawing(deps, key, signal)));
  return {
    /** After moderation. */
    async read(key: string): Promise<Uint8Array> {
      const bytes = await readPhoto(deps, userId, key, signal);
      if (!isResult(key)) await uploaded(key, bytes);
      return bytes;
    },
    /** @param keys what is worked on first */
    async of(keys: readonly string[]): Promise<Provenance> {
      const pictures: Provenance[] = [];
      for (const key of keys) pictures.push(await provenanceOf(key));
      return provenanceAfter(pictures, null);
    },
  };
}

/**
 * Its file's own steps where this installation has signed them, and it is as it was signed. Anybody can write steps into a file: of any
 * other one nothing is signed but its hash, and what it says to its own disadvantage.
 */
async function provenanceOfUploaded(
  { engine, signer, logger }: ToolDependencies,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Provenance> {
  if (!isSigned(bytes)) return provenanceOfUpload(bytes);
  try {
    const { knownBy } = signer();
    const { provenance } = await engine.run('recall', { file: bytes, knownBy }, { signal });
    return provenance ?? provenanceOfUpload(bytes);
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ err: error }, 'the Content Credentials of an upload could not be checked');
    return provenanceOfUpload(bytes);
  }
}

export const isResult = (key: string): boolean => key.startsWith('results/');
