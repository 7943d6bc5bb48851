import { describe, expect, it, vi } from 'vitest';
import { CANVAS_LIMIT, CanvasLimitError, PROTECTED_CANVAS } from '../../../lib/canvas/canvas-errors.ts';
import { UNWRITABLE_FORMAT, UnwritableFormatError } from '../export/unwritable-format.ts';
import type { DrawingAnswer, DrawingRequest } from './drawing-jobs.ts';
import { createOffPage } from './off-page.ts';
import type { Thread } from './off-page.ts';

interface StartedThread {
  readonly kind: 'canvas' | 'software';
  readonly requests: DrawingRequest[];
  answer(answer: DrawingAnswer): void;
  die(): void;
}

/** Fake workers whose answers the test controls. */
function threads() {
  const started: StartedThread[] = [];
  const threadStarter = (kind: StartedThread['kind']) => (): Thread => {
    const events = new EventTarget();
    const requests: DrawingRequest[] = [];
    started.push({
      kind,
      requests,
      answer: (data) => events.dispatchEvent(Object.assign(new Event('message'), { data })),
      die: () => events.dispatchEvent(new Event('error')),
    });
    return {
      postMessage: (request) => void requests.push(request),
      addEventListener: (type: string, listener: unknown) =>
        events.addEventListener(type, listener as EventListener),
      terminate: () => undefined,
    };
  };
  const onProtected = vi.fn();
  const jobs = createOffPage(onProtected, {
    canvas: threadStarter('canvas'),
    software: threadStarter('software'),
  });
  return { started, jobs, onProtected };
}

const FILE = new Blob(['photo'], { type: 'image/jpeg' });
const METADATA = { altText: '', digitalSourceType: 'composite' } as const;

describe('drawing on a worker thread', () => {
  it('returns each job’s own answer, in any order, on one thread', async () => {
    const { started, jobs } = threads();
    expect(started).toEqual([]);
    const [first, second] = [jobs.writePng(FILE, METADATA, null), jobs.writePng(FILE, METADATA, null)];
    const [thread] = started;
    expect(thread?.requests).toEqual([
      { id: 1, name: 'writePng', args: [FILE, METADATA, null] },
      { id: 2, name: 'writePng', args: [FILE, METADATA, null] },
    ]);
    thread?.answer({ id: 2, value: 'second' });
    thread?.answer({ id: 1, value: 'first' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(started).toHaveLength(1);
  });

  it('reports the thread’s error, and restores a known error type', async () => {
    const { started, jobs } = threads();
    const broken = jobs.writePng(FILE, METADATA, null);
    started[0]?.answer({ id: 1, failure: { name: 'InvalidStateError', message: 'No picture.' } });
    await expect(broken).rejects.toMatchObject({ name: 'InvalidStateError', message: 'No picture.' });
    const unwritable = jobs.writePng(FILE, METADATA, null);
    started[0]?.answer({ id: 2, failure: { name: UNWRITABLE_FORMAT, message: 'image/webp' } });
    await expect(unwritable).rejects.toBeInstanceOf(UnwritableFormatError);
  });

  it('rejects pending jobs when the thread dies, and starts another', async () => {
    const { started, jobs } = threads();
    const lostJobs = [jobs.writePng(FILE, METADATA, null), jobs.writePng(FILE, METADATA, null)];
    started[0]?.die();
    expect((await Promise.allSettled(lostJobs)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    const next = jobs.writePng(FILE, METADATA, null);
    started[1]?.answer({ id: 3, value: 'drawn' });
    expect(await next).toBe('drawn');
  });

  it('uses software drawing only for pictures too large for a canvas', async () => {
    const { started, jobs, onProtected } = threads();
    const large = jobs.writePng(FILE, METADATA, null);
    started[0]?.answer({ id: 1, failure: { name: CANVAS_LIMIT, message: 'Too large.' } });
    expect(started[1]).toMatchObject({ kind: 'software', requests: [{ id: 1, name: 'writePng' }] });
    started[1]?.answer({ id: 1, value: 'drawn' });
    expect(await large).toBe('drawn');
    void jobs.writePng(FILE, METADATA, null);
    expect(started[0]?.requests).toHaveLength(2);
    expect(onProtected).not.toHaveBeenCalled();
  });

  it('reports once that the browser protects pixels, and uses software drawing from then on', async () => {
    const { started, jobs, onProtected } = threads();
    const both = [jobs.writePng(FILE, METADATA, null), jobs.writePng(FILE, METADATA, null)];
    for (const id of [1, 2])
      started[0]?.answer({ id, failure: { name: PROTECTED_CANVAS, message: 'Noise.' } });
    both.push(jobs.writePng(FILE, METADATA, null));
    expect(started[1]?.requests.map(({ id }) => id)).toEqual([1, 2, 3]);
    for (const id of [1, 2, 3]) started[1]?.answer({ id, value: id });
    expect(await Promise.all(both)).toEqual([1, 2, 3]);
    expect(onProtected).toHaveBeenCalledTimes(1);
  });

  it('reports that the device can’t draw when software drawing fails as well', async () => {
    const { started, jobs } = threads();
    const large = jobs.writePng(FILE, METADATA, null);
    started[0]?.answer({ id: 1, failure: { name: CANVAS_LIMIT, message: 'Too large.' } });
    started[1]?.answer({ id: 1, failure: { name: 'RangeError', message: 'memory' } });
    await expect(large).rejects.toBeInstanceOf(CanvasLimitError);
  });
});
