/** Size of a picture, a frame or a canvas, in its own pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Area of a picture, in its pixels. */
export interface Area extends Size {
  readonly xPx: number;
  readonly yPx: number;
}
