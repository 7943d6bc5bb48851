import type { ReadView } from '@packshot/contract';
import { SURE_FROM } from '@packshot/contract';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';

/** Camera view that the engine estimated; null for a refused photo. */
export interface SaidView {
  readonly item: TruthItem;
  readonly said: ReadView | null;
}

type Said = SaidView & { readonly said: ReadView };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? 0 : (sorted[Math.floor(middle)] + sorted[Math.ceil(middle - 1)]) / 2;
}

const BANDS = [0, 10, 30, 47, 70] as const;

function findBand({ elevationDeg }: TruthItem): string {
  const from = BANDS.findLast((least) => elevationDeg >= least) ?? 0;
  return `${from}° to ${BANDS[BANDS.indexOf(from) + 1] ?? 90}°`;
}

const measureError = ({ item, said }: Said): number => Math.abs(said.elevationDeg - item.elevationDeg);
const isPoseRight = ({ item, said }: Said): boolean => said.pose === item.pose;

/**
 * Distances of the foot lines from the thing's contact with the ground, in shares of its box: of the lowest line, and
 * the mean of both ends.
 */
function measureFootErrors({
  item: { foot, box, widthPx, heightPx },
  said,
}: Said): { y: number; ends: number } | null {
  if (foot === null || said.footLines.length === 0) return null;
  const left = Math.min(...said.footLines.map((line) => line.left)) * widthPx;
  const right = Math.max(...said.footLines.map((line) => line.right)) * widthPx;
  const bottom = Math.max(...said.footLines.map(({ y }) => y)) * heightPx;
  return {
    y: Math.abs(bottom - foot.bottomPx) / box.heightPx,
    ends: (Math.abs(left - foot.leftPx) + Math.abs(right - foot.rightPx)) / 2 / box.widthPx,
  };
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

function formatRow(name: string, rows: readonly SaidView[]): string {
  const answered = rows.filter((row): row is Said => row.said !== null);
  const feet = answered.flatMap((row) => measureFootErrors(row) ?? []);
  const sided = answered.filter(({ item }) => item.light.side === 'left' || item.light.side === 'right');
  const told = answered.filter(({ said }) => said.lightSide !== null);
  const cells = [
    name,
    rows.length,
    `${median(answered.map(measureError)).toFixed(1)}°`,
    share(answered.filter(isPoseRight).length, rows.length),
    share(feet.filter(({ y }) => y <= 0.05).length, feet.length),
    share(feet.filter(({ ends }) => ends <= 0.1).length, feet.length),
    share(sided.filter(({ item, said }) => said.lightSide === item.light.side).length, sided.length),
    share(told.filter(({ item, said }) => said.lightSide !== item.light.side).length, told.length),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = [
  '',
  'pictures',
  'median error of elevation',
  'pose right',
  'foot within 5 % of its height',
  'ends of the foot within 10 % of its width',
  'light side found',
  'light side said, but another',
];

/**
 * Compares estimates with the rendered views: all, those with high confidence, and by property; then counts which pose
 * was mistaken for which.
 */
export function viewTable(rows: readonly SaidView[]): string {
  const groups = new Map<string, SaidView[]>([
    ['all', [...rows]],
    ['sure', rows.filter(({ said }) => said !== null && said.confidence >= SURE_FROM)],
  ]);
  const by = (name: string, of: (item: TruthItem) => string): void => {
    for (const row of rows.toSorted((a, b) => a.item.elevationDeg - b.item.elevationDeg)) {
      const key = `${name}: ${of(row.item)}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  };
  by('seen from', findBand);
  by('pose', ({ pose }) => pose);
  by('family', ({ family }) => family);
  const table = [
    `| ${HEAD.join(' | ')} |`,
    `| ${HEAD.map(() => '---').join(' | ')} |`,
    ...[...groups].map(([name, of]) => formatRow(name, of)),
  ];
  return `${table.join('\n')}\n\n${confusion(rows)}`;
}

function confusion(rows: readonly SaidView[]): string {
  const poses = ['stands', 'lies', 'hangs'] as const;
  const lines = poses.map((truth) => {
    const of = rows.filter(({ item }) => item.pose === truth);
    return `| ${truth} | ${poses.map((pose) => of.filter(({ said }) => said?.pose === pose).length).join(' | ')} |`;
  });
  return [`| is, and is said to | ${poses.join(' | ')} |`, '| --- | --- | --- | --- |', ...lines].join('\n');
}
