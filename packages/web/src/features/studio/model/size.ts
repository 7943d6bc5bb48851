export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Area extends PixelSize {
  readonly xPx: number;
  readonly yPx: number;
}
