/** A recognized word. `confidence` is from 0 to 100; the box is in pixels of the picture that was read. */
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

/** A request to the OCR process: one gray picture, 8 bits per pixel, rows from top to bottom. */
export interface ReadRequest {
  readonly id: number;
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Exactly one answer per request. */
export type ReadAnswer =
  | { readonly id: number; readonly lines: readonly ReadLine[] }
  | { readonly id: number; readonly error: string };
