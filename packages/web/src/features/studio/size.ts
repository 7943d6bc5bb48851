/** Size of a picture, a frame or a canvas, in its own pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}
