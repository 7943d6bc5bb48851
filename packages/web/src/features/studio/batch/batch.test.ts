import { fileNotSupported, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import type { Mock } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { StudioServices } from '../state/services.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { LOOK, sceneTask, sceneWithLock, success, tasks } from '../testing/fake-tasks.ts';
import type { AskedTask, TaskAnswer } from '../testing/fake-tasks.ts';
import { countItems, downloadsNeeded, fileNames, generationsNeeded, parseBatch } from './batch.ts';
import type { Batch, BatchRecipe } from './batch.ts';
import { createBatchRunner } from './batch-runner.ts';
import { TOOLS } from '../tools/index.ts';
import type { BatchRunner } from './batch-runner.ts';
import { createBatchSaver } from './save-batch.ts';

const CUT_OUT: BatchRecipe = { background: { kind: 'none' }, file: DEFAULT_EXPORT };
const SCENE: BatchRecipe = {
  background: { kind: 'scene', prompt: 'marble', referenceId: null, isOneLook: true, look: null },
  file: { ...DEFAULT_EXPORT, format: 'jpeg' },
};

const createPlace = (recipe: BatchRecipe) => ({ recipe: () => recipe, show: () => undefined });
const photos = (count: number): File[] =>
  Array.from({ length: count }, (_, at) => pngFile(`photo ${at + 1}.png`));
const cutOut = (key: string): TaskState => ({
  task_id: crypto.randomUUID(),
  status: 'SUCCESS',
  progress: 1,
  result: { key, image_url: `/objects/${key}`, width: 700, height: 500 },
});

/** Answers each cut-out request with a numbered storage key, and records the requests' idempotency keys. */
const cuttingOut = () => {
  const usedKeys: string[] = [];
  const cut: TaskAnswer<'cut-out'> = async ({ onTaskIds, idempotencyKey }) => {
    usedKeys.push(idempotencyKey);
    const task = cutOut(`cut/${usedKeys.length}`);
    onTaskIds([task.task_id]);
    return task;
  };
  return { usedKeys, cut };
};

const getBatch = (runner: BatchRunner): Batch => {
  const { batch } = runner.store.getState();
  if (!batch) throw new Error('No batch.');
  return batch;
};
const until = (runner: BatchRunner, isThere: (batch: Batch) => boolean): Promise<void> =>
  vi.waitFor(() => {
    if (!isThere(getBatch(runner))) throw new Error('Not yet.');
  });
const isOver = (batch: Batch): boolean => countItems(batch, 'waiting') + countItems(batch, 'running') === 0;

async function startBatch(services: StudioServices, count: number, recipe = CUT_OUT): Promise<BatchRunner> {
  const runner = createBatchRunner({ services, tools: TOOLS }, createPlace(recipe));
  await runner.add(photos(count));
  runner.start();
  return runner;
}

describe('a batch as a series', () => {
  /**
   * Answers cut-out requests with these camera elevations, in order; null means that the engine is unsure of the view.
   */
  const seenFrom = (heights: readonly (number | null)[]): TaskAnswer<'cut-out'> => {
    let at = 0;
    return async ({ onTaskIds }) => {
      const elevationDeg = heights[at++] ?? 0;
      const confidence = heights[at - 1] === null ? 0.2 : 0.9;
      const { result, ...task } = cutOut(`cut/${at}`);
      onTaskIds([task.task_id]);
      const view = { pose: 'stands', elevationDeg, lightSide: null, footLines: [], confidence } as const;
      return { ...task, result: { ...result, cut_out: { confidence: 1, doubts: [], view } } };
    };
  };

  it('shares one scene among photos of the most common camera view, and refuses other photos until they get their own scene', async () => {
    const sceneForms: AskedTask<'scene'>['form'][] = [];
    let cutOuts = 0;
    let most = 0;
    const cut = seenFrom([62, 8, null, 12, 10]);
    const services = fakeServices(
      tasks({
        'cut-out': async (call) => {
          const task = await cut(call);
          cutOuts += 1;
          return task;
        },
        scene: async ({ form, onTaskIds }) => {
          sceneForms.push(form);
          most = Math.max(most, sceneForms.filter(({ look }) => look === undefined).length);
          const view = form.view === undefined ? null : (JSON.parse(form.view) as { elevationDeg: number });
          if (form.look !== undefined && view && view.elevationDeg > 25)
            throw new ApiError('VIEW_NOT_IN_LOOK', 422, OWN_MESSAGES.viewNotInLook);
          expect(cutOuts).toBe(5);
          const task = { ...sceneWithLock(0), task_id: crypto.randomUUID() };
          onTaskIds([task.task_id]);
          return task;
        },
      }),
    );
    const runner = await startBatch(services, 5, SCENE);
    await until(runner, isOver);
    // The first photo was taken from above, unlike most others, so the series isn't based on its scene.
    expect([most, sceneForms[0]?.look]).toEqual([1, undefined]);
    expect(sceneForms[0]?.view).toBe('{"pose":"stands","elevationDeg":8}');
    expect(sceneForms.slice(1).map(({ look }) => look)).toEqual(
      Array.from({ length: 4 }, () => JSON.stringify(LOOK)),
    );
    // The request omits a camera view of which the engine is unsure.
    expect(sceneForms.filter(({ view }) => view === undefined)).toHaveLength(1);
    const [missed] = getBatch(runner).items;
    expect(missed?.failure).toEqual({
      message: 'Shot from a different angle: high angle, not eye level.',
      isFinal: false,
      isMiss: true,
    });
    expect(countItems(getBatch(runner), 'done')).toBe(4);
    // Retries all failed items except those that the server would refuse again.
    runner.retry();
    expect(isOver(getBatch(runner))).toBe(true);

    runner.takeOut(missed?.id ?? '');
    await until(runner, (batch) => countItems(batch, 'done') === 5);
    expect(sceneForms.at(-1)).toMatchObject({ view: '{"pose":"stands","elevationDeg":62}' });
    expect(sceneForms.at(-1)?.look).toBeUndefined();
    expect(parseBatch(JSON.parse(JSON.stringify(getBatch(runner))))).toEqual(getBatch(runner));
  });

  it('includes a photo when the user confirms its camera view', async () => {
    const forms: AskedTask<'scene'>['form'][] = [];
    const services = fakeServices(
      tasks({
        'cut-out': seenFrom([62]),
        scene: async ({ form, onTaskIds }) => {
          forms.push(form);
          if (forms.length === 1) throw new ApiError('VIEW_NOT_IN_LOOK', 422, OWN_MESSAGES.viewNotInLook);
          onTaskIds([sceneWithLock(0).task_id]);
          return sceneWithLock(0);
        },
      }),
    );
    const runner = createBatchRunner({ services, tools: TOOLS }, createPlace(CUT_OUT));
    await runner.beginWith({ look: LOOK, title: 'Oak window', elevationDeg: 7 });
    await runner.add(photos(1));
    runner.start();
    await until(runner, isOver);
    runner.takeIn(getBatch(runner).items[0]?.id ?? '');
    await until(runner, (batch) => countItems(batch, 'done') === 1);
    expect(forms.map(({ view }) => view)).toEqual([
      '{"pose":"stands","elevationDeg":62}',
      '{"pose":"stands","elevationDeg":7}',
    ]);
    expect(forms[1]).toMatchObject({ look: JSON.stringify(LOOK) });
    expect(forms[1]?.light_match).toBeUndefined();
    // Doesn't start a new batch, because that would remove the open batch's picture.
    await runner.beginWith({ look: LOOK, title: 'Oak window', elevationDeg: 7 });
    expect(services.notices.at(-1)).toEqual({ type: 'warning', message: OWN_MESSAGES.batchOpen });
    expect(getBatch(runner).items).toHaveLength(1);
  });

  it('isn’t made when the user chooses a separate scene for each photo', async () => {
    const looks: unknown[] = [];
    const scene: TaskAnswer<'scene'> = async ({ form, onTaskIds }) => {
      looks.push(form.look);
      onTaskIds([sceneWithLock(0).task_id]);
      return sceneWithLock(0);
    };
    const services = fakeServices(tasks({ 'cut-out': seenFrom([8, 9]), scene }));
    const recipe = { ...SCENE, background: { ...SCENE.background, isOneLook: false } } as BatchRecipe;
    const runner = await startBatch(services, 2, recipe);
    await until(runner, isOver);
    expect(looks).toEqual([undefined, undefined]);
  });
});

describe('the batch runner', () => {
  it('states its cost, processes two photos at a time in the same way, and makes one file for each', async () => {
    let now = 0;
    let most = 0;
    const cutting = cuttingOut();
    const services = fakeServices(
      tasks({
        'cut-out': async (call) => {
          most = Math.max(most, (now += 1));
          await new Promise((resolve) => setTimeout(resolve, 1));
          now -= 1;
          return cutting.cut(call);
        },
      }),
    );
    const runner = createBatchRunner({ services, tools: TOOLS }, createPlace(SCENE));
    await runner.add(photos(5));
    expect(getBatch(runner).phase).toBe('setting');
    expect(generationsNeeded(getBatch(runner))).toBe(10);
    expect(cutting.usedKeys).toEqual([]);
    runner.start();
    await until(runner, isOver);
    expect(most).toBe(2);
    expect(countItems(getBatch(runner), 'done')).toBe(5);
    expect(generationsNeeded(getBatch(runner))).toBe(0);
    const [first] = getBatch(runner).items;
    expect(first?.scene?.made?.key).toBe('u/1/scene-0.png');
    expect((await runner.files.read(getBatch(runner).id, first?.id ?? '', 'file'))?.type).toBe('image/jpeg');
  });

  it('continues after a failure, and retries the photo with a new request', async () => {
    const cutting = cuttingOut();
    let failures = 1;
    const services = fakeServices(
      tasks({
        'cut-out': async (call) => {
          const task = await cutting.cut(call);
          if (cutting.usedKeys.length !== 2 || failures-- === 0) return task;
          return {
            ...task,
            status: 'FAILURE',
            error: { code: 'INTERNAL', message: 'Broken.' },
          };
        },
      }),
    );
    const runner = await startBatch(services, 4);
    await until(runner, isOver);
    expect(countItems(getBatch(runner), 'done')).toBe(3);
    const failed = getBatch(runner).items.find(({ state }) => state === 'failed');
    expect(failed?.failure).toEqual({ message: 'Broken.', isFinal: false });
    runner.retry();
    await until(runner, (batch) => countItems(batch, 'done') === 4);
    expect(cutting.usedKeys).toHaveLength(5);
    expect(new Set(cutting.usedKeys).size).toBe(5);
  });

  it('lists unusable photos with the usable photos', async () => {
    const services = fakeServices();
    const runner = createBatchRunner({ services, tools: TOOLS }, createPlace(CUT_OUT));
    await runner.add([pngFile('one.png'), new File(['x'], 'notes.txt'), new File(['x'], 'text.png')]);
    expect(getBatch(runner).items.map(({ state, failure }) => [state, failure?.message ?? null])).toEqual([
      ['waiting', null],
      ['failed', OWN_MESSAGES.unsupportedImage],
    ]);
    expect(services.notices).toEqual([{ type: 'warning', message: fileNotSupported('notes.txt') }]);
    runner.retry();
    await until(runner, isOver);
    expect(countItems(getBatch(runner), 'failed')).toBe(1);
  });

  it('resumes accepted requests after a reload, and repeats the rest with the same keys', async () => {
    const never = new Promise<TaskState>(() => undefined);
    const first = fakeServices(
      tasks({
        'cut-out': async ({ onTaskIds }) => {
          onTaskIds(['6b1c9c57-95d3-4a77-8a56-7a7d3a1f6a06']);
          return never;
        },
      }),
    );
    const before = await startBatch(first, 3);
    await until(
      before,
      (batch) => batch.items.filter(({ cutOut: step }) => step?.taskIds.length).length === 2,
    );
    const cutting = cuttingOut();
    const followTasks = vi.fn(async (ids: readonly string[]) =>
      ids.map((task_id) => ({ ...cutOut('cut/followed'), task_id })),
    );
    const after = createBatchRunner(
      {
        services: fakeServices({
          documents: first.documents,
          followTasks,
          ...tasks({ 'cut-out': cutting.cut }),
        }),
        tools: TOOLS,
      },
      createPlace(CUT_OUT),
    );
    await after.recover();
    await until(after, isOver);
    expect(countItems(getBatch(after), 'done')).toBe(3);
    expect(followTasks).toHaveBeenCalledTimes(2);
    expect(cutting.usedKeys).toHaveLength(1);
  });

  it('stops without credits or connection, reports it, and loses nothing', async () => {
    const cutting = cuttingOut();
    let isOut = true;
    const keys: string[] = [];
    const services = fakeServices(
      tasks({
        'cut-out': async (call) => {
          keys.push(call.idempotencyKey);
          if (isOut) throw new ApiError('OUT_OF_CREDITS', 402, MESSAGES.outOfCredits);
          return cutting.cut(call);
        },
      }),
    );
    const runner = await startBatch(services, 2);
    await until(
      runner,
      ({ phase, items }) => phase === 'paused' && items.every((i) => i.state === 'waiting'),
    );
    expect(getBatch(runner).pauseReason).toBe(MESSAGES.outOfCredits);
    isOut = false;
    runner.start();
    await until(runner, isOver);
    expect(countItems(getBatch(runner), 'done')).toBe(2);
    expect(new Set(keys).size).toBe(2);
  });

  it('waits for busy servers with the same request', async () => {
    const cutting = cuttingOut();
    const keys: string[] = [];
    const wait = vi.fn(async () => undefined);
    const services = fakeServices({
      wait,
      ...tasks({
        'cut-out': async (call) => {
          keys.push(call.idempotencyKey);
          if (keys.length < 3) throw new ApiError('TOO_MANY_REQUESTS', 429, OWN_MESSAGES.tooManyRequests);
          return cutting.cut(call);
        },
      }),
    });
    const runner = await startBatch(services, 1);
    await until(runner, isOver);
    expect(countItems(getBatch(runner), 'done')).toBe(1);
    expect(wait).toHaveBeenCalledTimes(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('waits minutes for a busy server to sign a file', async () => {
    const busyMs = 240_000;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms < busyMs
        ? AbortSignal.abort(new DOMException('Late', 'TimeoutError'))
        : new AbortController().signal,
    );
    const exportTask: TaskAnswer<'export'> = async ({ signal }) => {
      signal.throwIfAborted();
      return success();
    };
    const services = fakeServices(tasks({ 'cut-out': cuttingOut().cut, export: exportTask }));
    const runner = await startBatch(services, 1);
    await until(runner, isOver);
    vi.restoreAllMocks();
    expect(getBatch(runner).items[0]).toMatchObject({ state: 'done' });
    expect(getBatch(runner).items[0]?.file?.isUnsigned).toBeUndefined();
  });

  it('stops running tasks on cancellation, even on the server, and keeps finished results', async () => {
    const cancelTasks = vi.fn(async (ids: readonly string[]) => ids);
    const cutting = cuttingOut();
    const services = fakeServices({
      cancelTasks,
      ...tasks({
        'cut-out': async (call) => {
          if (cutting.usedKeys.length === 0) return cutting.cut(call);
          call.onTaskIds(['7b1c9c57-95d3-4a77-8a56-7a7d3a1f6a07']);
          return new Promise<TaskState>((_, reject) => {
            call.signal.addEventListener('abort', () => reject(call.signal.reason as Error));
          });
        },
      }),
    });
    const runner = await startBatch(services, 4);
    await until(runner, (batch) => countItems(batch, 'done') === 1 && countItems(batch, 'running') === 2);
    await until(
      runner,
      ({ items }) => items.filter((i) => i.state === 'running' && i.cutOut?.taskIds.length).length === 2,
    );
    await runner.cancel();
    expect(
      getBatch(runner)
        .items.map(({ state }) => state)
        .toSorted(),
    ).toEqual(['cancelled', 'cancelled', 'cancelled', 'done']);
    expect(cancelTasks).toHaveBeenCalledWith(['7b1c9c57-95d3-4a77-8a56-7a7d3a1f6a07']);
  });

  it('restores stored data only if it is a batch', () => {
    expect(parseBatch({ version: 0 })).toBeNull();
    expect(parseBatch('{}')).toBeNull();
  });
});

const savedText = (saveFile: Mock<(file: Blob, name: string) => void>): Promise<string> | undefined =>
  saveFile.mock.calls[0]?.[0].text();

describe('saving the results of a batch', () => {
  it('saves one ZIP with unique names, and pays for each result once', async () => {
    const saveFile = vi.fn<(file: Blob, name: string) => void>();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const services = fakeServices({ saveFile, requestDownload, ...tasks({ 'cut-out': cuttingOut().cut }) });
    const runner = createBatchRunner({ services, tools: TOOLS }, createPlace(CUT_OUT));
    await runner.add([pngFile('mug.png'), pngFile('Mug.jpg'), pngFile('tee.png')]);
    runner.start();
    await until(runner, isOver);
    expect([...fileNames(getBatch(runner)).values()]).toEqual(['mug.png', 'Mug (2).png', 'tee.png']);
    expect(downloadsNeeded(getBatch(runner))).toBe(3);
    const saver = createBatchSaver(services, runner);
    expect(await saver.saveZip()).toBe(true);
    expect(await savedText(saveFile)).toBe('mug.png\nMug (2).png\ntee.png');
    expect(requestDownload).toHaveBeenCalledTimes(3);
    expect(downloadsNeeded(getBatch(runner))).toBe(0);
    await saver.saveZip();
    expect(requestDownload).toHaveBeenCalledTimes(3);
  });

  it('saves only the paid results when downloads run out', async () => {
    const saveFile = vi.fn<(file: Blob, name: string) => void>();
    let remaining = 1;
    const services = fakeServices({
      saveFile,
      ...tasks({ 'cut-out': cuttingOut().cut }),
      requestDownload: async () =>
        remaining-- > 0 ? { download_credits: remaining, url: '/objects/x.png' } : { download_credits: -1 },
    });
    const runner = await startBatch(services, 3);
    await until(runner, isOver);
    expect(await createBatchSaver(services, runner).saveZip()).toBe(false);
    expect(await savedText(saveFile)).toBe('photo 1.png');
    expect(downloadsNeeded(getBatch(runner))).toBe(2);
  });

  it('omits results whose files are gone from the browser, reports them, and doesn’t pay for them', async () => {
    const saveFile = vi.fn<(file: Blob, name: string) => void>();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const services = fakeServices({ saveFile, requestDownload, ...tasks({ 'cut-out': cuttingOut().cut }) });
    const runner = await startBatch(services, 3);
    await until(runner, isOver);
    const { id, items } = getBatch(runner);
    await services.documents.removeBlobs(id, [`${items[1]?.id ?? ''}/file`]);
    const saver = createBatchSaver(services, runner);
    await saver.saveItem(items[1]?.id ?? '');
    expect(requestDownload).not.toHaveBeenCalled();
    expect(await saver.saveZip()).toBe(true);
    expect(await savedText(saveFile)).toBe('photo 1.png\nphoto 3.png');
    expect(requestDownload).toHaveBeenCalledTimes(2);
    expect(services.notices.at(-1)).toEqual({ type: 'warning', message: OWN_MESSAGES.batchFilesGone });
  });

  it('pays for nothing when the ZIP can’t be made', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const zip = () => Promise.reject(new Error('memory'));
    const services = fakeServices({ requestDownload, zip, ...tasks({ 'cut-out': cuttingOut().cut }) });
    const runner = await startBatch(services, 2);
    await until(runner, isOver);
    await createBatchSaver(services, runner).saveZip();
    expect(requestDownload).not.toHaveBeenCalled();
  });

  it('pays for the download of the scene, not of its cut-out', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const services = fakeServices({ requestDownload, ...tasks({ 'cut-out': cuttingOut().cut }) });
    const runner = await startBatch(services, 1, SCENE);
    await until(runner, isOver);
    const [item] = getBatch(runner).items;
    await createBatchSaver(services, runner).saveItem(item?.id ?? '');
    expect(requestDownload).toHaveBeenCalledExactlyOnceWith(sceneTask(0).result?.key);
  });
});
