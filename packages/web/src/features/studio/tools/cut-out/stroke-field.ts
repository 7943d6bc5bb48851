/** How strongly each pixel of a raster is restored and erased by strokes, with one more stroke in the making. */
import { addSegment, EMPTY_REGION, isEmpty, overlap, union } from './brush.ts';
import type { Brush, Cover, Region } from './brush.ts';
import { fillRings } from './fill.ts';
import { isSearch } from '../../model/corrections.ts';
import type { CorrectionMode, CorrectionStroke } from '../../model/corrections.ts';
import type { PreviewGrid } from './preview-grid.ts';

/** The strokes of one correction on one grid, kept up to date by drawing no more than what has changed. */
export class StrokeField {
  readonly grid: PreviewGrid;
  /** 0 to 255 a pixel; together never more than 255, because a newer stroke replaces what is under it. */
  readonly restore: Uint8Array<ArrayBuffer>;
  readonly erase: Uint8Array<ArrayBuffer>;
  /** The stroke in the making. */
  readonly #cover: Cover;
  #live: (Brush & { readonly mode: CorrectionMode; region: Region }) | null = null;
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
  /** What the stroke in the making does; null between strokes. */
  get liveMode(): CorrectionMode | null {
    return this.#live?.mode ?? null;
  }
  /** How strongly the stroke in the making covers each pixel, 0 to 255. */
  get liveCover(): Uint8Array {
    return this.#cover.data;
  }

  /** @param radiusPx in pixels of the picture */
  begin(mode: CorrectionMode, radiusPx: number, hardness: number): void {
    this.#live = { mode, radiusPx: radiusPx * this.grid.scale, hardness, region: EMPTY_REGION };
  }

  /**
   * The stroke goes on.
   * @param points x and y in turn, in pixels of the picture, from the last point on
   * @returns where it has changed
   */
  extend(points: readonly number[]): Region {
    const live = this.#live;
    if (!live) return EMPTY_REGION;
    const changed = this.#drawLine(live, points);
    live.region = union(live.region, changed);
    return changed;
  }

  /** The stroke is one of the others now, or is given up. @returns where it was */
  end(): Region {
    const region = this.#live?.region ?? EMPTY_REGION;
    this.#live = null;
    this.#clear(this.#cover.data, region);
    return region;
  }

  /**
   * Holds these strokes from now on. One more or one less touches what lies under that one alone.
   * @returns where something has changed
   */
  setStrokes(strokes: readonly CorrectionStroke[]): Region {
    const before = this.#strokes;
    this.#strokes = strokes;
    const differs = before.findIndex((stroke, at) => stroke !== strokes[at]);
    const from = differs === -1 ? before.length : differs;
    const gone = before.slice(from);
    const added = strokes.slice(from);
    const region = this.regionOf([...gone, ...added]);
    if (gone.length === 0) {
      for (const stroke of added) this.#lay(stroke, this.regionOf([stroke]));
      return region;
    }
    this.#clear(this.restore, region);
    this.#clear(this.erase, region);
    for (const stroke of strokes) this.#lay(stroke, overlap(region, this.regionOf([stroke])));
    return region;
  }

  /** A box around strokes, in pixels of the raster. */
  regionOf(strokes: readonly CorrectionStroke[]): Region {
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

  /** Where a number of a stroke, x or y by its index, lies on the raster. */
  #place(value: number, index: number): number {
    const { scale, leftPx, topPx } = this.grid;
    return (value - (index % 2 === 0 ? leftPx : topPx)) * scale;
  }

  #drawLine(brush: Brush, points: readonly number[]): Region {
    const at = (index: number): number => this.#place(points[index] ?? 0, index);
    const last = points.length - 2;
    let region = EMPTY_REGION;
    for (let from = 0; from <= Math.max(0, last - 2); from += 2) {
      const to = Math.min(from + 2, last);
      region = union(region, addSegment(this.#cover, brush, at(from), at(from + 1), at(to), at(to + 1)));
    }
    return region;
  }

  /** @returns what of the cover may have changed */
  #coverBy(stroke: CorrectionStroke, within: Region): Region {
    if ('rings' in stroke) {
      const rings = stroke.rings.map((ring) => ring.map((value, index) => this.#place(value, index)));
      fillRings(this.#cover, rings, within);
      return within;
    }
    const { radiusPx, hardness, points } = stroke;
    return this.#drawLine({ radiusPx: radiusPx * this.grid.scale, hardness }, points);
  }

  /** Lays a whole stroke over those before it, within a region. */
  #lay(stroke: CorrectionStroke, within: Region): void {
    // What is looked for is known when it was found.
    if (isEmpty(within) || isSearch(stroke)) return;
    const drawn = this.#coverBy(stroke, within);
    const { mode } = stroke;
    const [own, other] = mode === 'erase' ? [this.erase, this.restore] : [this.restore, this.erase];
    const { data, widthPx } = this.#cover;
    for (let y = within.top; y < within.bottom; y += 1) {
      for (let i = y * widthPx + within.left; i < y * widthPx + within.right; i += 1) {
        const cover = data[i] ?? 0;
        if (cover === 0) continue;
        const kept = Math.round(((own[i] ?? 0) * (255 - cover)) / 255);
        own[i] = mode === 'reset' ? kept : kept + cover;
        other[i] = Math.floor(((other[i] ?? 0) * (255 - cover)) / 255);
      }
    }
    this.#clear(data, drawn);
  }

  #clear(data: Uint8Array, region: Region): void {
    // Beside the raster: its end would be counted from the end of the data, and everything before it cleared.
    if (isEmpty(region)) return;
    const { left, top, right, bottom } = region;
    const { widthPx } = this.grid;
    for (let y = top; y < bottom; y += 1) data.fill(0, y * widthPx + left, y * widthPx + right);
  }
}
