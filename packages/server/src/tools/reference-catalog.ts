import type { Reference } from '@packshot/contract';
import type { LockableSet, StudioSet } from '@packshot/image-engine/pixels';

/** A built-in reference (example picture of a studio set), without the URL of its picture. */
type CatalogedReference = Omit<Reference, 'image'>;

/** A studio set's description, with its files. */
export interface StudioSetFiles {
  readonly set: StudioSet;
  /** Names of the files: `set.json` and those named in it. */
  readonly names: ReadonlySet<string>;
  /** Reads one of the named files. */
  readonly read: (name: string) => Promise<Uint8Array>;
}

/** The built-in references, one for each family of studio sets. The list doesn't change while the process lives. */
export interface ReferenceCatalog {
  list(): Promise<readonly CatalogedReference[]>;
  /** Returns the picture of a reference as WebP bytes, or null for an unknown id. */
  picture(id: string): Promise<Uint8Array | null>;
  /** Returns a studio set, whether its family is listed or not; null for an unknown id. */
  set(id: string): Promise<LockableSet | null>;
  /** Returns the description and files of any studio set; null for an unknown id. */
  files(id: string): Promise<StudioSetFiles | null>;
}
