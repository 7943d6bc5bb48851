/** An even band around a picture: a frame, or the bars that a picture of another shape was filled up with. */
import type { PixelFacts } from '@packshot/contract/channels/picture-facts';
import { SIDES } from '@packshot/contract/channels/rules';
import type { Side } from '@packshot/contract/channels/rules';
import type { PixelSource } from './pixel-source.ts';

/** A pixel this near to the band's color is the band's; farther than `other` it is the picture's. */
const LEVELS = { same: 8, other: 18 } as const;
/** This share of a line across the picture has to change at once: an outline that is not straight changes bit by bit. */
const CHANGES_SHARE = 0.92;
/** Its ends are the bands at the other sides. */
const SPAN = { from: 0.1, to: 0.9 } as const;
/** Beyond this share of the side it is the ground that something stands on. */
const MOST_SHARE = 0.25;
/** An even band of a light gray is a ground too: around a box that fills the picture it looks like a frame, unless it is as narrow as one. */
const LIGHT = { from: 200, apart: 8, mostShare: 0.025 } as const;
/** Lines in which compressed edges ring. */
const RINGS_PX = 9;
const LINES_AT_ONCE = 16;

/** How thick the band is at each side, in pixels; 0: there is none. A band on one side alone is none. */
export function bandsOf(source: PixelSource): Readonly<Record<Side, number>> {
  const depth = (side: Side): number => bandDepth(source, side);
  const bands = { left: depth('left'), right: depth('right'), top: depth('top'), bottom: depth('bottom') };
  const isAround = (bands.left > 0 && bands.right > 0) || (bands.top > 0 && bands.bottom > 0);
  return isAround ? bands : { left: 0, right: 0, top: 0, bottom: 0 };
}

/** Null: there is none. */
export function borderOf(source: PixelSource): PixelFacts['border'] {
  const bands = bandsOf(source);
  const sides = SIDES.filter((side) => bands[side] > 0);
  if (sides.length === 0) return null;
  return { sides, thicknessPx: Math.min(...sides.map((side) => bands[side])) };
}

/** How many lines from a side on are of one color, where the whole line changes behind them; 0: there is no such band. */
function bandDepth(source: PixelSource, side: Side): number {
  const { widthPx, heightPx } = source;
  const isUpright = side === 'left' || side === 'right';
  const [length, lines] = isUpright ? [heightPx, widthPx] : [widthPx, heightPx];
  const most = Math.max(1, Math.floor(lines * MOST_SHARE));
  let color: readonly [number, number, number] | null = null;
  let depthPx = 0;
  let behindPx = 0;
  for (let from = 0; from < most + RINGS_PX; from += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines - from);
    if (count < 1) return 0;
    const block = linesFrom(source, side, from, count);
    for (let at = 0; at < count; at++) {
      const line = (i: number): number => block.offset(at, i);
      color ??= middleOf(block.data, line, length);
      const { same, other } = compare(block.data, line, length, color);
      if (behindPx === 0 && same === length) {
        depthPx++;
        if (depthPx > most || depthPx > mostOf(color, lines)) return 0;
        continue;
      }
      if (depthPx === 0) return 0;
      if (other >= CHANGES_SHARE) return depthPx;
      if (++behindPx > RINGS_PX) return 0;
    }
  }
  return 0;
}

function mostOf(color: readonly [number, number, number], lines: number): number {
  const isLight = Math.min(...color) >= LIGHT.from && Math.max(...color) - Math.min(...color) <= LIGHT.apart;
  return isLight ? LIGHT.mostShare * lines : lines;
}

interface Lines {
  readonly data: ArrayLike<number>;
  /** Where the sample `i` of a line is. */
  offset(line: number, i: number): number;
}

/** Some lines that run along a side, the outermost first. */
function linesFrom(source: PixelSource, side: Side, from: number, count: number): Lines {
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

function middleOf(
  data: ArrayLike<number>,
  at: (i: number) => number,
  length: number,
): readonly [number, number, number] {
  const middle = at(length >> 1);
  return [data[middle], data[middle + 1], data[middle + 2]];
}

/** How many samples of a line have a color, and the share of its span that has another. */
function compare(
  data: ArrayLike<number>,
  at: (i: number) => number,
  length: number,
  color: readonly [number, number, number],
): { readonly same: number; readonly other: number } {
  const [from, to] = [Math.floor(length * SPAN.from), Math.ceil(length * SPAN.to)];
  let [same, other] = [0, 0];
  for (let i = 0; i < length; i++) {
    const offset = at(i);
    const away = Math.max(
      Math.abs(data[offset] - color[0]),
      Math.abs(data[offset + 1] - color[1]),
      Math.abs(data[offset + 2] - color[2]),
    );
    // What is clear is no band.
    if (away <= LEVELS.same && data[offset + 3] === 255) same++;
    else if (away > LEVELS.other && i >= from && i < to) other++;
  }
  return { same, other: other / Math.max(1, to - from) };
}
