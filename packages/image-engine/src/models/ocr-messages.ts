/** A word as the reader saw it. `confidence` is from 0 to 100; the box is in pixels of the picture that was read. */
interface ReadWord {
  readonly text: string;
  readonly confidence: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Words of one line, from left to right. */
export type ReadLine = readonly ReadWord[];

/** What the engine asks of the reader's process: one gray picture, 8 bits a pixel, rows from top to bottom. */
export interface ReadRequest {
  readonly id: number;
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Exactly one answer to each request. */
export type ReadAnswer =
  | { readonly id: number; readonly lines: readonly ReadLine[] }
  | { readonly id: number; readonly error: string };
