/** Size of a picture, a frame or a canvas, in pixels. */
export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Area of a picture, in its pixels. */
export interface Area extends PixelSize {
  readonly xPx: number;
  readonly yPx: number;
}
