// Means over many judgments, and tables of them.
import type { Judgment } from './measures.ts';

export interface Measured {
  readonly id: string;
  readonly split: string;
  readonly family: string;
  readonly kind: string;
  readonly tone: string;
  readonly ground: string;
  /** Reason why the product refused the photo, whose cut-out then counts as empty; or null. */
  readonly refusal: string | null;
  readonly ms: number;
  readonly judgment: Judgment;
}

interface Summary {
  readonly pictures: number;
  readonly refused: number;
  readonly iou: number;
  readonly worstIou: number;
  readonly iouWithoutBand: number;
  readonly boundary: number;
  readonly alphaError: number;
  readonly fringeWhite: number;
  readonly fringeBlack: number;
  readonly fringeMagenta: number;
  readonly glass: number | null;
  readonly photoShadow: number | null;
  readonly usableOnWhite: number;
  readonly usableOnAny: number;
}

function computeMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}

function summarize(rows: readonly Measured[]): Summary {
  const mean = (of: (judgment: Judgment) => number | null): number =>
    computeMean(rows.map(({ judgment }) => of(judgment))) ?? 0;
  return {
    pictures: rows.length,
    refused: rows.filter(({ refusal }) => refusal !== null).length,
    iou: mean(({ iou }) => iou),
    worstIou: Math.min(...rows.map(({ judgment }) => judgment.iou)),
    iouWithoutBand: mean(({ iouWithoutBand }) => iouWithoutBand),
    boundary: mean(({ boundary }) => boundary),
    alphaError: mean(({ alphaError }) => alphaError),
    fringeWhite: mean(({ fringe }) => fringe.white),
    fringeBlack: mean(({ fringe }) => fringe.black),
    fringeMagenta: mean(({ fringe }) => fringe.magenta),
    glass: computeMean(rows.map(({ judgment }) => judgment.glass)),
    // Results of earlier runs lack this measure.
    photoShadow: computeMean(rows.map(({ judgment }) => judgment.photoShadow ?? null)),
    usableOnWhite: mean(({ usableOnWhite }) => (usableOnWhite ? 1 : 0)),
    usableOnAny: mean(({ usableOnAny }) => (usableOnAny ? 1 : 0)),
  };
}

function groupRows(rows: readonly Measured[]): Map<string, readonly Measured[]> {
  const groups = new Map<string, readonly Measured[]>([['all', rows]]);
  for (const key of ['kind', 'ground', 'tone', 'family'] as const) {
    const values = [...new Set(rows.map((row) => row[key]))].toSorted();
    for (const value of values)
      groups.set(
        `${key}: ${value}`,
        rows.filter((row) => row[key] === value),
      );
  }
  return groups;
}

const HEAD = [
  '',
  'pictures',
  'IoU',
  'worst',
  'without 4 px',
  'boundary F',
  'alpha error',
  'fringe white',
  'black',
  'magenta',
  'glass',
  'own shadow',
  'usable on white',
  'on any',
];

function formatCells(s: Summary): string[] {
  return [
    s.refused > 0 ? `${s.pictures} (${s.refused} refused)` : String(s.pictures),
    s.iou.toFixed(4),
    s.worstIou.toFixed(3),
    s.iouWithoutBand.toFixed(4),
    s.boundary.toFixed(3),
    s.alphaError.toFixed(4),
    s.fringeWhite.toFixed(2),
    s.fringeBlack.toFixed(2),
    s.fringeMagenta.toFixed(2),
    s.glass?.toFixed(2) ?? '–',
    s.photoShadow?.toFixed(3) ?? '–',
    `${(100 * s.usableOnWhite).toFixed(0)} %`,
    `${(100 * s.usableOnAny).toFixed(0)} %`,
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/**
 * Formats a Markdown table. With `before`, each group has a second line with the earlier figures of the same pictures.
 */
export function formatTable(rows: readonly Measured[], before?: readonly Measured[]): string {
  const earlier = before && groupRows(before.filter(({ id }) => rows.some((row) => row.id === id)));
  const lines = [line(HEAD), line(HEAD.map(() => '---'))];
  for (const [name, group] of groupRows(rows)) {
    lines.push(line([name, ...formatCells(summarize(group))]));
    const then = earlier?.get(name);
    if (then !== undefined) lines.push(line(['… before', ...formatCells(summarize(then))]));
  }
  return lines.join('\n');
}
