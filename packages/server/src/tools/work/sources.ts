/** Reads the pictures that a task is made from, with their provenance. */
import type { Provenance } from '@packshot/contract';
import { provenanceAfter, provenanceOfUpload } from '@packshot/image-engine/provenance';
import type { ClaimedTask } from '../model.ts';
import { isSigned } from '@packshot/image-engine/pixels';
import { readDrawing, readPhoto } from './pictures.ts';
import type { ToolDependencies } from './task.ts';

export function createSources(deps: ToolDependencies, { userId }: ClaimedTask, signal: AbortSignal) {
  /** Cache of the provenance of uploads, so that no upload is analyzed twice. */
  const uploads = new Map<string, Promise<Provenance>>();
  const readUploaded = (key: string, bytes: Uint8Array): Promise<Provenance> => {
    const uploadProvenance = uploads.get(key) ?? provenanceOfUploaded(deps, bytes, signal);
    uploads.set(key, uploadProvenance);
    return uploadProvenance;
  };
  const loadProvenance = async (key: string): Promise<Provenance> =>
    (await uploads.get(key)) ??
    (await deps.findProvenance(userId, key)) ??
    (await readUploaded(key, await readDrawing(deps, key, signal)));
  return {
    /** Reads a picture and moderates it. For an upload, also determines its provenance. */
    async read(key: string): Promise<Uint8Array> {
      const bytes = await readPhoto(deps, userId, key, signal);
      if (!isResult(key)) await readUploaded(key, bytes);
      return bytes;
    },
    /**
     * Reads the provenance of the pictures.
     * @param keys storage keys, the edited picture first
     */
    async of(keys: readonly string[]): Promise<Provenance> {
      const pictures: Provenance[] = [];
      for (const key of keys) pictures.push(await loadProvenance(key));
      return provenanceAfter(pictures, null);
    },
  };
}

/**
 * Determines the provenance of an uploaded file. Uses the steps in the file if this installation signed them and the
 * file is unchanged. Any client can write steps into a file. For all other files, the provenance therefore contains
 * only the hash, and claims that put the file in a worse light, such as generated content.
 */
async function provenanceOfUploaded(
  { engine, signer, logger }: ToolDependencies,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Provenance> {
  if (!isSigned(bytes)) return provenanceOfUpload(bytes);
  try {
    const { knownBy } = signer();
    const { provenance } = await engine.run('read-provenance', { file: bytes, knownBy }, { signal });
    return provenance ?? provenanceOfUpload(bytes);
  } catch (error) {
    signal.throwIfAborted();
    logger.error({ err: error }, 'the Content Credentials of an upload could not be checked');
    return provenanceOfUpload(bytes);
  }
}

export const isResult = (key: string): boolean => key.startsWith('results/');
