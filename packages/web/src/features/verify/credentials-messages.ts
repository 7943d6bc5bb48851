/** What the page and the thread that reads strangers' files say to each other. */

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

export type Answer =
  /** The credentials as JSON; null where a file has none. */
  | { readonly kind: 'read'; readonly said: string | null }
  /** `likeness` is null where the two have other sizes, or cannot be shown. */
  | { readonly kind: 'compared'; readonly sha256: string; readonly likeness: Likeness | null }
  | { readonly kind: 'failed'; readonly message: string };
