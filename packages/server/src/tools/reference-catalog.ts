import type { Reference } from '@packshot/contract';
import type { LookSet } from '@packshot/image-engine/pixels';

/** A built-in reference, without the URL of its picture. */
type CatalogedReference = Omit<Reference, 'image'>;

/** The built-in references, one for each family of studio sets. Constant for the life of the process. */
export interface ReferenceCatalog {
  list(): Promise<readonly CatalogedReference[]>;
  /** Picture of a reference as WebP bytes, or null for an unknown id. */
  picture(id: string): Promise<Uint8Array | null>;
  /** A studio set, of a listed family or not, or null for an unknown id. */
  set(id: string): Promise<LookSet | null>;
}
