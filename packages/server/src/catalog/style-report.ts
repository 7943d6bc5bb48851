import { STYLE_LIMITS, STYLE_OUTLIERS_MAX } from '@packshot/contract';
import type { Recipe, StyleFacts, StyleMeasure, StyleReport } from '@packshot/contract';
import { colorDifference, toLab } from '@packshot/image-engine/pixels';

/** A row of a run with the style measurements of its picture; null if they weren't measured. */
export interface MeasuredRow {
  readonly row: number;
  readonly style: StyleFacts | null;
}

type StyleLine = StyleReport['line'];
type StyleMeasurement = StyleReport['measures'][number];

/** A measured value of a row and its distance from the run's usual value. */
interface Deviation {
  readonly row: number;
  readonly value: number | string;
  readonly by: number;
}

/** An outlier row: the measures in which it deviates, and its largest deviation as a multiple of the allowed one. */
interface StandingOut {
  readonly row: number;
  readonly off: StyleReport['outliers'][number]['off'];
  readonly times: number;
}

/** Results of a style report, with outliers as row numbers; their product names are added later. */
export interface StyleFindings extends Omit<StyleReport, 'outliers'> {
  readonly standingOut: readonly StandingOut[];
}

/**
 * Chooses the line at which products are compared: the bottom edge if the recipe aligns products to a baseline or uses
 * a studio set, otherwise the edge or the middle that it aligns.
 */
function chooseLine({ steps: { ground, framing } }: Recipe): StyleLine {
  if (ground.kind === 'set' || framing.baseline_percent !== null) return 'bottom';
  return framing.align_y === 'center' ? 'middle' : framing.align_y;
}

/** Measures how consistent the pictures of a run are, and finds the outliers. */
export function styleFindings(rows: readonly MeasuredRow[], recipe: Recipe): StyleFindings {
  const [output] = recipe.outputs;
  if (output === undefined) throw new RangeError('A recipe has at least one output');
  const { id, width, height } = output;
  const line = chooseLine(recipe);
  const knownRows = rows.flatMap(({ row, style }) => (style === null ? [] : [{ row, style }]));
  const measures: StyleMeasurement[] = [];
  const off = new Map<number, StandingOut>();
  const take = (
    measure: StyleMeasure,
    usual: StyleMeasurement['usual'] | null,
    of: readonly Deviation[],
  ): void => {
    if (usual === null) return;
    const { spread, beyond, limit } = findOutliers(of, STYLE_LIMITS[measure].outlier);
    measures.push({
      measure,
      pictures: of.length,
      usual,
      spread: roundToHundredth(spread),
      outliers: beyond.length,
    });
    for (const { row, value, by } of beyond) {
      const before = off.get(row);
      off.set(row, {
        row,
        off: [...(before?.off ?? []), { measure, value, by: roundToHundredth(by) }],
        times: Math.max(before?.times ?? 0, by / limit),
      });
    }
  };
  const numbers = (measure: StyleMeasure, getValue: (style: StyleFacts) => number): void => {
    const values = knownRows.map(({ row, style }) => ({ row, value: getValue(style) }));
    const usual = computeMedian(values.map(({ value }) => value));
    if (usual === null) return;
    const deviations = values.map(({ row, value }) => ({
      row,
      value: roundToHundredth(value),
      by: Math.abs(value - usual),
    }));
    take(measure, roundToHundredth(usual), deviations);
  };
  numbers('fill', ({ box }) => Math.max(box.width, box.height) * 100);
  numbers('line', ({ box }) => linePx(box, line) * height);
  take('ground', ...compareBackgrounds(knownRows));
  take('shadow', ...compareShadows(knownRows));
  const standingOut = [...off.values()].toSorted((a, b) => b.times - a.times || a.row - b.row);
  return {
    pictures: knownRows.length,
    unmeasured: rows.length - knownRows.length,
    output: { id, width, height },
    line,
    measures,
    outliers_in_all: standingOut.length,
    standingOut: standingOut.slice(0, STYLE_OUTLIERS_MAX),
  };
}

const linePx = ({ y, height }: StyleFacts['box'], line: StyleLine): number =>
  ({ top: y, middle: y + height / 2, bottom: y + height })[line];

/**
 * Number of standard deviations beyond which a row is an outlier. The standard deviation is estimated from the median
 * deviation.
 */
const TIMES_USUAL = 4;
/** Median absolute deviation of a normal distribution, in standard deviations. */
const HALF_WITHIN = 0.6745;

function findOutliers(
  deviations: readonly Deviation[],
  least: number,
): { readonly spread: number; readonly beyond: readonly Deviation[]; readonly limit: number } {
  const usual = (computeMedian(deviations.map(({ by }) => by)) ?? 0) / HALF_WITHIN;
  const limit = Math.max(least, TIMES_USUAL * usual);
  const beyond = deviations.filter(({ by }) => by > limit);
  const within = deviations.filter(({ by }) => by <= limit);
  const spread = Math.sqrt(within.reduce((sum, { by }) => sum + by ** 2, 0) / Math.max(1, within.length));
  return { spread, beyond, limit };
}

type KnownRow = { readonly row: number; readonly style: StyleFacts };

function compareBackgrounds(rows: readonly KnownRow[]): [string | null, readonly Deviation[]] {
  const grounds = rows.flatMap(({ row, style: { ground } }) => (ground === null ? [] : [{ row, ground }]));
  const [red, green, blue] = [0, 1, 2].map((c) => computeMedian(grounds.map(({ ground }) => ground[c] ?? 0)));
  if (red == null || green == null || blue == null) return [null, []];
  const usual = [red, green, blue].map(Math.round) as [number, number, number];
  const lab = toLab(...usual);
  const deviations = grounds.map(({ row, ground }) => ({
    row,
    value: toHex(ground),
    by: colorDifference(toLab(...ground), lab),
  }));
  return [toHex(usual), deviations];
}

const toHex = (color: readonly number[]): string =>
  `#${color.map((sample) => sample.toString(16).padStart(2, '0')).join('')}`;

/** Shadows within this angle of the most frequent direction determine the usual shadow direction. */
const SAME_SIDE_DEG = 30;
const SECTOR_DEG = 10;

function compareShadows(rows: readonly KnownRow[]): [number | null, readonly Deviation[]] {
  const falls = rows.flatMap(({ row, style }) =>
    style.shadow_deg === null ? [] : [{ row, degrees: style.shadow_deg }],
  );
  if (falls.length === 0) return [null, []];
  const near = (middle: number, within: number) =>
    falls.filter(({ degrees }) => Math.abs(turnTo(degrees, middle)) <= within);
  let most = { count: 0, middle: 0 };
  for (let middle = 0; middle < 360; middle += SECTOR_DEG) {
    const { length: count } = near(middle, SECTOR_DEG);
    if (count > most.count) most = { count, middle };
  }
  const turns = near(most.middle, SAME_SIDE_DEG).map(({ degrees }) => turnTo(degrees, most.middle));
  const usual = (most.middle + (computeMedian(turns) ?? 0) + 360) % 360;
  const deviations = falls.map(({ row, degrees }) => ({
    row,
    value: roundToHundredth(degrees),
    by: Math.abs(turnTo(degrees, usual)),
  }));
  return [roundToHundredth(usual), deviations];
}

/** Signed angle between two directions, −180 to 180. */
const turnTo = (degrees: number, from: number): number =>
  ((((degrees - from + 180) % 360) + 360) % 360) - 180;

function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  return high === undefined || low === undefined ? null : (high + low) / 2;
}

const roundToHundredth = (value: number): number => Math.round(value * 100) / 100;
