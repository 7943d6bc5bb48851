/** Measures uniform bands along the sides of a picture: a frame, or bars that fill another aspect ratio. */
import type { PixelFacts } from '@packshot/contract/channels/picture-facts';
import { SIDES } from '@packshot/contract/channels/rules';
import type { Side } from '@packshot/contract/channels/rules';
import { distance } from './even-background.ts';
import type { PixelSource } from './pixel-source.ts';

/**
 * Maximum distance from a band's color at which a pixel belongs to the band; it depends on how much compression
 * scatters the colors of the outermost line. Pixels that are clearly farther belong to the picture.
 */
const SCATTER = { quantile: 0.95, most: 12, times: 2, extra: 4 } as const;
const OTHER_EXTRA = 5;
/**
 * Minimum share of a line that has the band's color; at its ends, where the band meets the picture, a few pixels
 * differ.
 */
const SAME_SHARE = 0.985;
/**
 * Minimum share of a line that changes color at once at the band's inner edge; along a curved outline, the color
 * changes gradually.
 */
const CHANGES_SHARE = 0.92;
/** Examined range of a line, without its ends, which belong to the bands of other sides. */
const SPAN = { from: 0.1, to: 0.9 } as const;
/** Maximum thickness of a band, as a share of the side; a thicker band is background. */
const MOST_SHARE = 0.25;
/**
 * Limits for a light gray band. It may be the background of a box-shaped product that fills the picture, unless it is
 * as narrow as a frame.
 */
const LIGHT = { from: 200, apart: 8, mostShare: 0.025 } as const;
/** Distance over which compression causes ringing beside an edge; chroma blocks have 16 lines. */
const RINGS_PX = 18;
const LINES_AT_ONCE = 16;

/** Thickness of the band at each side in pixels, or 0. Bands count only if two opposite sides have one. */
export function measureBands(source: PixelSource): Readonly<Record<Side, number>> {
  const depth = (side: Side): number => bandDepth(source, side);
  const bands = { left: depth('left'), right: depth('right'), top: depth('top'), bottom: depth('bottom') };
  const isAround = (bands.left > 0 && bands.right > 0) || (bands.top > 0 && bands.bottom > 0);
  if (!isAround) return { left: 0, right: 0, top: 0, bottom: 0 };
  // If three sides have a band, the fourth side is assumed to have one as thin as the thinnest of them, which the
  // picture's color beside it hides.
  const bandSides = SIDES.filter((side) => bands[side] > 0);
  const [missing] = SIDES.filter((side) => bands[side] === 0);
  if (bandSides.length === 3 && missing !== undefined)
    bands[missing] = Math.min(...bandSides.map((side) => bands[side]));
  return bands;
}

/** Facts about the frame, or null if the picture has none. */
export function describeBorder(source: PixelSource): PixelFacts['border'] {
  const bands = measureBands(source);
  const sides = SIDES.filter((side) => bands[side] > 0);
  if (sides.length === 0) return null;
  return { sides, thicknessPx: Math.min(...sides.map((side) => bands[side])) };
}

/**
 * Number of lines with one color, counted from a side, if the color of the whole line changes behind them; otherwise
 * 0.
 */
function bandDepth(source: PixelSource, side: Side): number {
  const { widthPx, heightPx } = source;
  const isUpright = side === 'left' || side === 'right';
  const [length, lines] = isUpright ? [heightPx, widthPx] : [widthPx, heightPx];
  const most = Math.max(1, Math.floor(lines * MOST_SHARE));
  let band: Band | null = null;
  let depthPx = 0;
  let behindPx = 0;
  for (let from = 0; from < most + RINGS_PX; from += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines - from);
    if (count < 1) return 0;
    const block = linesFrom(source, side, from, count);
    for (let at = 0; at < count; at++) {
      const line = (i: number): number => block.offset(at, i);
      band ??= readBand(block.data, line, length);
      if (band.scatter > SCATTER.most) return 0;
      const { same, other } = compare(block.data, line, length, band);
      if (behindPx === 0 && same >= SAME_SHARE) {
        depthPx++;
        if (depthPx > most || depthPx > maxDepth(band.color, lines)) return 0;
        continue;
      }
      if (depthPx === 0) return 0;
      if (other >= CHANGES_SHARE) return depthPx;
      if (++behindPx > RINGS_PX) return 0;
    }
  }
  return 0;
}

function maxDepth(color: readonly [number, number, number], lines: number): number {
  const isLight = Math.min(...color) >= LIGHT.from && Math.max(...color) - Math.min(...color) <= LIGHT.apart;
  return isLight ? LIGHT.mostShare * lines : lines;
}

interface BorderLines {
  readonly data: ArrayLike<number>;
  /** Offset of sample `i` of a line. */
  offset(line: number, i: number): number;
}

/** Lines that run along a side, the outermost first. */
function linesFrom(source: PixelSource, side: Side, from: number, count: number): BorderLines {
  const { widthPx, heightPx } = source;
  if (side === 'top' || side === 'bottom') {
    const yPx = side === 'top' ? from : heightPx - from - count;
    const data = source.read({ xPx: 0, yPx, widthPx, heightPx: count });
    const row = (line: number): number => (side === 'top' ? line : count - 1 - line);
    return { data, offset: (line, i) => (row(line) * widthPx + i) * 4 };
  }
  const xPx = side === 'left' ? from : widthPx - from - count;
  const data = source.read({ xPx, yPx: 0, widthPx: count, heightPx });
  const column = (line: number): number => (side === 'left' ? line : count - 1 - line);
  return { data, offset: (line, i) => (i * count + column(line)) * 4 };
}

interface Band {
  readonly color: readonly [number, number, number];
  /** Distance from the band's color within which most of its pixels lie, in levels. */
  readonly scatter: number;
}

/** Band of the outermost line: the line's median color, and the scatter around it. */
function readBand(data: ArrayLike<number>, at: (i: number) => number, length: number): Band {
  const middle = (channel: number): number =>
    Uint8Array.from({ length }, (_, i) => data[at(i) + channel]).sort()[length >> 1];
  const color = [middle(0), middle(1), middle(2)] as const;
  const away = Uint8Array.from({ length }, (_, i) => distance(data, at(i), color)).sort();
  return { color, scatter: away[Math.floor((length - 1) * SCATTER.quantile)] };
}

/**
 * Share of a line's samples that have a band's color, and share of the samples in its examined range that have another
 * color.
 */
function compare(
  data: ArrayLike<number>,
  at: (i: number) => number,
  length: number,
  { color, scatter }: Band,
): { readonly same: number; readonly other: number } {
  const [from, to] = [Math.floor(length * SPAN.from), Math.ceil(length * SPAN.to)];
  const near = scatter * SCATTER.times + SCATTER.extra;
  let [same, other] = [0, 0];
  for (let i = 0; i < length; i++) {
    const away = distance(data, at(i), color);
    if (away <= near) same++;
    else if (away > near + OTHER_EXTRA && i >= from && i < to) other++;
  }
  return { same: same / length, other: other / Math.max(1, to - from) };
}
