import { addSegment, EMPTY_REGION, isEmpty, overlap, union } from './brush.ts';
import type { Brush, Cover, RasterRegion } from './brush.ts';
import { fillRings } from './fill.ts';
import { isSearch } from '../../model/corrections.ts';
import type { CorrectionMode, CorrectionStroke } from '../../model/corrections.ts';
import type { PreviewGrid } from './preview-grid.ts';

/**
 * Effect of a stroke over earlier ones, from -255 (erased) to 255 (restored). Between opposite strokes the cut-out
 * itself shows, so that restoring an erased stroke leaves no outline of it.
 * @param cover coverage by the stroke, 0 to 255
 */
export function strokeEffect(earlier: number, mode: CorrectionStroke['mode'], cover: number): number {
  const retained = Math.trunc((earlier * (255 - cover)) / 255);
  if (mode === 'reset') return retained;
  return mode === 'restore' ? retained + cover : retained - cover;
}

/** Strokes of a correction on a grid. After a change, redraws only the changed region. */
export class StrokeField {
  readonly grid: PreviewGrid;
  /** Restore strength of each pixel, 0 to 255. A pixel has a value above 0 here or in `erase`, but not in both. */
  readonly restore: Uint8Array<ArrayBuffer>;
  readonly erase: Uint8Array<ArrayBuffer>;
  readonly #cover: Cover;
  #live: (Brush & { readonly mode: CorrectionMode; region: RasterRegion }) | null = null;
  #strokes: readonly CorrectionStroke[] = [];

  constructor(grid: PreviewGrid) {
    const count = grid.widthPx * grid.heightPx;
    this.grid = grid;
    this.restore = new Uint8Array(count);
    this.erase = new Uint8Array(count);
    this.#cover = { data: new Uint8Array(count), widthPx: grid.widthPx, heightPx: grid.heightPx };
  }

  get strokes(): readonly CorrectionStroke[] {
    return this.#strokes;
  }
  get liveMode(): CorrectionMode | null {
    return this.#live?.mode ?? null;
  }
  /** Coverage of each pixel by the stroke in progress, 0 to 255. */
  get liveCover(): Uint8Array {
    return this.#cover.data;
  }

  /** @param radiusPx radius in pixels of the picture */
  begin(mode: CorrectionMode, radiusPx: number, hardness: number): void {
    this.#live = { mode, radiusPx: radiusPx * this.grid.scale, hardness, region: EMPTY_REGION };
  }

  /**
   * Continues the stroke.
   * @param points x and y alternately, in pixels of the picture, continuing from the last point
   * @returns the changed region
   */
  extend(points: readonly number[]): RasterRegion {
    const live = this.#live;
    if (!live) return EMPTY_REGION;
    const changed = this.#drawLine(live, points);
    live.region = union(live.region, changed);
    return changed;
  }

  /**
   * Ends the stroke in progress; the caller adds it to the strokes or discards it.
   * @returns the region of the stroke
   */
  end(): RasterRegion {
    const region = this.#live?.region ?? EMPTY_REGION;
    this.#live = null;
    this.#clear(this.#cover.data, region);
    return region;
  }

  /**
   * Replaces the strokes. If one was added or removed, redraws only its region.
   * @returns the changed region
   */
  setStrokes(strokes: readonly CorrectionStroke[]): RasterRegion {
    const before = this.#strokes;
    this.#strokes = strokes;
    const differs = before.findIndex((stroke, at) => stroke !== strokes[at]);
    const from = differs === -1 ? before.length : differs;
    const removedStrokes = before.slice(from);
    const added = strokes.slice(from);
    const region = this.computeRegion([...removedStrokes, ...added]);
    if (removedStrokes.length === 0) {
      for (const stroke of added) this.#lay(stroke, this.computeRegion([stroke]));
      return region;
    }
    this.#clear(this.restore, region);
    this.#clear(this.erase, region);
    for (const stroke of strokes) this.#lay(stroke, overlap(region, this.computeRegion([stroke])));
    return region;
  }

  /**
   * Region that the strokes may change, in pixels of the raster. Search areas aren't included, because they change
   * nothing.
   */
  computeRegion(strokes: readonly CorrectionStroke[]): RasterRegion {
    const { scale, leftPx, topPx, widthPx, heightPx } = this.grid;
    let region = EMPTY_REGION;
    for (const stroke of strokes) {
      if (isSearch(stroke)) continue;
      const reach = ('rings' in stroke ? 0 : stroke.radiusPx * scale) + 2;
      const points = 'rings' in stroke ? stroke.rings.flat() : stroke.points;
      for (let at = 0; at + 1 < points.length; at += 2) {
        const x = ((points[at] ?? 0) - leftPx) * scale;
        const y = ((points[at + 1] ?? 0) - topPx) * scale;
        region = union(region, {
          left: Math.floor(x - reach),
          top: Math.floor(y - reach),
          right: Math.ceil(x + reach),
          bottom: Math.ceil(y + reach),
        });
      }
    }
    return overlap(region, { left: 0, top: 0, right: widthPx, bottom: heightPx });
  }

  /** Converts a coordinate of a stroke to the raster; an even index means x, an odd one y. */
  #place(value: number, index: number): number {
    const { scale, leftPx, topPx } = this.grid;
    return (value - (index % 2 === 0 ? leftPx : topPx)) * scale;
  }

  #drawLine(brush: Brush, points: readonly number[]): RasterRegion {
    const at = (index: number): number => this.#place(points[index] ?? 0, index);
    const last = points.length - 2;
    let region = EMPTY_REGION;
    for (let from = 0; from <= Math.max(0, last - 2); from += 2) {
      const to = Math.min(from + 2, last);
      region = union(region, addSegment(this.#cover, brush, at(from), at(from + 1), at(to), at(to + 1)));
    }
    return region;
  }

  /** @returns the region of the coverage that may have changed */
  #coverBy(stroke: CorrectionStroke, within: RasterRegion): RasterRegion {
    if ('rings' in stroke) {
      const rings = stroke.rings.map((ring) => ring.map((value, index) => this.#place(value, index)));
      fillRings(this.#cover, rings, within);
      return within;
    }
    const { radiusPx, hardness, points } = stroke;
    return this.#drawLine({ radiusPx: radiusPx * this.grid.scale, hardness }, points);
  }

  /** Draws a stroke over the previous ones, within a region. */
  #lay(stroke: CorrectionStroke, within: RasterRegion): void {
    // A search area changes no pixels: the object to restore or remove is known only after the search.
    if (isEmpty(within) || isSearch(stroke)) return;
    const coveredRegion = this.#coverBy(stroke, within);
    const { mode } = stroke;
    const { restore, erase } = this;
    const { data, widthPx } = this.#cover;
    for (let y = within.top; y < within.bottom; y += 1) {
      for (let i = y * widthPx + within.left; i < y * widthPx + within.right; i += 1) {
        const cover = data[i] ?? 0;
        if (cover === 0) continue;
        const effect = strokeEffect((restore[i] ?? 0) - (erase[i] ?? 0), mode, cover);
        restore[i] = Math.max(0, effect);
        erase[i] = Math.max(0, -effect);
      }
    }
    this.#clear(data, coveredRegion);
  }

  #clear(data: Uint8Array, region: RasterRegion): void {
    // Skips an empty region, whose negative end index would clear other data.
    if (isEmpty(region)) return;
    const { left, top, right, bottom } = region;
    const { widthPx } = this.grid;
    for (let y = top; y < bottom; y += 1) data.fill(0, y * widthPx + left, y * widthPx + right);
  }
}
