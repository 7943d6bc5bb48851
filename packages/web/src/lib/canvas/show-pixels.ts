interface Pixels {
  /** RGBA, row by row, with straight alpha. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Pixels at a position of a canvas. */
export interface PlacedPixels {
  readonly pixels: Pixels;
  readonly xPx: number;
  readonly yPx: number;
}

/** Shows pixels on a canvas of the page, whose size and content they replace; later ones replace earlier ones. */
export function showPixels(
  canvas: HTMLCanvasElement,
  { widthPx, heightPx }: Pick<Pixels, 'widthPx' | 'heightPx'>,
  parts: readonly PlacedPixels[],
): void {
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d');
  for (const { pixels, xPx, yPx } of parts) {
    if (pixels.widthPx === 0 || pixels.heightPx === 0) continue;
    const { buffer, byteOffset, byteLength } = pixels.data;
    const samples = new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, byteLength);
    context?.putImageData(new ImageData(samples, pixels.widthPx, pixels.heightPx), xPx, yPx);
  }
}
