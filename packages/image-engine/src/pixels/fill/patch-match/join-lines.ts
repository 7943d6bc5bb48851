import type { Level } from './level.ts';
import type { Segment } from './segments.ts';

/** Straight piece of a line, in pixels of the level on which it was found; the brighter side is on its right. */
export interface Piece {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
/** Pieces of a line, outside and inside the hole. The line passes through the hole or ends in it at another line. */
export type JoinedLine = readonly Piece[];

/**
 * Maximum distance from the hole at which an edge may end and still be continued, because the removed object changes
 * the pixels beside it. It grows by a share of the edge's length, at most to twice as much.
 */
const LOST_PX = 14;
const LOST_SHARE = 0.15;
/** Maximum sideways distance between an edge and its continuation. */
const ASIDE_PX = 2;
/**
 * Factor for additional sideways tolerance, because the direction of a short edge is less certain. Multiplied by the
 * distance between the edges and divided by the edge's length.
 */
const ASIDE_PER_LENGTH = 1.2;
/** Maximum additional tolerance, as a share of the distance between the edges. */
const MAX_ASIDE_SHARE = 0.08;
const MAX_TURN = 0.2;
/**
 * Maximum color difference, for each side, between two edges of one line, in 8-bit steps (root of the summed squares).
 */
const MAX_COLOR_DIFFERENCE = 48;
const MAX_CONTRAST_RATIO = 3;
/** Minimum length of a line that isn't visible on the hole's other side, as a share of the hole's thickness. */
const ALONE_SHARE = 0.4;
const ALONE_PX = 24;
/** Minimum contrast of a line that isn't visible on the hole's other side, in 8-bit steps per pixel. */
const ALONE_CONTRAST = 7;
/** Minimum sine of the angle between two lines that clearly cross. */
const LEAST_CROSSING = 0.17;
/** Maximum distance from a corner of other lines at which a line ends at this corner. */
const CORNER_PX = 8;

/** Edge outside the hole whose continuation would run into the hole. */
interface EdgeEntry {
  readonly segment: Segment;
  /** Last visible point of the edge before the hole. */
  readonly x: number;
  readonly y: number;
  /** Direction in which the edge continues. */
  readonly dx: number;
  readonly dy: number;
  /** Distance through the hole to its other side. */
  readonly throughPx: number;
  /** True if the edge's continuation through the hole reaches the picture's border. */
  readonly leaves: boolean;
}

interface Joined {
  readonly lines: readonly JoinedLine[];
  /** Edge segments that were joined to lines. */
  readonly used: ReadonlySet<Segment>;
  /** Share of the edges running into the hole that were joined to lines, weighted by length and contrast: 0 to 1. */
  readonly explained: number;
}

/**
 * Joins the edges on one side of the hole with edges on the other side. An edge without a continuation ends at the
 * picture's border, at a line that it meets, or at a corner with another edge.
 */
export function joinAcross(level: Level, segments: readonly Segment[], thicknessPx: number): Joined {
  const entries = segments.flatMap((segment) => listEntries(level, segment));
  const free = new Set(entries);
  const lines: JoinedLine[] = [];
  const used = new Set<Segment>();
  const take = (...newEntries: EdgeEntry[]): void => {
    for (const entry of newEntries) {
      free.delete(entry);
      used.add(entry.segment);
    }
  };
  for (const { a, b } of pairs(entries)) {
    if (!free.has(a) || !free.has(b)) continue;
    take(a, b);
    lines.push([
      toPiece(a.segment),
      ...(a.segment === b.segment ? [] : [toPiece(b.segment)]),
      between(a, b.x, b.y),
    ]);
  }
  const strong = (entry: EdgeEntry): boolean =>
    entry.segment.lengthPx >= Math.max(ALONE_PX, ALONE_SHARE * thicknessPx) &&
    entry.segment.contrast >= ALONE_CONTRAST;
  for (const entry of free) {
    if (!entry.leaves || !strong(entry)) continue;
    const x = entry.x + entry.throughPx * entry.dx;
    const y = entry.y + entry.throughPx * entry.dy;
    lines.push([toPiece(entry.segment), between(entry, x, y)]);
    take(entry);
  }
  const corners = meetings([...free].filter(strong));
  for (const { a, b, x, y } of corners) {
    if (!free.has(a) || !free.has(b)) continue;
    lines.push([toPiece(a.segment), between(a, x, y)], [toPiece(b.segment), between(b, x, y)]);
    take(a, b);
  }
  const ends = [...lines];
  for (const entry of [...free].filter(strong)) {
    const reach = firstCrossing(entry, ends);
    if (reach === undefined) continue;
    lines.push([
      toPiece(entry.segment),
      between(entry, entry.x + reach * entry.dx, entry.y + reach * entry.dy),
    ]);
    take(entry);
  }
  const sumWeights = (all: readonly EdgeEntry[]): number =>
    all.reduce(
      (sum, { segment: { lengthPx, contrast } }) => sum + Math.min(thicknessPx, lengthPx) * contrast,
      0,
    );
  return {
    lines,
    used,
    explained: sumWeights(entries.filter((entry) => !free.has(entry))) / Math.max(1e-6, sumWeights(entries)),
  };
}

export const toPiece = ({ x0, y0, x1, y1 }: Segment): Piece => ({ x0, y0, x1, y1 });

/** Line piece from the end of an edge to a point, in the direction of the edge's segment. */
function between({ segment, x, y, dx, dy }: EdgeEntry, toX: number, toY: number): Piece {
  const forward = dx * segment.alongX + dy * segment.alongY > 0;
  return forward ? { x0: x, y0: y, x1: toX, y1: toY } : { x0: toX, y0: toY, x1: x, y1: y };
}

function listEntries(level: Level, segment: Segment): EdgeEntry[] {
  const { widthPx: w, heightPx: h, hole } = level;
  const { x0, y0, x1, y1, alongX, alongY } = segment;
  const fadingPx = LOST_PX + Math.min(LOST_PX, LOST_SHARE * segment.lengthPx);
  return [
    { x: x0, y: y0, dx: -alongX, dy: -alongY },
    { x: x1, y: y1, dx: alongX, dy: alongY },
  ].flatMap(({ x, y, dx, dy }) => {
    let entered = -1;
    for (let t = 0; ; t++) {
      const px = Math.round(x + t * dx);
      const py = Math.round(y + t * dy);
      const outside = px < 0 || py < 0 || px >= w || py >= h;
      if (entered < 0) {
        if (outside || t > fadingPx) return [];
        if (hole[py * w + px] === 1) entered = t;
      } else if (outside || hole[py * w + px] === 0) {
        return t - entered < 4 ? [] : [{ segment, x, y, dx, dy, throughPx: t, leaves: outside }];
      }
    }
  });
}

interface EntryPair {
  readonly a: EdgeEntry;
  readonly b: EdgeEntry;
  readonly misfit: number;
}

function pairs(entries: readonly EdgeEntry[]): EntryPair[] {
  const matches: EntryPair[] = [];
  for (const [i, a] of entries.entries()) {
    for (const b of entries.slice(i + 1)) {
      const misfit = measureMisfit(a, b);
      if (misfit !== undefined) matches.push({ a, b, misfit });
    }
  }
  return matches.toSorted((a, b) => a.misfit - b.misfit);
}

function measureMisfit(a: EdgeEntry, b: EdgeEntry): number | undefined {
  if (a.segment === b.segment) return undefined;
  const facing = a.dx * b.dx + a.dy * b.dy;
  const turn = Math.abs(a.dx * b.dy - a.dy * b.dx);
  if (facing > 0 || turn > MAX_TURN) return undefined;
  // Both edges must have their brighter side on the same side of the line.
  if (a.segment.alongX * b.segment.alongX + a.segment.alongY * b.segment.alongY < 0) return undefined;
  const apart = (b.x - a.x) * a.dx + (b.y - a.y) * a.dy;
  if (apart <= 0 || apart > 1.3 * Math.max(a.throughPx, b.throughPx) + 2 * LOST_PX) return undefined;
  let misfit = 0;
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const aside = Math.abs((to.x - from.x) * from.dy - (to.y - from.y) * from.dx);
    const allowed = ASIDE_PX + apart * Math.min(MAX_ASIDE_SHARE, ASIDE_PER_LENGTH / from.segment.lengthPx);
    if (aside > allowed) return undefined;
    misfit += aside / allowed;
  }
  const contrast = Math.abs(Math.log(a.segment.contrast / b.segment.contrast));
  if (contrast > Math.log(MAX_CONTRAST_RATIO)) return undefined;
  const color = Math.max(
    colorDistance(a.segment.darkSide, b.segment.darkSide),
    colorDistance(a.segment.brightSide, b.segment.brightSide),
  );
  if (color > MAX_COLOR_DIFFERENCE) return undefined;
  return misfit + contrast + (2 * color) / MAX_COLOR_DIFFERENCE;
}

const colorDistance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, c) => value - b[c]));

interface Meeting {
  readonly a: EdgeEntry;
  readonly b: EdgeEntry;
  readonly x: number;
  readonly y: number;
  readonly farPx: number;
}

/** Points in the hole where two edges would meet, in order of total distance from the ends of both edges. */
function meetings(entries: readonly EdgeEntry[]): Meeting[] {
  const candidateMeetings: Meeting[] = [];
  for (const [i, a] of entries.entries()) {
    for (const b of entries.slice(i + 1)) {
      const turn = a.dx * b.dy - a.dy * b.dx;
      if (Math.abs(turn) < LEAST_CROSSING) continue;
      const s = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / turn;
      const t = ((b.x - a.x) * a.dy - (b.y - a.y) * a.dx) / turn;
      if (s <= 0 || t <= 0 || s > a.throughPx || t > b.throughPx) continue;
      candidateMeetings.push({ a, b, x: a.x + s * a.dx, y: a.y + s * a.dy, farPx: s + t });
    }
  }
  return candidateMeetings.toSorted((a, b) => a.farPx - b.farPx);
}

/**
 * Distance from an edge's end to the first line that its continuation crosses in the hole, or to a corner that it
 * passes closely.
 */
function firstCrossing(entry: EdgeEntry, lines: readonly JoinedLine[]): number | undefined {
  let first = Infinity;
  for (const line of lines) {
    const inside = line.at(-1);
    if (inside === undefined) continue;
    const { x0, y0, x1, y1 } = inside;
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) continue;
    const ux = (x1 - x0) / length;
    const uy = (y1 - y0) / length;
    const turn = entry.dx * uy - entry.dy * ux;
    if (Math.abs(turn) < LEAST_CROSSING) continue;
    const s = ((x0 - entry.x) * uy - (y0 - entry.y) * ux) / turn;
    const t = ((x0 - entry.x) * entry.dy - (y0 - entry.y) * entry.dx) / turn;
    if (s > 0 && s <= entry.throughPx && t >= -CORNER_PX && t <= length + CORNER_PX)
      first = Math.min(first, s);
  }
  return Number.isFinite(first) ? first : undefined;
}
