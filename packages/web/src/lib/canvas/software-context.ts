/** 2D context that draws with Skia, limited to the operations that the studio uses. */
import type { BlendMode, Canvas, CanvasKit, Image, Paint, PathBuilder } from 'canvaskit-wasm';
import type { Drawable, DrawingContext } from './surface-types.ts';

/** Components a to f of the matrix of a 2D context. */
type ContextMatrix = readonly [number, number, number, number, number, number];
const IDENTITY: ContextMatrix = [1, 0, 0, 1, 0, 0];

const times = ([a, b, c, d, e, f]: ContextMatrix, [p, q, r, s, t, u]: ContextMatrix): ContextMatrix => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

interface ContextState {
  readonly matrix: ContextMatrix;
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly globalAlpha: number;
  readonly globalCompositeOperation: GlobalCompositeOperation;
}

type ImageOf = (drawable: Drawable) => { readonly image: Image; readonly isCopy: boolean };

/** Cubic filter that browsers use for enlarging (Mitchell). */
const CUBIC = 1 / 3;

export class SoftwareContext implements DrawingContext {
  fillStyle = '#000';
  strokeStyle = '#000';
  globalAlpha = 1;
  globalCompositeOperation: GlobalCompositeOperation = 'source-over';
  lineWidth = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  readonly #kit: CanvasKit;
  readonly #canvas: Canvas;
  readonly #imageOf: ImageOf;
  readonly #saved: ContextState[] = [];
  #matrix: ContextMatrix = IDENTITY;
  #path: PathBuilder;

  constructor(kit: CanvasKit, canvas: Canvas, getImage: ImageOf) {
    this.#kit = kit;
    this.#canvas = canvas;
    this.#imageOf = getImage;
    this.#path = new kit.PathBuilder();
  }

  save(): void {
    const { fillStyle, strokeStyle, globalAlpha, globalCompositeOperation } = this;
    this.#saved.push({
      matrix: this.#matrix,
      fillStyle,
      strokeStyle,
      globalAlpha,
      globalCompositeOperation,
    });
  }
  restore(): void {
    const state = this.#saved.pop();
    if (!state) return;
    const { matrix, ...rest } = state;
    this.#matrix = matrix;
    Object.assign(this, rest);
  }
  translate(x: number, y: number): void {
    this.transform(1, 0, 0, 1, x, y);
  }
  rotate(angle: number): void {
    this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0);
  }
  scale(x: number, y: number): void {
    this.transform(x, 0, 0, y, 0, 0);
  }
  transform(...matrix: ContextMatrix): void {
    this.#matrix = times(this.#matrix, matrix);
  }
  setTransform(...matrix: ContextMatrix): void {
    this.#matrix = matrix;
  }
  resetTransform(): void {
    this.#matrix = IDENTITY;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#draw(this.#paint(this.fillStyle), (canvas, paint) =>
      canvas.drawRect(this.#kit.XYWHRect(x, y, width, height), paint),
    );
  }
  clearRect(x: number, y: number, width: number, height: number): void {
    const paint = new this.#kit.Paint();
    paint.setBlendMode(this.#kit.BlendMode.Clear);
    this.#draw(paint, (canvas) => canvas.drawRect(this.#kit.XYWHRect(x, y, width, height), paint));
  }

  drawImage(drawable: Drawable, ...places: readonly number[]): void {
    const whole = [0, 0, drawable.width, drawable.height];
    const [from, to] =
      places.length === 8 ? [places.slice(0, 4), places.slice(4)] : [whole, [...places, ...whole.slice(2)]];
    const [fromX = 0, fromY = 0, fromWidth = 0, fromHeight = 0] = from;
    const [x = 0, y = 0, width = fromWidth, height = fromHeight] = to;
    if (fromWidth <= 0 || fromHeight <= 0 || width <= 0 || height <= 0) return;
    const source = this.#kit.XYWHRect(fromX, fromY, fromWidth, fromHeight);
    const target = this.#kit.XYWHRect(x, y, width, height);
    const [a, b, c, d] = this.#matrix;
    const scale = Math.min((Math.hypot(a, b) * width) / fromWidth, (Math.hypot(c, d) * height) / fromHeight);
    const { image, isCopy } = this.#imageOf(drawable);
    this.#draw(this.#paint('#000'), (canvas, paint) =>
      this.#lay(canvas, paint, image, { source, target, scale }),
    );
    if (isCopy) image.delete();
  }

  #lay(
    canvas: Canvas,
    paint: Paint,
    image: Image,
    at: { readonly source: Float32Array; readonly target: Float32Array; readonly scale: number },
  ): void {
    const { FilterMode, MipmapMode } = this.#kit;
    const { source, target, scale } = at;
    if (scale > 1) {
      canvas.drawImageRectCubic(image, source, target, CUBIC, CUBIC, paint);
      return;
    }
    const isSmaller = scale < 1;
    const levels = isSmaller ? image.makeCopyWithDefaultMipmaps() : image;
    const mode = isSmaller ? MipmapMode.Linear : MipmapMode.None;
    canvas.drawImageRectOptions(levels, source, target, FilterMode.Linear, mode, paint);
    if (isSmaller) levels.delete();
  }

  beginPath(): void {
    this.#path.delete();
    this.#path = new this.#kit.PathBuilder();
  }
  moveTo(x: number, y: number): void {
    this.#path.moveTo(x, y);
  }
  lineTo(x: number, y: number): void {
    this.#path.lineTo(x, y);
  }
  closePath(): void {
    this.#path.close();
  }
  /** Supports whole circles only. */
  arc(x: number, y: number, radius: number): void {
    this.#path.addCircle(x, y, radius);
  }
  /** Supports whole, axis-aligned ellipses only. */
  ellipse(x: number, y: number, radiusX: number, radiusY: number): void {
    this.#path.addOval(this.#kit.LTRBRect(x - radiusX, y - radiusY, x + radiusX, y + radiusY));
  }
  fill(): void {
    this.#drawPath(this.#paint(this.fillStyle));
  }
  stroke(): void {
    const { PaintStyle, StrokeCap, StrokeJoin } = this.#kit;
    const paint = this.#paint(this.strokeStyle);
    paint.setStyle(PaintStyle.Stroke);
    paint.setStrokeWidth(this.lineWidth);
    paint.setStrokeCap(this.lineCap === 'round' ? StrokeCap.Round : StrokeCap.Butt);
    paint.setStrokeJoin(this.lineJoin === 'round' ? StrokeJoin.Round : StrokeJoin.Miter);
    this.#drawPath(paint);
  }

  #drawPath(paint: Paint): void {
    const path = this.#path.snapshot();
    this.#draw(paint, (canvas) => canvas.drawPath(path, paint));
    path.delete();
  }

  #paint(style: string): Paint {
    const paint = new this.#kit.Paint();
    paint.setAntiAlias(true);
    paint.setColor(this.#kit.parseColorString(style));
    paint.setAlphaf(this.globalAlpha);
    paint.setBlendMode(this.#blendMode());
    return paint;
  }

  #blendMode(): BlendMode {
    const { BlendMode: modes } = this.#kit;
    switch (this.globalCompositeOperation) {
      case 'source-over':
        return modes.SrcOver;
      case 'source-in':
        return modes.SrcIn;
      case 'destination-over':
        return modes.DstOver;
      case 'destination-in':
        return modes.DstIn;
      case 'destination-out':
        return modes.DstOut;
      case 'multiply':
        return modes.Multiply;
      case 'xor':
        return modes.Xor;
      default:
        throw new Error(`Nothing is drawn as ${this.globalCompositeOperation} here.`);
    }
  }

  #draw(paint: Paint, act: (canvas: Canvas, paint: Paint) => void): void {
    const [a, b, c, d, e, f] = this.#matrix;
    this.#canvas.save();
    this.#canvas.concat([a, c, e, b, d, f, 0, 0, 1]);
    act(this.#canvas, paint);
    this.#canvas.restore();
    paint.delete();
  }
}
