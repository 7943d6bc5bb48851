import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDocumentStore } from '../state/document-store.ts';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { TOOLS } from '../tools/index.ts';
import type { BatchRecipe } from './batch.ts';
import { CLEARED_IN_OTHER_TAB } from './follow-tabs.ts';
import { createBatchRunner } from './batch-runner.ts';
import type { BatchRunner } from './batch-runner.ts';

const CUT_OUT: BatchRecipe = { background: { kind: 'none' }, file: DEFAULT_EXPORT };
const ON_MARBLE: BatchRecipe = {
  background: { kind: 'scene', prompt: 'marble', referenceId: null, isOneLook: true, look: null },
  file: DEFAULT_EXPORT,
};

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser tab: a batch runner of its own, on the database that all tabs share. */
function tab() {
  const documents = createDocumentStore(() => 'packshot-studio:batch-test');
  const services = fakeServices({ documents });
  const runner = createBatchRunner(
    { services, tools: TOOLS },
    { recipe: () => CUT_OUT, show: () => undefined },
  );
  const photo = async (name: string): Promise<string | null> => {
    const { batch } = runner.store.getState();
    const item = batch?.items.find((candidate) => candidate.name === name);
    const blob = batch && item && (await runner.files.read(batch.id, item.id, 'photo'));
    return blob ? blob.type : null;
  };
  return { runner, services, photo };
}

const names = ({ store }: BatchRunner): string[] =>
  (store.getState().batch?.items ?? []).map(({ name }) => name).toSorted();
/** Batch as a newly opened tab shows it. */
const reopenBatch = async (): Promise<BatchRunner> => {
  const { runner } = tab();
  await runner.recover();
  return runner;
};

describe('a batch open in two tabs', () => {
  it('keeps the photos that either tab adds, and shows them in both', async () => {
    const one = tab();
    await one.runner.add([pngFile('a.png')]);
    const other = tab();
    await other.runner.recover();
    await Promise.all([one.runner.add([pngFile('b.png')]), other.runner.add([pngFile('c.png')])]);
    const all = ['a.png', 'b.png', 'c.png'];
    await vi.waitFor(() => expect([names(one.runner), names(other.runner)]).toEqual([all, all]));
    expect(names(await reopenBatch())).toEqual(all);
  });

  it('keeps the results of one tab when the other changes the steps', async () => {
    const one = tab();
    await one.runner.add([pngFile('a.png')]);
    const other = tab();
    await other.runner.recover();
    one.runner.start();
    await vi.waitFor(() => expect(one.runner.store.getState().batch?.items[0]?.state).toBe('done'));
    other.runner.setRecipe(ON_MARBLE);
    await vi.waitFor(async () => {
      const { batch } = (await reopenBatch()).store.getState();
      expect(batch?.recipe).toEqual(ON_MARBLE);
      expect(batch?.items[0]?.state).toBe('done');
    });
  });

  it('loses a photo that one tab removes, and keeps the other tab’s changes to the other photos', async () => {
    const one = tab();
    await one.runner.add([pngFile('a.png'), pngFile('b.png')]);
    const other = tab();
    await other.runner.recover();
    const [first, second] = one.runner.store.getState().batch?.items ?? [];
    one.runner.removeItem(first?.id ?? '');
    other.runner.markDownloaded(second?.id ?? '');
    await vi.waitFor(async () => {
      const { batch } = (await reopenBatch()).store.getState();
      expect(batch?.items.map(({ name, isDownloaded }) => [name, isDownloaded])).toEqual([['b.png', true]]);
    });
  });

  it('merges two batches that were started at once, with the photos of both', async () => {
    const [one, other] = [tab(), tab()];
    await Promise.all([one.runner.recover(), other.runner.recover()]);
    await one.runner.add([pngFile('a.png')]);
    await other.runner.add([pngFile('b.png')]);
    await vi.waitFor(() => expect(names(one.runner)).toEqual(['a.png', 'b.png']));
    expect(names(await reopenBatch())).toEqual(['a.png', 'b.png']);
    expect([await one.photo('a.png'), await one.photo('b.png')]).toEqual(['image/png', 'image/png']);
  });

  it('reports in the other tab that the batch was cleared', async () => {
    const one = tab();
    await one.runner.add([pngFile('a.png')]);
    const other = tab();
    await other.runner.recover();
    await one.runner.clear();
    await vi.waitFor(() => expect(other.runner.store.getState().batch).toBeNull());
    expect(other.services.notices.at(-1)?.message).toBe(CLEARED_IN_OTHER_TAB);
    expect((await reopenBatch()).store.getState().batch).toBeNull();
  });
});
