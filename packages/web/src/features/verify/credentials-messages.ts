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

/** The same of two pictures of one shape and of different sizes: in small squares, because no pixel of the one is a pixel of the other. */
export interface LikenessInSquares {
  readonly squares: number;
  /** By more than the levels, of 255. */
  readonly changed: number;
  /** Pixels of the picture along the side of a square. */
  readonly sidePx: number;
  readonly levels: number;
  /** Levels by which the colors are others on average, over the part of the picture where that is most. */
  readonly tint: number;
}

/** Why two pictures cannot be compared: the one is not the other in another size, or a browser shows no such files. */
export type NotCompared = 'other-shape' | 'original-not-shown' | 'picture-not-shown';

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
      readonly likeness: Likeness | LikenessInSquares | NotCompared;
    }
  | { readonly kind: 'failed'; readonly message: string };
