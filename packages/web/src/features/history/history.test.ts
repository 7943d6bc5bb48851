import { TOOL_IDS } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { savedRecord } from '../../testing/saved-record.ts';
import { filterFrom, isFiltered, isTypedOn, NO_FILTER, queryOf, searchFrom } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { withPage } from './use-records.ts';
import { costOfDownloads, titleOf, toolOf } from './words.ts';

describe('what is asked for', () => {
  const now = new Date(2026, 10, 20, 15, 30);
  it('is everything without a filter, and trimmed words', () => {
    expect(queryOf(NO_FILTER, now)).toEqual({});
    expect(isFiltered({ ...NO_FILTER, search: '  ' })).toBe(false);
    expect(queryOf({ ...NO_FILTER, search: ' oak ', isStarred: true, tool: 'scene' }, now)).toEqual({
      search: 'oak',
      starred: 'true',
      tool_type: `${TOOL_IDS.product},${TOOL_IDS.ipProduct}`,
    });
  });

  it('counts whole days where the visitor is', () => {
    const from = (period: 'today' | 'week') => queryOf({ ...NO_FILTER, period }, now).from;
    expect(from('today')).toBe(new Date(2026, 10, 20).toISOString());
    expect(from('week')).toBe(new Date(2026, 10, 14).toISOString());
    const custom = { ...NO_FILTER, period: 'custom', fromDay: '2026-11-01', toDay: '2026-11-02' } as const;
    expect(queryOf(custom, now)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 10, 3).toISOString(),
    });
    expect(queryOf({ ...custom, fromDay: '', toDay: '' }, now)).toEqual({});
  });
});

describe('the address', () => {
  const FULL: HistoryFilter = {
    search: 'oak & "window" 100%',
    tool: 'scene',
    period: 'custom',
    fromDay: '2026-11-01',
    toDay: '',
    isStarred: true,
    sort: 'name',
  };

  it('says all of a filter, and nothing without one', () => {
    expect(searchFrom(NO_FILTER)).toEqual({});
    expect(filterFrom({})).toEqual(NO_FILTER);
    expect(filterFrom(searchFrom(FULL))).toEqual(FULL);
    // What the router makes of ?search=7&starred=true.
    expect(filterFrom({ search: 7, starred: true })).toEqual({ ...NO_FILTER, search: '7' });
  });

  it('is not believed in what it has no sense for', () => {
    const junk = {
      tool: 'laser',
      when: 'tomorrow',
      from: '1.11.',
      to: 'x',
      starred: 'no',
      sort: 'price',
      search: ['oak'],
    };
    expect(filterFrom(junk)).toEqual(NO_FILTER);
    expect(filterFrom({ search: 'a'.repeat(300) }).search).toHaveLength(200);
  });

  it('makes one step of a search that goes on being typed, and one of everything else', () => {
    const oa = { ...NO_FILTER, search: 'oa' };
    expect(isTypedOn(oa, { ...oa, search: 'oak' })).toBe(true);
    expect(isTypedOn(NO_FILTER, oa)).toBe(false);
    expect(isTypedOn(oa, { ...oa, isStarred: true })).toBe(false);
  });
});

describe('the list', () => {
  it('shows none twice when others were added meanwhile', () => {
    const before = {
      rows: [savedRecord('b'), savedRecord('a')],
      missingIds: [],
      total: 3,
      hasMore: true,
      isLoading: true,
      failure: 'Offline',
    };
    const after = withPage(before, { data: [savedRecord('a'), savedRecord('z')], total: 4, has_more: false });
    expect(after.rows?.map(({ id }) => id)).toEqual(['b', 'a', 'z']);
    expect(after).toMatchObject({ total: 4, hasMore: false, isLoading: false, failure: null });
  });
});

describe('words', () => {
  it('say what taking pictures away costs', () => {
    const paid = savedRecord('a', { is_downloaded: true });
    expect(costOfDownloads([paid], 0)).toBe('Already downloaded. Free to save again.');
    expect(costOfDownloads([savedRecord('b')], 2)).toBe('Uses 1 download, you have 2.');
    expect(costOfDownloads([paid, savedRecord('b'), savedRecord('c')], 1)).toBe(
      'Needs 2 downloads, you have 1. 1 already paid for.',
    );
  });

  it('call a picture by its wish, its scene, its photo or its tool', () => {
    expect(titleOf(savedRecord('a', { text_prompt: 'Oak', name: 'mug.jpg' }))).toBe('Oak');
    expect(titleOf(savedRecord('a', { name: 'mug.jpg' }))).toBe('mug.jpg');
    expect(titleOf(savedRecord('a'))).toBe('Cut-out');
    expect(toolOf(savedRecord('a', { tool_type: TOOL_IDS.ipText }))).toBe('inspire');
  });
});
