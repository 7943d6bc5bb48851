import { TOOL_IDS } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { savedRecord } from '../../testing/saved-record.ts';
import { readFilter, isFiltered, isContinuedSearch, NO_FILTER, toQuery, toAddress } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { withPage } from './use-records.ts';
import { costOfDownloads, formatDetail, getTitle } from './words.ts';
import { toolForRecord } from '../../lib/handover/tool-of-record.ts';

describe('the query for a filter', () => {
  const now = new Date(2026, 10, 20, 15, 30);
  it('a query without filters is empty, and a search is trimmed', () => {
    expect(toQuery(NO_FILTER, now)).toEqual({});
    expect(isFiltered({ ...NO_FILTER, search: '  ' })).toBe(false);
    expect(toQuery({ ...NO_FILTER, search: ' oak ', isStarred: true, tool: 'scene' }, now)).toEqual({
      search: 'oak',
      starred: 'true',
      tool_type: `${TOOL_IDS.product},${TOOL_IDS.ipProduct}`,
    });
  });

  it('a period covers whole days in the visitor’s time zone', () => {
    const from = (period: 'today' | 'week') => toQuery({ ...NO_FILTER, period }, now).from;
    expect(from('today')).toBe(new Date(2026, 10, 20).toISOString());
    expect(from('week')).toBe(new Date(2026, 10, 14).toISOString());
    const custom = { ...NO_FILTER, period: 'custom', fromDay: '2026-11-01', toDay: '2026-11-02' } as const;
    expect(toQuery(custom, now)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 10, 3).toISOString(),
    });
    expect(toQuery({ ...custom, fromDay: '', toDay: '' }, now)).toEqual({});
  });
});

describe('a filter in the address', () => {
  const FULL: HistoryFilter = {
    search: 'oak & "window" 100%',
    tool: 'scene',
    period: 'custom',
    fromDay: '2026-11-01',
    toDay: '',
    isStarred: true,
    sort: 'name',
  };

  it('the address contains the whole filter, or nothing without one', () => {
    expect(toAddress(NO_FILTER)).toEqual({});
    expect(readFilter({})).toEqual(NO_FILTER);
    expect(readFilter(toAddress(FULL))).toEqual(FULL);
    // Values to which the router parses ?search=7&starred=true.
    expect(readFilter({ search: 7, starred: true })).toEqual({ ...NO_FILTER, search: '7' });
  });

  it('invalid parts of the address are ignored', () => {
    const junk = {
      tool: 'laser',
      when: 'tomorrow',
      from: '1.11.',
      to: 'x',
      starred: 'no',
      sort: 'price',
      search: ['oak'],
    };
    expect(readFilter(junk)).toEqual(NO_FILTER);
    expect(readFilter({ search: 'a'.repeat(300) }).search).toHaveLength(200);
  });

  it('continued typing in a search adds no step to the browser history, and any other change does', () => {
    const oa = { ...NO_FILTER, search: 'oa' };
    expect(isContinuedSearch(oa, { ...oa, search: 'oak' })).toBe(true);
    expect(isContinuedSearch(NO_FILTER, oa)).toBe(false);
    expect(isContinuedSearch(oa, { ...oa, isStarred: true })).toBe(false);
  });
});

describe('adding a page of history', () => {
  it('a page shows each record once, even when others were added meanwhile', () => {
    const before = {
      rows: [savedRecord('b'), savedRecord('a')],
      missingIds: [],
      total: 3,
      hasMore: true,
      isLoading: true,
      round: 0,
      failure: 'Offline',
    };
    const after = withPage(before, { data: [savedRecord('a'), savedRecord('z')], total: 4, has_more: false });
    expect(after.rows?.map(({ id }) => id)).toEqual(['b', 'a', 'z']);
    expect(after).toMatchObject({ total: 4, hasMore: false, isLoading: false, failure: null });
  });
});

describe('record texts', () => {
  it('the cost text states the price of downloading pictures', () => {
    const paid = savedRecord('a', { is_downloaded: true });
    expect(costOfDownloads([paid], 0)).toBe('Already downloaded. Free to save again.');
    expect(costOfDownloads([savedRecord('b')], 2)).toBe('Uses 1 of 2 downloads.');
    expect(costOfDownloads([paid, savedRecord('b'), savedRecord('c')], 1)).toBe(
      'Needs 2 downloads; you have 1. 1 already paid for.',
    );
  });

  it('a picture is titled by its record’s name, or else its prompt, scene or tool', () => {
    const scene = { title: 'Linen and books' } as never;
    const batch = ['un_barista-kit.jpg', 'un_lamp.jpg'].map((name) => savedRecord('a', { name, scene }));
    expect(batch.map(getTitle)).toEqual(['un_barista-kit.jpg', 'un_lamp.jpg']);
    expect(formatDetail(batch[0] as never)).toMatch(/ · Linen and books · \w+ \d+, \d{4}$/);
    expect(getTitle(savedRecord('a', { text_prompt: 'Oak', name: 'Renamed' }))).toBe('Renamed');
    expect(getTitle(savedRecord('a', { text_prompt: 'Oak', scene }))).toBe('Oak');
    expect(formatDetail(savedRecord('a', { text_prompt: 'Oak' }))).not.toContain('Oak');
    expect(getTitle(savedRecord('a', { scene }))).toBe('Linen and books');
    expect(getTitle(savedRecord('a', { name: 'mug.jpg' }))).toBe('mug.jpg');
    expect(getTitle(savedRecord('a'))).toBe('Cut-out');
    expect(toolForRecord(savedRecord('a', { tool_type: TOOL_IDS.ipText }))).toBe('inspire');
  });
});
