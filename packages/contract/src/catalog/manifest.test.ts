import { describe, expect, it } from 'vitest';
import { findAltColumn, getAltText, manifestHead, manifestLine, withColumns } from './manifest.ts';

const listHeads = (own: readonly string[]): readonly string[] =>
  manifestHead(own).trim().split(',').slice(manifestHead([]).split(',').length);

describe('the manifest of a run', () => {
  it('appends the table’s columns under unique names, and escapes formulas', () => {
    expect(manifestHead(['GTIN'])).toMatch(/^\uFEFFrow,sku,.*,reused,credits,GTIN\r\n$/);
    expect(listHeads(['GTIN', 'File', 'state', 'State (table)', '=1+1'])).toEqual([
      'GTIN',
      'File (table)',
      'state (table) (table)',
      'State (table)',
      "'=1+1",
    ]);
    expect(manifestLine({ row: 1, credits: 1 }, ['constructor'], {})).toMatch(/^1,[^f]*,1,\r\n$/);
    const cells = { GTIN: '4006381333900', Remark: '=HYPERLINK("http://evil")' };
    expect(manifestLine({ row: 1, credits: 1 }, ['GTIN', 'Price', 'Remark'], cells)).toMatch(
      /^1,.*,1,4006381333900,,"'=HYPERLINK\(""http:\/\/evil""\)"\r\n$/,
    );
  });

  it('keeps the order of the table, even if the first rows lack cells', () => {
    const rows = [['B'], ['E'], ['A', 'B', 'D'], ['C', 'D'], ['Z']];
    let names: readonly string[] = [];
    for (const row of rows) names = withColumns(names, row);
    expect(names).toEqual(['A', 'B', 'C', 'D', 'E', 'Z']);
    expect(withColumns(names, ['D'])).toBe(names);
  });

  it('keeps at most a hundred columns of the table', () => {
    const row = Array.from({ length: 300 }, (_none, at) => `name ${at}`);
    expect(withColumns([], row)).toHaveLength(100);
  });
});

describe('alt text', () => {
  const of = (columns: Readonly<Record<string, string>>): string =>
    getAltText({ columns, variant: 'blue', slot: '' });

  it('is the cell for alt text, or else the title, or else the description', () => {
    expect(of({ Description: 'A mug', Title: 'Mug', 'Alt text': 'A blue mug' })).toBe('A blue mug');
    expect(of({ Description: 'A mug', Title: 'Mug' })).toBe('Mug, blue');
    expect(of({ Description: '<p>A <b>mug</b>\n of clay</p>' })).toBe('A mug of clay, blue');
    expect(of({ Price: '5' })).toBe('');
  });

  it('comes from the title column when a table has title and description but no alt text', () => {
    expect(findAltColumn(['Price', ' description', 'Titel'])).toBe('Titel');
    expect(findAltColumn(['Price', ' description'])).toBe(' description');
    expect(findAltColumn(['Price'])).toBeUndefined();
  });
});
