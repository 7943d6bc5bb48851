import { createProvenance, READ_URL_TTL_S } from '@packshot/contract';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { AcceptDependencies } from '../accept.ts';
import type { ExportLayout } from './arrangement.ts';
import type { PictureArranger } from '../work/compose-export.ts';
import type { InspectedPicture, InspectPicture } from '../work/inspect-picture.ts';
import type { JobPicture } from './job.ts';
import type { PublicFetch } from '../../platform/public-fetch/public-fetch-error.ts';
import { fetchPicture } from './pictures.ts';
import type { SentPicture } from './pictures.ts';
import { assertMay } from './service.ts';
import type { PublicJobService } from './service.ts';
import { readObject, readOwned } from '../../uploads/read-owned.ts';
import type { UploadService } from '../../uploads/service.ts';

/** A picture to which a call refers: one sent for the call, or the result of a job. */
export type NamedPicture = SentPicture | JobResultKey;

interface JobResultKey {
  readonly jobId: string;
  readonly index: number;
}

export interface ReadPicture extends InspectedPicture {
  readonly file: Uint8Array;
}

export type PublicPictureDependencies = Pick<AcceptDependencies, 'database' | 'objects' | 'moderation'> & {
  readonly publicJobs: PublicJobService;
  readonly publicFetch: PublicFetch;
  readonly uploads: Pick<UploadService, 'store'>;
  readonly inspect: InspectPicture;
  readonly arranger: PictureArranger;
};

export function createPublicPictureService(deps: PublicPictureDependencies) {
  const { publicJobs, objects } = deps;
  const requireResult = async (caller: KeyCaller, { jobId, index }: JobResultKey): Promise<JobPicture> => {
    const { results } = await publicJobs.read(caller, jobId);
    const picture = results.find((result) => result.index === index)?.picture;
    if (!picture) throw new DomainError('RESULT_NOT_FOUND');
    return picture;
  };
  const loadFile = async (caller: KeyCaller, picture: NamedPicture, signal: AbortSignal) => {
    if ('bytes' in picture) return picture.bytes;
    if ('url' in picture) return fetchPicture(deps.publicFetch, picture.url, signal);
    if ('key' in picture) return readOwned(deps, caller, picture.key, signal);
    return readObject(objects, (await requireResult(caller, picture)).key, signal);
  };
  return {
    /**
     * Inspects a picture. Throws UPLOAD_NOT_FOUND, RESULT_NOT_FOUND, and the errors of fetching and checking a
     * picture.
     */
    async inspect(
      caller: KeyCaller,
      picture: NamedPicture,
      options: { readonly readsCredentials: boolean; readonly signal: AbortSignal },
    ): Promise<ReadPicture> {
      assertMay(caller, 'images:read', 'jobs:run');
      const file = await loadFile(caller, picture, options.signal);
      return { ...(await deps.inspect(file, options)), file };
    },
    async preview(
      caller: KeyCaller,
      { jobId, index }: JobResultKey,
      signal: AbortSignal,
    ): Promise<Uint8Array> {
      const small = await publicJobs.readSmall(caller, jobId, index);
      return (await deps.inspect(small, { readsCredentials: false, signal })).preview;
    },
    /**
     * Composes a result into a new file and stores it like an upload, for the price of the result's download. Only for
     * results, because the server made and moderated them. Throws OUT_OF_DOWNLOADS.
     */
    async arrange(caller: KeyCaller, result: JobResultKey, arrangement: ExportLayout, signal: AbortSignal) {
      assertMay(caller, 'images:write', 'jobs:run');
      const from = await requireResult(caller, result);
      const { key, provenance, foreground } = from;
      const cutOut = {
        picture: await readObject(objects, key, signal),
        provenance: provenance ?? createProvenance(['picture']),
        test: caller.key.mode === 'test' ? { foreground } : undefined,
      };
      const { file, format } = await deps.arranger.arrange(caller.userId, cutOut, arrangement, signal);
      await publicJobs.payFor(caller, from);
      const storedUpload = await deps.uploads.store(caller, file, `export.${format}`);
      return {
        ...storedUpload,
        url: await objects.signedReadUrl(storedUpload.key, { expiresInSeconds: READ_URL_TTL_S }),
      };
    },
    /** Returns the storage key of the caller's result, for use in a job. Throws RESULT_NOT_FOUND. */
    resultKey: async (caller: KeyCaller, result: JobResultKey) => (await requireResult(caller, result)).key,
  };
}

/** Services for calls about pictures that start no job: inspecting a picture, and writing another file of a result. */
export type PublicPictureService = ReturnType<typeof createPublicPictureService>;
