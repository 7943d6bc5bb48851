/** How alike pictures are, in words. */
import { STYLE_LIMITS } from '@packshot/contract/catalog/style';
import type { StyleMeasure, StyleOutlier, StyleReport } from '@packshot/contract/catalog/style';
import { numberWords } from '../words.ts';

type Measured = StyleReport['measures'][number];

const LINE_WORDS = { bottom: 'Baseline', middle: 'Middle', top: 'Upper edge' } as const;

export const measureName = (measure: StyleMeasure, line: StyleReport['line']): string =>
  measure === 'line'
    ? LINE_WORDS[line]
    : ({ fill: 'Product fills', ground: 'Ground', shadow: 'Shadow falls' } as const)[measure];

const SHORT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A value of a measure: '85 %', '1,800 px', '#ffffff', '320°'. */
export function valueWords(measure: StyleMeasure, value: number | string): string {
  if (typeof value === 'string') return value;
  const number = SHORT.format(value);
  return { fill: `${number} %`, line: `${number} px`, ground: number, shadow: `${number}°` }[measure];
}

/** How far pictures are from one another: '± 0.3 %'. */
export const spreadWords = ({ measure, spread }: Measured): string =>
  measure === 'ground' ? `± ${SHORT.format(spread)} ΔE` : `± ${valueWords(measure, spread)}`;

/** Nobody sees the difference of any two. */
export const isAlike = ({ measure, spread }: Measured): boolean => spread <= STYLE_LIMITS[measure].spread;

export function verdictWords(measured: Measured): string {
  const { outliers } = measured;
  if (!isAlike(measured)) return 'Differs';
  return outliers === 0 ? 'Alike' : `Alike but for ${numberWords(outliers)}`;
}

/** Why a picture stands out: 'fills 72 %, 13 % off'. */
export function offWords({ off }: Pick<StyleOutlier, 'off'>, line: StyleReport['line']): string {
  return off
    .map(({ measure, value, by }) => {
      const far = measure === 'ground' ? `ΔE ${SHORT.format(by)}` : valueWords(measure, by);
      return `${measureName(measure, line)} ${valueWords(measure, value)} (${far} off)`;
    })
    .join(', ');
}
