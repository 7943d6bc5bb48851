import { describe, expect, it } from 'vitest';
import { UNWRITABLE_FORMAT, UnwritableFormatError } from '../export/unwritable-format.ts';
import type { DrawingAnswer, DrawingRequest } from './drawing-jobs.ts';
import { createOffPage } from './off-page.ts';
import type { Thread } from './off-page.ts';

/** A thread whose answers the test gives. */
function threads() {
  const started: { asked: DrawingRequest[]; answer(answer: DrawingAnswer): void; die(): void }[] = [];
  const start = (): Thread => {
    const events = new EventTarget();
    const asked: DrawingRequest[] = [];
    started.push({
      asked,
      answer: (data) => events.dispatchEvent(Object.assign(new Event('message'), { data })),
      die: () => events.dispatchEvent(new Event('error')),
    });
    return {
      postMessage: (request) => void asked.push(request),
      addEventListener: (type: string, listener: unknown) =>
        events.addEventListener(type, listener as EventListener),
      terminate: () => undefined,
    };
  };
  return { started, start };
}

const FILE = new Blob(['photo'], { type: 'image/jpeg' });
const METADATA = { altText: '', digitalSourceType: 'composite' } as const;

describe('drawing on another thread', () => {
  it('gives every job its own answer, whichever is ready first, on one thread', async () => {
    const { started, start } = threads();
    const jobs = createOffPage(start);
    expect(started).toEqual([]);
    const [first, second] = [jobs.pngOf(FILE, METADATA, null), jobs.pngOf(FILE, METADATA, null)];
    const [thread] = started;
    expect(thread?.asked).toEqual([
      { id: 1, name: 'pngOf', args: [FILE, METADATA, null] },
      { id: 2, name: 'pngOf', args: [FILE, METADATA, null] },
    ]);
    thread?.answer({ id: 2, value: 'second' });
    thread?.answer({ id: 1, value: 'first' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(started).toHaveLength(1);
  });

  it('says what went wrong there, and knows the error that is looked for', async () => {
    const { started, start } = threads();
    const jobs = createOffPage(start);
    const broken = jobs.pngOf(FILE, METADATA, null);
    started[0]?.answer({ id: 1, failure: { name: 'InvalidStateError', message: 'No picture.' } });
    await expect(broken).rejects.toMatchObject({ name: 'InvalidStateError', message: 'No picture.' });
    const unwritable = jobs.pngOf(FILE, METADATA, null);
    started[0]?.answer({ id: 2, failure: { name: UNWRITABLE_FORMAT, message: 'image/webp' } });
    await expect(unwritable).rejects.toBeInstanceOf(UnwritableFormatError);
  });

  it('leaves nobody waiting when the thread dies, and starts another', async () => {
    const { started, start } = threads();
    const jobs = createOffPage(start);
    const lost = [jobs.pngOf(FILE, METADATA, null), jobs.pngOf(FILE, METADATA, null)];
    started[0]?.die();
    expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = jobs.pngOf(FILE, METADATA, null);
    started[1]?.answer({ id: 3, value: 'drawn' });
    expect(await next).toBe('drawn');
  });
});
