import { createHash } from 'node:crypto';
import { READ_URL_TTL_S } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { readObject } from './read-owned.ts';
import type { StoredUpload, UploadDependencies, UploadService } from './service.ts';
import type { Moderation } from './moderation.ts';

/**
 * Converts a picture to the form that tools use: upright, in sRGB and of the same size, without metadata, as a JPEG or
 * WebP.
 * @throws DomainError the refusal of a file, SERVERS_BUSY, TASK_TOO_HEAVY
 */
export type ConvertPicture = (picture: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Returns the indecency score of a picture, 0 to 1.
 * @throws DomainError the refusal of a file, SERVERS_BUSY, TASK_TOO_HEAVY
 */
export type JudgePicture = (picture: Uint8Array, signal: AbortSignal) => Promise<number>;

export interface ViewDependencies extends Pick<UploadDependencies, 'database' | 'objects'> {
  readonly moderation: Moderation;
  readonly uploads: Pick<UploadService, 'store' | 'find'>;
  readonly convert: ConvertPicture;
  readonly judge: JudgePicture;
}

/**
 * Time limit of a conversion, many times as long as the largest photo takes. If its client disconnects, the conversion
 * continues, because its result is stored.
 */
const TIMEOUT_MS = 60_000;
/** Maximum number of concurrent conversions in this process, and per user. */
const PLACES = 8;
const PLACES_EACH = 2;
const SUFFIX = '-view';

export function createUploadViewService(deps: ViewDependencies) {
  const { moderation, objects, uploads } = deps;
  /** Running conversions, by the id of the view. */
  const running = new Map<string, { readonly userId: string; readonly view: Promise<StoredUpload> }>();

  const make = async (caller: Caller, key: string, id: string): Promise<StoredUpload> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const picture = await readObject(objects, key, signal);
      await moderation.assertDecent(caller.userId, key, picture, () => deps.judge(picture, signal));
      return await uploads.store(caller, await deps.convert(picture, signal), 'view', id);
    } catch (error) {
      if (signal.aborted) throw new DomainError('SERVERS_BUSY', { cause: error });
      // If storing fails, another process may have stored the same view meanwhile.
      const stored = error instanceof DomainError ? null : await uploads.find(caller, id);
      if (stored === null) throw error;
      return stored;
    }
  };

  const makeOnce = (caller: Caller, key: string, id: string): Promise<StoredUpload> => {
    const { userId } = caller;
    const name = `${userId}/${id}`;
    const started = running.get(name);
    if (started !== undefined) return started.view;
    const own = [...running.values()].filter((each) => each.userId === userId).length;
    if (running.size >= PLACES || own >= PLACES_EACH) throw new DomainError('SERVERS_BUSY');
    const view = make(caller, key, id).finally(() => running.delete(name));
    running.set(name, { userId, view });
    return view;
  };

  return {
    /**
     * Returns the URL of an upload's view, valid for an hour. A view is the upload in a form that every browser shows:
     * upright, in sRGB and of the same size.
     * @throws DomainError UPLOAD_NOT_FOUND, INDECENT_IMAGE, the refusal of a file, STORAGE_QUOTA, SERVERS_BUSY,
     * TASK_TOO_HEAVY
     */
    async view(caller: Caller, key: string): Promise<{ readonly url: string }> {
      assertPermitted(caller, 'uploads.create');
      const upload = await deps.database.stores.uploads.find(caller.userId, key);
      // Only uploads have views: results are shown unchanged, and views have no views themselves.
      if (upload === null || key.endsWith(SUFFIX)) throw new DomainError('UPLOAD_NOT_FOUND');
      moderation.assertNotFoundIndecent(upload.judgment);
      const id = `${createHash('sha256').update(key).digest('hex').slice(0, 32)}${SUFFIX}`;
      const view = (await uploads.find(caller, id)) ?? (await makeOnce(caller, key, id));
      return { url: await objects.signedReadUrl(view.key, { expiresInSeconds: READ_URL_TTL_S }) };
    },
  };
}

/** Converts uploads to the form that tools use, for pages that show them. */
export type UploadViewService = ReturnType<typeof createUploadViewService>;
