import type { RefineEdges } from '@packshot/contract/tools/limits';
import type { RefineLook } from '../../model/document.ts';
import { EMPTY_REGION, isEmpty, union } from './brush.ts';
import type { RasterRegion } from './brush.ts';
import type { CorrectedPreview } from './corrected-preview.ts';
import type { CorrectionMode, CorrectionStroke } from '../../model/corrections.ts';

/** Pause in ms before strokes follow edges, so that the page isn't busy when the next stroke starts. */
const REST_MS = 250;

/** Canvas that redraws changes by itself; after a pause, strokes follow the picture's edges. */
export class PreviewCanvas {
  readonly #preview: CorrectedPreview;
  readonly #context: CanvasRenderingContext2D;
  readonly #image: ImageData;
  #look: RefineLook = 'cut-out';
  #stale: RasterRegion;
  /** Whether only the current stroke has changed since the last frame. */
  #isStrokeAlone = false;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  /** @throws Error without a canvas */
  constructor(canvas: HTMLCanvasElement, preview: CorrectedPreview) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Canvas is not available.');
    this.#preview = preview;
    this.#context = context;
    this.#image = new ImageData(canvas.width, canvas.height);
    this.#stale = preview.whole;
    this.#show(EMPTY_REGION);
  }

  setLook(look: RefineLook): void {
    if (look === this.#look) return;
    this.#look = look;
    this.#show(this.#preview.whole);
  }

  /** @param edges with `picture`, strokes follow the picture's edges after a pause */
  setStrokes(strokes: readonly CorrectionStroke[], edges: RefineEdges): void {
    this.#show(this.#preview.field.end());
    this.#show(this.#preview.setStrokes(strokes));
    clearTimeout(this.#rest);
    if (edges === 'picture') this.#rest = setTimeout(() => void this.#follow(), REST_MS);
    else this.#show(this.#preview.unfollow());
  }

  /** @param radiusPx radius in pixels of the picture */
  begin(mode: CorrectionMode, radiusPx: number, hardness: number): void {
    clearTimeout(this.#rest);
    this.#preview.field.begin(mode, radiusPx, hardness);
  }

  /** @param points x and y alternately, in pixels of the picture, continuing from the last point */
  extend(points: readonly number[]): void {
    const isFirst = isEmpty(this.#stale);
    const isAlone = isFirst || this.#isStrokeAlone;
    this.#show(this.#preview.field.extend(points));
    this.#isStrokeAlone = isAlone;
  }

  cancel(): void {
    this.#show(this.#preview.field.end());
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
  }

  /** Makes strokes follow the picture's edges, in steps that let the page respond. A new stroke aborts it. */
  async #follow(): Promise<void> {
    const work = this.#preview.follow();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.#isDisposed || this.#preview.field.liveMode !== null) return;
      const step = work.next();
      if (step.done !== true) continue;
      this.#show(step.value);
      return;
    }
  }

  #show(region: RasterRegion): void {
    this.#stale = union(this.#stale, region);
    this.#isStrokeAlone = false;
    if (isEmpty(this.#stale) || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { left, top, right, bottom } = this.#stale;
      this.#preview.render(this.#image.data, this.#stale, this.#look, this.#isStrokeAlone);
      this.#context.putImageData(this.#image, 0, 0, left, top, right - left, bottom - top);
      this.#stale = EMPTY_REGION;
    });
  }
}
