interface Pixels {
  /** RGBA, row by row, with straight alpha. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Shows pixels on a canvas of the page, whose content they replace. */
export function showPixels(canvas: HTMLCanvasElement, { data, widthPx, heightPx }: Pixels): void {
  canvas.width = widthPx;
  canvas.height = heightPx;
  const samples = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  canvas.getContext('2d')?.putImageData(new ImageData(samples, widthPx, heightPx), 0, 0);
}
