import { describe, expect, it } from 'vitest';
import { findAltColumn, getAltText, manifestHead, manifestLine, withColumns } from './manifest.ts';

const listHeads = (own: readonly string[]): readonly string[] =>
  manifestHead(own).trim().split(',').slice(manifestHead([]).split(',').length);

describe('a manifest', () => {
  it('has the columns of one’s own behind its own, none of them called like another or read as a formula', () => {
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

  it('keeps the order of the table, whichever cells its first rows lack', () => {
    const rows = [['B'], ['E'], ['A', 'B', 'D'], ['C', 'D'], ['Z']];
    let names: readonly string[] = [];
    for (const row of rows) names = withColumns(names, row);
    expect(names).toEqual(['A', 'B', 'C', 'D', 'E', 'Z']);
    expect(withColumns(names, ['D'])).toBe(names);
  });

  it('has no more than a hundred of them, however many names programs send', () => {
    const row = Array.from({ length: 300 }, (_none, at) => `name ${at}`);
    expect(withColumns([], row)).toHaveLength(100);
  });
});

describe('the alt text', () => {
  const of = (columns: Readonly<Record<string, string>>): string =>
    getAltText({ columns, variant: 'blue', slot: '' });

  it('is the table’s own, or the title, or what describes the product', () => {
    expect(of({ Description: 'A mug', Title: 'Mug', 'Alt text': 'A blue mug' })).toBe('A blue mug');
    expect(of({ Description: 'A mug', Title: 'Mug' })).toBe('Mug, blue');
    expect(of({ Description: '<p>A <b>mug</b>\n of clay</p>' })).toBe('A mug of clay, blue');
    expect(of({ Price: '5' })).toBe('');
  });

  it('is said to be of the first of these columns', () => {
    expect(findAltColumn(['Price', ' description', 'Titel'])).toBe('Titel');
    expect(findAltColumn(['Price', ' description'])).toBe(' description');
    expect(findAltColumn(['Price'])).toBeUndefined();
  });
});
