/** Decoded picture, or a surface with its pixels. */
export interface Drawable {
  readonly width: number;
  readonly height: number;
}

/** Decoded picture; the caller has to `close` it after drawing. */
export interface Bitmap extends Drawable {
  close(): void;
}

/** Subset of a 2D context that both kinds of surface support. */
export interface DrawingContext extends Pick<
  OffscreenCanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'closePath'
  | 'ellipse'
  | 'fillRect'
  | 'lineTo'
  | 'moveTo'
  | 'resetTransform'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'scale'
  | 'stroke'
  | 'transform'
  | 'translate'
  | 'globalAlpha'
  | 'globalCompositeOperation'
  | 'lineCap'
  | 'lineJoin'
  | 'lineWidth'
> {
  fillStyle: string;
  strokeStyle: string;
  fill(): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  drawImage(image: Drawable, xPx: number, yPx: number): void;
  drawImage(image: Drawable, xPx: number, yPx: number, widthPx: number, heightPx: number): void;
  drawImage(
    image: Drawable,
    fromXPx: number,
    fromYPx: number,
    fromWidthPx: number,
    fromHeightPx: number,
    xPx: number,
    yPx: number,
    widthPx: number,
    heightPx: number,
  ): void;
}

export interface Surface {
  readonly canvas: Drawable;
  readonly context: DrawingContext;
}

export interface DecodeOptions extends Pick<ImageBitmapOptions, 'colorSpaceConversion' | 'premultiplyAlpha'> {
  /** Size after rotation that the picture must have; any by default. Browsers may decode large ones smaller. */
  readonly statedSize?: { readonly widthPx: number; readonly heightPx: number };
}

export interface Surfaces {
  /** @param isRead whether its pixels are read often */
  create(widthPx: number, heightPx: number, isRead: boolean): Surface;
  read(surface: Surface, xPx: number, yPx: number, widthPx: number, heightPx: number): ImageData;
  write(surface: Surface, pixels: ImageData, xPx: number, yPx: number): void;
  /** @param quality 0 to 1 */
  encode(surface: Surface, mimeType: string, quality: number): Promise<Blob>;
  decode(file: Blob, options: DecodeOptions): Promise<Bitmap>;
}
