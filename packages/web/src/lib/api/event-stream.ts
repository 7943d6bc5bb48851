import { POLL_GIVE_UP_MS, POLL_INTERVAL_MS } from '@packshot/contract/tools/limits';
import { MAX_RETRIES } from './authorized-fetch.ts';
import { isTerminal, streamEventSchema } from '@packshot/contract/tools/tasks';
import type { StreamEvent, TaskState } from '@packshot/contract/tools/tasks';
import { MESSAGES } from '@packshot/contract/messages';
import { call, request } from './api-client.ts';
import type { EndpointOptions, StreamName } from './api-client.ts';
import { ApiError, errorOfResponse, isBusyStatus } from './api-error.ts';
import { errorSentence } from './error-sentence.ts';
import { isOfClick } from './trace.ts';
import { wait } from './wait.ts';

/** Silence in ms after which the client polls instead: a proxy may be holding the stream back. */
const SILENCE_LIMIT_MS = 15_000;
const SERVICE_UNAVAILABLE = 503;

export interface StreamedCallOptions<Name extends StreamName> {
  readonly form: NonNullable<EndpointOptions<Name>['form']>;
  /** Idempotency key, one per click; retries reuse it, so that nothing is charged or run twice. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
  /** Message for a failed answer that contains none. */
  readonly failureMessage?: string;
  readonly onTaskIds?: (taskIds: readonly string[]) => void;
  /** Called for every update of a task until the task has ended: progress, results, failures. */
  readonly onTask?: (task: TaskState) => void;
}

/**
 * Makes a streamed call and follows its tasks until each has ended: through the stream while it lasts, then by polling
 * every two seconds.
 * @returns the last state of each task, in the server's order; a failed task is a state, not an exception
 * @throws {ApiError} if the server refuses the call, or tasks haven't changed for five minutes
 */
export async function runStreamedCall<Name extends StreamName>(
  name: Name,
  options: StreamedCallOptions<Name>,
): Promise<TaskState[]> {
  const tasks = new TaskTable(options);
  for (let attempt = 0; tasks.isUnknown; attempt += 1) {
    try {
      await followStream(name, options, tasks);
      if (tasks.isUnknown) throw new ApiError('BAD_ANSWER', 0, getFailureMessage(options));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!tasks.isUnknown) break;
      if (attempt === MAX_RETRIES || !isWorthRetrying(error)) throw error;
      await wait(POLL_INTERVAL_MS / 2, options.signal);
    }
  }
  await pollUntilEnded(tasks, options.signal);
  return tasks.states();
}

/**
 * Follows tasks that are already running, such as after a reload, by polling every two seconds.
 * @returns the last state of each task
 * @throws {ApiError} if a task is unknown, or tasks haven't changed for five minutes
 */
export async function followTasks(
  taskIds: readonly string[],
  options: { readonly signal?: AbortSignal; readonly onTask?: (task: TaskState) => void } = {},
): Promise<TaskState[]> {
  const tasks = new TaskTable(options.onTask ? { onTask: options.onTask } : {});
  tasks.apply({ task_ids: [...taskIds] });
  await pollUntilEnded(tasks, options.signal);
  return tasks.states();
}

const getFailureMessage = (options: { readonly failureMessage?: string }): string =>
  options.failureMessage ?? MESSAGES.removeBackgroundFailed;

/** Whether to retry a call: no answer, a busy server, or a stream that broke before its first event. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.code === 'QUEUE_TOO_LONG') return false;
  return isBusyStatus(error.status) || error.status === SERVICE_UNAVAILABLE;
}

/** Known states of the tasks of one call. */
class TaskTable {
  private readonly stateById = new Map<string, TaskState | null>();
  private heardAtMs = performance.now();
  private readonly listener: Pick<StreamedCallOptions<StreamName>, 'onTaskIds' | 'onTask'>;

  constructor(listener: Pick<StreamedCallOptions<StreamName>, 'onTaskIds' | 'onTask'>) {
    this.listener = listener;
  }

  get isUnknown(): boolean {
    return this.stateById.size === 0;
  }

  /** Time at which the client gives up. Waiting tasks report their place in the queue, so only silence counts. */
  get givesUpAtMs(): number {
    return this.heardAtMs + POLL_GIVE_UP_MS;
  }

  get openIds(): string[] {
    return [...this.stateById].filter(([, state]) => !state || !isTerminal(state.status)).map(([id]) => id);
  }

  states(): TaskState[] {
    return [...this.stateById.values()].filter((state) => state !== null);
  }

  apply(event: StreamEvent): void {
    if ('task_ids' in event) {
      if (!this.isUnknown) return;
      for (const id of event.task_ids) this.stateById.set(id, null);
      this.listener.onTaskIds?.(event.task_ids);
      return;
    }
    const before = this.stateById.get(event.task_id);
    // A terminal state is final, so a late poll or event changes nothing.
    if (before && isTerminal(before.status)) return;
    if (JSON.stringify(before) !== JSON.stringify(event)) this.heardAtMs = performance.now();
    const { error } = event;
    const task = error ? { ...event, error: { ...error, message: errorSentence(error) } } : event;
    this.stateById.set(event.task_id, task);
    this.listener.onTask?.(task);
  }
}

async function followStream<Name extends StreamName>(
  name: Name,
  options: StreamedCallOptions<Name>,
  tasks: TaskTable,
): Promise<void> {
  const silence = new AbortController();
  const signal = options.signal ? AbortSignal.any([silence.signal, options.signal]) : silence.signal;
  if (options.signal) isOfClick(signal, options.signal);
  const limitMs = () => Math.min(SILENCE_LIMIT_MS, Math.max(0, tasks.givesUpAtMs - performance.now()));
  let timer = setTimeout(() => silence.abort(), limitMs());
  try {
    const callOptions = { form: options.form, idempotencyKey: options.idempotencyKey };
    const response = await request(name, {
      ...(callOptions as EndpointOptions<Name>),
      signal,
    });
    if (!response.ok) throw await errorOfResponse(response, getFailureMessage(options));
    if (!response.body) return;
    for await (const data of readDataLines(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), limitMs());
      const event = parseEvent(data);
      if (event) tasks.apply(event);
      if (!tasks.isUnknown && tasks.openIds.length === 0) return;
    }
  } finally {
    clearTimeout(timer);
    // Aborts the request in case the server holds the stream open after the last task has ended.
    silence.abort();
  }
}

/** Parses the event in a data line; null for an event that this version doesn't know. */
function parseEvent(data: string): StreamEvent | null {
  try {
    const parsed = streamEventSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    // The line isn't JSON, such as a proxy's comment; polling recovers anything that was lost.
    return null;
  }
}

/**
 * Yields the text after `data:` of each complete line, wherever the chunks are split; skips other lines. Drops an
 * unfinished last line, because half a JSON text is useless.
 */
export async function* readDataLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function pollUntilEnded(tasks: TaskTable, signal: AbortSignal | undefined): Promise<void> {
  let failuresInARow = 0;
  while (tasks.openIds.length > 0) {
    if (performance.now() >= tasks.givesUpAtMs) throw new ApiError('TASK_TIMED_OUT', 0, MESSAGES.taskFailed);
    for (const taskId of tasks.openIds) {
      const isAnswered = await poll(tasks, taskId, signal);
      failuresInARow = isAnswered ? 0 : failuresInARow + 1;
    }
    if (tasks.openIds.length === 0) return;
    // Waits longer after failures, so that clients don't flood a recovering server.
    await wait(POLL_INTERVAL_MS * Math.min(1 + failuresInARow, 4), signal);
  }
}

/**
 * Reads the state of one task.
 * @returns false if no answer came, so that the caller should try again
 * @throws {ApiError} for an answer that won't change; the signal's reason
 */
async function poll(tasks: TaskTable, taskId: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    tasks.apply(await call('checkStatus', { query: { task_id: taskId }, ...(signal ? { signal } : {}) }));
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    if (!isWorthRetrying(error)) throw error;
    return false;
  }
}
