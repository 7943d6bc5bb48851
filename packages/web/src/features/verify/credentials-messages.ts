/** Messages between the page and the worker that reads untrusted files. */
import type { Envelope } from '@packshot/contract/provenance/credentials-verdict';

export type CredentialsRequest =
  | {
      readonly kind: 'read';
      readonly file: Blob;
      readonly type: string;
      /** Root certificate to trust, in PEM format, or null. */
      readonly root: string | null;
    }
  | { readonly kind: 'compare'; readonly file: Blob; readonly original: Blob };

/** Number of product pixels that visibly differ from the original's. */
export interface PixelLikeness {
  readonly total: number;
  readonly changed: number;
}

/**
 * Comparison of pictures with the same shape but different sizes: compares small squares, because their pixels don't
 * correspond.
 */
export interface LikenessInSquares {
  readonly squares: number;
  /** Number of squares that differ by more than `levels` of 255. */
  readonly changed: number;
  /** Side length of a square, in pixels of the picture. */
  readonly sidePx: number;
  readonly levels: number;
  /** Mean color shift in levels, in the area of the picture where it is largest. */
  readonly tint: number;
}

/** Reason why two pictures can't be compared: they have different shapes, or the browser can't decode one. */
export type NotCompared = 'other-shape' | 'original-not-shown' | 'picture-not-shown';

export type CredentialsReply =
  | {
      readonly kind: 'read';
      /** Output of the credentials reader as JSON; null if it finds no credentials. */
      readonly credentialsJson: string | null;
      /** State of the file structure, which the reader doesn't check. */
      readonly envelope: Envelope;
    }
  | {
      readonly kind: 'compared';
      readonly sha256: string;
      readonly likeness: PixelLikeness | LikenessInSquares | NotCompared;
    }
  | { readonly kind: 'failed'; readonly message: string };
