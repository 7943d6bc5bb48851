/** What the page and the thread that reads strangers' files say to each other. */
import type { Envelope } from '@packshot/contract/provenance/credentials-verdict';

export type Asked =
  | {
      readonly kind: 'read';
      readonly file: Blob;
      readonly type: string;
      /** The root that is trusted, in PEM; null: none. */
      readonly root: string | null;
    }
  | { readonly kind: 'compare'; readonly file: Blob; readonly original: Blob };

/** How many of the product's pixels differ visibly from those of the original. */
export interface Likeness {
  readonly total: number;
  readonly changed: number;
}

/** Why two pictures cannot be compared: their sizes, or a browser that shows no such files. */
export type NotCompared = 'other-size' | 'original-not-shown' | 'picture-not-shown';

export type Answer =
  | {
      readonly kind: 'read';
      /** The credentials as JSON; null where the reader finds none. */
      readonly said: string | null;
      /** What the reader does not look at. */
      readonly envelope: Envelope;
    }
  | {
      readonly kind: 'compared';
      readonly sha256: string;
      readonly likeness: Likeness | NotCompared;
    }
  | { readonly kind: 'failed'; readonly message: string };
