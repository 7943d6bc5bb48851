import { READ_URL_TTL_S } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { assertPermitted } from '../permissions.ts';
import type { ConvertPicture } from '../ports/convert-picture.ts';
import { readOwned } from './read-owned.ts';
import type { StoredUpload, UploadDependencies, UploadService } from './service.ts';
import type { Moderation } from './moderation.ts';

/** Uploads as the tools read them, for pages that show them. */
export interface UploadViewService {
  /**
   * Address, for an hour, of an upload: upright, sRGB and of the same size.
   * @throws DomainError UPLOAD_NOT_FOUND, INDECENT_IMAGE, the refusal of a file, STORAGE_QUOTA, SERVERS_BUSY, TASK_TOO_HEAVY
   */
  view(caller: Caller, key: string): Promise<{ readonly url: string }>;
}

export interface ViewDependencies extends Pick<UploadDependencies, 'database' | 'objects'> {
  readonly moderation: Moderation;
  readonly uploads: Pick<UploadService, 'store' | 'find'>;
  readonly convert: ConvertPicture;
}

/** Many times what the largest photo takes. It goes on when a client leaves, because a view is kept. */
const TIMEOUT_MS = 60_000;

export function createUploadViewService(deps: ViewDependencies): UploadViewService {
  const make = async (caller: Caller, key: string, id: string): Promise<StoredUpload> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const picture = await readOwned(deps, caller, key, signal);
    return deps.uploads.store(caller, await deps.convert(picture, signal), 'view', id);
  };
  return {
    async view(caller, key) {
      assertPermitted(caller, 'uploads.create');
      // Made once.
      const id = `${key.split('/').at(-1) ?? ''}-view`;
      const view = (await deps.uploads.find(caller, id)) ?? (await make(caller, key, id));
      return { url: await deps.objects.signedReadUrl(view.key, { expiresInSeconds: READ_URL_TTL_S }) };
    },
  };
}
