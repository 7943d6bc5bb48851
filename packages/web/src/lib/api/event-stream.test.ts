import { MESSAGES } from '@packshot/contract/messages';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { followTasks, readDataLines, runStreamedCall } from './event-stream.ts';

const TASK = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const OTHER = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b12';
const started: TaskState = { task_id: TASK, status: 'STARTED', progress: 0.5 };
const succeeded: TaskState = {
  task_id: TASK,
  status: 'SUCCESS',
  progress: 1,
  result: { image_url: '/r.png' },
};
const form = { image_s3: 'u/1.png', feature_type: 8 };
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

/** Response body that yields these chunks and then ends, breaks, or stays open. */
function body(
  chunks: readonly string[],
  ending: 'end' | 'break' | 'hang' = 'end',
): ReadableStream<Uint8Array> {
  const queue = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return new ReadableStream({
    pull(controller) {
      const chunk = queue.shift();
      if (chunk) controller.enqueue(chunk);
      else if (ending === 'end') controller.close();
      else if (ending === 'break') controller.error(new TypeError('network error'));
      else return new Promise(() => undefined);
      return undefined;
    },
  });
}

/** Ends the stream when its request is aborted, as fetch does. */
function abortable(stream: ReadableStream<Uint8Array>, signal: AbortSignal | null | undefined) {
  const through = new TransformStream<Uint8Array, Uint8Array>();
  void stream.pipeTo(through.writable, signal ? { signal } : {}).catch(() => undefined);
  return new Response(through.readable);
}

async function collectLines(chunks: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readDataLines(body(chunks))) lines.push(line);
  return lines;
}

beforeEach(() => {
  vi.useFakeTimers();
  const storage = stubBrowser();
  storage.setItem('token', 'access');
  storage.setItem('refresh_token', 'refresh');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('reading data lines', () => {
  it('data lines are read whole wherever the chunks are split', async () => {
    const text = 'event: x\ndata: {"a":"é"}\r\n\r\n: note\ndata:{"b":2}\n\n';
    const whole = ['{"a":"é"}', '{"b":2}'];
    expect(await collectLines([text])).toEqual(whole);
    expect(await collectLines([...text])).toEqual(whole);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(await collectLines([text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toEqual(whole);
    }
  });

  it('data lines survive a character split in two, and drop an unfinished end', async () => {
    const bytes = new TextEncoder().encode('data: "é"\ndata: "half');
    const middle = bytes.indexOf(0xa9);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, middle));
        controller.enqueue(bytes.slice(middle));
        controller.close();
      },
    });
    const lines: string[] = [];
    for await (const line of readDataLines(stream)) lines.push(line);
    expect(lines).toEqual(['"é"']);
  });
});

describe('a streamed call', () => {
  it('a streamed call reports IDs, progress and results as they arrive, without polling', async () => {
    const requests = stubServer({
      'bgremove-vs': () =>
        new Response(body([event({ task_ids: [TASK] }) + event(started), event(succeeded)])),
    });
    const onTaskIds = vi.fn<(ids: readonly string[]) => void>();
    const onTask = vi.fn<(task: TaskState) => void>();
    const states = await runStreamedCall('cut-out', {
      form,
      idempotencyKey: 'key-12345',
      onTaskIds,
      onTask,
    });
    expect(states).toEqual([succeeded]);
    expect(onTaskIds.mock.calls).toEqual([[[TASK]]]);
    expect(onTask.mock.calls.map(([task]) => task.status)).toEqual(['STARTED', 'SUCCESS']);
    expect(requests).toHaveLength(1);
  });

  it('a streamed call does not wait for a server that holds the stream open after the last task', async () => {
    stubServer({
      'bgremove-vs': ({ init }) =>
        abortable(body([event({ task_ids: [TASK] }), event(succeeded)], 'hang'), init.signal),
    });
    await expect(runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' })).resolves.toEqual([
      succeeded,
    ]);
  });

  it.each(['end', 'break'] as const)(
    'a streamed call polls every two seconds after an early %s of the stream',
    async (ending) => {
      let polls = 0;
      const requests = stubServer({
        'bgremove-vs': () => new Response(body([event({ task_ids: [TASK] })], ending)),
        'check-status': () => Response.json((polls += 1) < 3 ? started : succeeded),
      });
      const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
      await vi.advanceTimersByTimeAsync(3999);
      expect(polls).toBe(2);
      await vi.advanceTimersByTimeAsync(1);
      await expect(running).resolves.toEqual([succeeded]);
      expect(requests.filter(({ url }) => url.includes('bgremove')).length).toBe(1);
    },
  );

  it('a streamed call polls when the stream falls silent', async () => {
    stubServer({
      'bgremove-vs': ({ init }) => abortable(body([event({ task_ids: [TASK] })], 'hang'), init.signal),
      'check-status': () => Response.json(succeeded),
    });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(running).resolves.toEqual([succeeded]);
  });

  it('a streamed call is retried at most twice with the same key when it breaks before the task IDs arrive', async () => {
    const requests = stubServer({ 'bgremove-vs': () => new Response(body([], 'break')) });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    const failure = running.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toBeInstanceOf(Error);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'key-12345',
      'key-12345',
      'key-12345',
    ]);
  });

  it('a streamed call can succeed when it is retried', async () => {
    let calls = 0;
    stubServer({
      'bgremove-vs': () => {
        calls += 1;
        if (calls === 1) throw new TypeError('network');
        if (calls === 2) return new Response('', { status: 502 });
        return new Response(body([event({ task_ids: [TASK] }), event(succeeded)]));
      },
    });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    await vi.advanceTimersByTimeAsync(5000);
    await expect(running).resolves.toEqual([succeeded]);
  });

  it.each([
    [402, { code: 'OUT_OF_CREDITS', message: MESSAGES.outOfCredits }, MESSAGES.outOfCredits],
    [400, '<html>', MESSAGES.removeBackgroundFailed],
  ])('a streamed call is not retried after a refusal with status %i', async (status, answer, message) => {
    const requests = stubServer({ 'bgremove-vs': () => Response.json(answer, { status }) });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    await expect(running).rejects.toMatchObject({ status, message });
    expect(requests).toHaveLength(1);
  });

  it('a streamed call gives up after five minutes with the message for failed tasks', async () => {
    stubServer({
      'bgremove-vs': () => new Response(body([event({ task_ids: [TASK] })])),
      'check-status': () => Response.json(started),
    });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    const failure = running.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 2000);
    expect(await failure).toMatchObject({ message: MESSAGES.taskFailed });
  });

  it('a streamed call continues to wait as long as its task advances in the queue', async () => {
    let polls = 0;
    stubServer({
      'bgremove-vs': () => new Response(body([event({ task_ids: [TASK] })])),
      'check-status': () => {
        polls += 1;
        const queue = { place: 400 - polls, wait_s: null };
        return Response.json(
          polls < 300 ? { task_id: TASK, status: 'PENDING', progress: 0, queue } : succeeded,
        );
      },
    });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    expect(await running).toEqual([succeeded]);
  });

  it('a streamed call that would begin too late isn’t sent again, and says when to come back', async () => {
    const message = 'Yours would begin in about 6 minutes. Please try again in 3 minutes.';
    const requests = stubServer({
      'bgremove-vs': () =>
        Response.json(
          { code: 'QUEUE_TOO_LONG', message },
          { status: 503, headers: { 'retry-after': '180' } },
        ),
    });
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' });
    await expect(running).rejects.toMatchObject({ code: 'QUEUE_TOO_LONG', message, retryAfterS: 180 });
    expect(requests).toHaveLength(1);
  });

  it('a streamed call stops polling when it is aborted', async () => {
    const requests = stubServer({
      'bgremove-vs': () => new Response(body([event({ task_ids: [TASK] })])),
      'check-status': () => Response.json(started),
    });
    const abort = new AbortController();
    const { signal } = abort;
    const running = runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345', signal });
    const failure = running.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    abort.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    const count = requests.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(count);
  });

  it('a streamed call ignores events after a terminal state', async () => {
    const failed = { task_id: TASK, status: 'FAILURE', progress: 0.5 } as const;
    const other = { task_id: OTHER, status: 'SUCCESS', progress: 1 } as const;
    stubServer({
      'bgremove-vs': () =>
        new Response(
          body([event({ task_ids: [TASK, OTHER] }), event(failed), event(succeeded), event(other)]),
        ),
    });
    await expect(runStreamedCall('cut-out', { form, idempotencyKey: 'key-12345' })).resolves.toEqual([
      failed,
      other,
    ]);
  });
});

describe('following tasks that run already', () => {
  it('polling continues through lost answers and backs off meanwhile', async () => {
    let polls = 0;
    stubServer({
      'check-status': () => {
        polls += 1;
        if (polls <= 2) throw new TypeError('network');
        return Response.json(succeeded);
      },
    });
    const running = followTasks([TASK]);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(running).resolves.toEqual([succeeded]);
    expect(polls).toBe(3);
  });

  it('polling ends at once for an unknown task', async () => {
    stubServer({
      'check-status': () => Response.json({ code: 'TASK_NOT_FOUND', message: 'gone' }, { status: 404 }),
    });
    await expect(followTasks([TASK])).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });
});
