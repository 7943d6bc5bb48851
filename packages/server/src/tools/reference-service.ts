import { createHash } from 'node:crypto';
import type { Reference } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import type { ReferenceCatalog, StudioSetFiles } from './reference-catalog.ts';

interface ReferencePicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Version of the picture, part of its URL. The version changes when the bytes change. */
  readonly version: string;
}

interface ReferenceUrls {
  /**
   * URL of a reference's picture. The version changes with its bytes, so that browsers may cache each version forever.
   */
  readonly picture: (id: string, version: string) => string;
  /** URL that precedes the names of a studio set's files. The revision changes with the bytes of any file. */
  readonly setFiles: (id: string, revision: string) => string;
}

/** Creates the service that lists the built-in references and reads the files of studio sets. */
export function createReferenceService(catalog: ReferenceCatalog, urls: ReferenceUrls) {
  /** Cache of the references' pictures: two dozen of a few kilobytes each. */
  const pictures = new Map<string, ReferencePicture>();

  async function picture(id: string): Promise<ReferencePicture> {
    const cachedPicture = pictures.get(id);
    if (cachedPicture !== undefined) return cachedPicture;
    const bytes = await catalog.picture(id);
    if (bytes === null) throw new DomainError('NOT_FOUND');
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const read: ReferencePicture = { bytes, contentType: 'image/webp', version };
    pictures.set(id, read);
    return read;
  }

  /** Cache of the sets' revisions, by id. A server that runs never changes its sets. */
  const revisions = new Map<string, Promise<string>>();

  function findRevision(files: StudioSetFiles): Promise<string> {
    const { id } = files.set;
    const cachedRevision = revisions.get(id);
    if (cachedRevision !== undefined) return cachedRevision;
    const revision = hashFiles(files);
    revisions.set(id, revision);
    revision.catch(() => revisions.delete(id));
    return revision;
  }

  async function findFiles(id: string): Promise<StudioSetFiles> {
    const files = await catalog.files(id);
    if (files === null) throw new DomainError('NOT_FOUND');
    return files;
  }

  return {
    /** Returns a studio set's description, and the URL that precedes its files' names. Throws NOT_FOUND. */
    async studioSet(id: string) {
      const files = await findFiles(id);
      return { files: urls.setFiles(id, await findRevision(files)), set: { ...files.set } };
    },
    /**
     * Reads a file of a studio set. Throws NOT_FOUND for an unknown set or file, and for another revision, because a
     * set's layers can only be decoded with the description of the same revision.
     */
    async setFile(id: string, revision: string, name: string) {
      const files = await findFiles(id);
      if (!files.names.has(name) || revision !== (await findRevision(files)))
        throw new DomainError('NOT_FOUND');
      return { bytes: await files.read(name), contentType: toContentType(name) };
    },
    /** Lists all built-in references, which are the same for all callers. */
    async list(): Promise<readonly Reference[]> {
      const references = await catalog.list();
      return Promise.all(
        references.map(async (reference) => {
          const { version } = await picture(reference.id);
          return { ...reference, image: urls.picture(reference.id, version) };
        }),
      );
    },
    /** Returns the picture of a reference. Throws NOT_FOUND for an unknown id. */
    picture,
  };
}

/** Hash of all files of a set, which also changes when a set is rendered or packed again by the same script. */
async function hashFiles({ names, read }: StudioSetFiles): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names)
    hash.update(
      createHash('sha256')
        .update(await read(name))
        .digest(),
    );
  return hash.digest('hex').slice(0, 16);
}

const CONTENT_TYPES: readonly (readonly [string, string])[] = [
  ['.avif', 'image/avif'],
  ['.webp', 'image/webp'],
  ['.json', 'application/json; charset=utf-8'],
];

const toContentType = (name: string): string =>
  CONTENT_TYPES.find(([ending]) => name.endsWith(ending))?.[1] ?? 'application/octet-stream';

export type ReferenceService = ReturnType<typeof createReferenceService>;
