import { ObjectNotFoundError } from '../domain/ports/object-store.ts';
import { TaskRefusal } from './task-runner.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/**
 * The bytes of what somebody has drawn, which nobody else ever sees. The store has checked the size when it took the upload, the
 * acceptance when it read the header.
 */
export async function readMask(
  { objects }: WorkerDependencies,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await objects.read(key, signal);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new TaskRefusal('UPLOAD_NOT_FOUND', { cause: error });
    throw error;
  }
}

/** The bytes of a photo, after moderation. Throws DomainError INDECENT_IMAGE, ImageRefusal for a file that cannot be read. */
export async function readPhoto(
  deps: WorkerDependencies,
  userId: string,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await readMask(deps, key, signal);
  await deps.moderation.assertDecent(userId, key, bytes, async () => {
    return indecencyOf(deps, bytes, signal);
  });
  return bytes;
}

/** How indecent a picture looks, 0 to 1. */
export async function indecencyOf(
  { engine }: WorkerDependencies,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const { scores } = await engine.run('moderate', { photo: bytes }, { signal });
  // "Sexy" is what the network says of clothed people too: a shop's photos of dresses are welcome.
  return scores.porn + scores.hentai;
}
