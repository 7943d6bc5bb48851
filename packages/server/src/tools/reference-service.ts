import { createHash } from 'node:crypto';
import type { Reference } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import type { ReferenceCatalog } from './reference-catalog.ts';

interface ReferencePicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Version of the picture, part of its URL. It changes when the bytes change. */
  readonly version: string;
}

/**
 * Creates the service that lists the built-in references.
 * @param imageUrl URL of a reference's picture; the version changes with its bytes, so that browsers may cache each
 * version forever
 */
export function createReferenceService(
  catalog: ReferenceCatalog,
  imageUrl: (id: string, version: string) => string,
) {
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

  return {
    /** Lists all built-in references, which are the same for all callers. */
    async list(): Promise<readonly Reference[]> {
      const references = await catalog.list();
      return Promise.all(
        references.map(async (reference) => {
          const { version } = await picture(reference.id);
          return { ...reference, image: imageUrl(reference.id, version) };
        }),
      );
    },
    /** Returns the picture of a reference. Throws NOT_FOUND for an unknown id. */
    picture,
  };
}

export type ReferenceService = ReturnType<typeof createReferenceService>;
