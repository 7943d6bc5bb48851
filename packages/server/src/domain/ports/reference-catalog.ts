import type { Reference } from '@packshot/contract';

/** A built-in reference, apart from where its picture is served. */
export type CatalogedReference = Omit<Reference, 'image'>;

/** The built-in references: what the studio has sets for. The same for as long as the process lives. */
export interface ReferenceCatalog {
  list(): Promise<readonly CatalogedReference[]>;
  /** Bytes of a reference's picture, WebP; null for an id that is none. */
  picture(id: string): Promise<Uint8Array | null>;
}
