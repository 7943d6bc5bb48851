import type { Recipe, StyleFacts } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../testing/endpoint-requests.ts';
import { seedRandom } from '../testing/seeded.ts';
import { styleFindings } from './style-report.ts';
import type { MeasuredRow } from './style-report.ts';

const { steps, outputs } = PLAIN_RECIPE;
const LINE: Recipe = {
  steps: { ...steps, framing: { ...steps.framing, baseline_percent: 90 } },
  outputs: outputs.map((output) => ({ ...output, width: 2000, height: 2000 })),
};

/**
 * Creates measurements of tall and wide products, as similar as pixel rounding allows. Each fills 80 % of the picture,
 * with its bottom edge at 90 % of the height.
 */
function range(count: number): MeasuredRow[] {
  const random = seedRandom(7);
  const around = (value: number, by: number): number => value + (random() * 2 - 1) * by;
  return Array.from({ length: count }, (_, place) => {
    const other = around(0.5, 0.25);
    const [width, height] = place % 2 === 0 ? [around(0.8, 0.002), other] : [other, around(0.8, 0.002)];
    const bottom = around(0.9, 0.0005);
    const style: StyleFacts = {
      box: { x: (1 - width) / 2, y: bottom - height, width, height },
      ground: [255, 255, 255],
      shadow_deg: (around(322, 4) + 360) % 360,
    };
    return { row: place + 1, style };
  });
}

const changeRow = (rows: MeasuredRow[], row: number, change: (style: StyleFacts) => StyleFacts): void => {
  const measuredRow = rows[row - 1];
  if (!measuredRow?.style) throw new Error(`There is no row ${row}`);
  rows[row - 1] = { row, style: change(measuredRow.style) };
};

describe('the style report', () => {
  it('finds twenty planted outliers among five hundred pictures, and no others', () => {
    const rows = range(500);
    const plants = [
      (s: StyleFacts) => ({ ...s, box: { ...s.box, width: s.box.width * 0.9, height: s.box.height * 0.9 } }),
      (s: StyleFacts) => ({ ...s, box: { ...s.box, y: s.box.y - 0.006 } }),
      (s: StyleFacts): StyleFacts => ({ ...s, ground: [250, 251, 253] }),
      (s: StyleFacts) => ({ ...s, shadow_deg: 350 }),
      (s: StyleFacts) => ({ ...s, shadow_deg: 40 }),
    ];
    const planted = Array.from({ length: 20 }, (_, place) => 13 + place * 24);
    for (const [place, row] of planted.entries())
      changeRow(rows, row, plants[place % plants.length] ?? ((style) => style));
    const findings = styleFindings(rows, LINE);
    expect(findings.standingOut.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(planted);
    expect(findings).toMatchObject({ pictures: 500, unmeasured: 0, line: 'bottom', outliers_in_all: 20 });
    const getSpread = (measure: string) => findings.measures.find((each) => each.measure === measure)?.spread;
    expect(getSpread('fill')).toBeLessThanOrEqual(1);
    expect(getSpread('line')).toBeLessThanOrEqual(2);
    expect(getSpread('ground')).toBeLessThanOrEqual(0.5);
    expect(findings.measures.find(({ measure }) => measure === 'ground')?.usual).toBe('#ffffff');
    expect(findings.measures.find(({ measure }) => measure === 'shadow')?.usual).toBeCloseTo(322, 0);
    const turned = findings.standingOut.find(({ row }) => row === planted[4]);
    expect(turned?.off).toEqual([{ measure: 'shadow', value: 40, by: expect.closeTo(78, 0) }]);
  });

  it('reports pictures without a common style as widely spread, without naming outliers', () => {
    const rows = range(200).map(({ row, style }, place) => ({
      row,
      style: style && { ...style, shadow_deg: (place * 47) % 360 },
    }));
    const { measures, standingOut } = styleFindings(rows, LINE);
    expect(standingOut).toEqual([]);
    expect(measures.find(({ measure }) => measure === 'shadow')?.spread).toBeGreaterThan(50);
  });

  it('measures the centers of centered products, and omits missing measures', () => {
    const rows = range(9).map(({ row, style }) => ({
      row,
      style: style && {
        ...style,
        box: { ...style.box, y: (1 - style.box.height) / 2 },
        ground: null,
        shadow_deg: null,
      },
    }));
    const { measures, line } = styleFindings([...rows, { row: 10, style: null }], {
      ...LINE,
      steps: { ...steps, framing: { ...steps.framing, baseline_percent: null, align_y: 'center' } },
    });
    expect(line).toBe('middle');
    expect(measures).toMatchObject([{ measure: 'fill' }, { measure: 'line', usual: 1000, spread: 0 }]);
    expect(styleFindings([{ row: 1, style: null }], LINE)).toMatchObject({
      pictures: 0,
      unmeasured: 1,
      measures: [],
    });
  });
});
