import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openComfyEvents } from './comfyui-events.ts';
import type { ComfyEvents } from './comfyui-events.ts';
import { jsonBody, multipart, pngFile } from './http/multipart.ts';
import type { ProviderHttp } from './http/provider-http.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ProviderCall } from './port.ts';
import type { Workflow } from './workflow.ts';

const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().default('') });
const queuedSchema = z.object({ prompt_id: z.string().min(1).max(200) });
const fileSchema = z.object({ filename: z.string().min(1), subfolder: z.string(), type: z.string() });
const historySchema = z.record(
  z.string(),
  z.object({
    outputs: z.record(z.string(), z.looseObject({ images: z.array(fileSchema).optional() })),
    status: z
      .looseObject({ status_str: z.string().optional(), messages: z.array(z.unknown()).optional() })
      .optional(),
  }),
);

/** Folder for uploaded pictures on the ComfyUI server. */
const UPLOAD_FOLDER = 'packshot';
/** Interval between requests for the history, a fallback for servers whose events don't arrive. */
const HISTORY_POLL_MS = 1_000;
const INTERRUPT_TIMEOUT_MS = 3_000;

/** Input pictures of a workflow, as PNG, by the name of the placeholder. */
export type SentPictures = Readonly<Partial<Record<'image' | 'mask' | 'reference', Uint8Array>>>;

/** Runs workflows on a ComfyUI server: uploads pictures, queues the workflow, waits, downloads the result. */
export class ComfyClient {
  readonly #http: ProviderHttp;
  readonly #waiting: ProviderTiming;
  readonly #timeoutMs: number;

  /** @param timeoutMs time limit of a whole workflow, including the transfer of its pictures */
  constructor(http: ProviderHttp, waiting: ProviderTiming, timeoutMs: number) {
    this.#http = http;
    this.#waiting = waiting;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs a workflow; `workflowWith` builds it from the names of the uploaded pictures. Resolves to the first picture
   * of the result. When aborted, stops the workflow on the server as well.
   * @throws ProviderFailure, or the signal's reason when aborted
   */
  async run(
    workflowWith: (uploads: Readonly<Record<string, string>>) => Workflow,
    pictures: SentPictures,
    { signal, onProgress }: ProviderCall,
  ): Promise<Uint8Array> {
    const deadlineMs = this.#waiting.nowMs() + this.#timeoutMs;
    const uploads: Record<string, string> = {};
    for (const [field, png] of Object.entries(pictures)) {
      uploads[field] = await this.#upload(field, png, signal);
    }
    const prompt = workflowWith(uploads);
    const clientId = randomUUID();
    const events = openComfyEvents(this.#http.options, clientId);
    try {
      await events.opened;
      const promptId = await this.#queue(prompt, clientId, signal);
      try {
        return await this.#readResult(promptId, events, { signal, onProgress }, deadlineMs);
      } catch (error) {
        await this.#stop(promptId);
        throw error;
      }
    } finally {
      events.close();
    }
  }

  async #upload(name: string, png: Uint8Array, signal: AbortSignal): Promise<string> {
    const body = await multipart([
      // A unique name, so that two tasks never use each other's pictures.
      ['image', pngFile(`${name}-${randomUUID()}`, png)],
      ['type', 'input'],
      ['subfolder', UPLOAD_FOLDER],
    ]);
    const json = await this.#http.json({ method: 'POST', path: '/upload/image', body, signal });
    const uploaded = uploadedSchema.safeParse(json);
    if (!uploaded.success) throw this.#http.failure('ENGINE_BAD_ANSWER', 'no name of an upload');
    const { name: stored, subfolder } = uploaded.data;
    return subfolder === '' ? stored : `${subfolder}/${stored}`;
  }

  async #queue(prompt: Workflow, clientId: string, signal: AbortSignal): Promise<string> {
    const body = jsonBody({ prompt, client_id: clientId });
    const json = await this.#http.json({ method: 'POST', path: '/prompt', body, signal });
    const queued = queuedSchema.safeParse(json);
    if (!queued.success) throw this.#http.failure('ENGINE_BAD_ANSWER', 'no id of a prompt');
    return queued.data.prompt_id;
  }

  async #readResult(
    promptId: string,
    events: ComfyEvents,
    { signal, onProgress }: ProviderCall,
    deadlineMs: number,
  ): Promise<Uint8Array> {
    const http = this.#http;
    let ended: Promise<string | undefined> | undefined = events
      .watch(promptId, onProgress)
      .then((message) => {
        // The history may be written later, so it is polled further, but at intervals.
        ended = undefined;
        return message;
      });
    const path = `/history/${encodeURIComponent(promptId)}`;
    while (this.#waiting.nowMs() < deadlineMs) {
      const history = historySchema.safeParse(await http.json({ method: 'GET', path, signal }));
      if (!history.success) throw http.failure('ENGINE_BAD_ANSWER', 'no history');
      const historyEntry = history.data[promptId];
      if (historyEntry !== undefined) {
        if (historyEntry.status?.status_str === 'error') throw http.failure('ENGINE_FAILED', 'a node failed');
        const [file] = Object.values(historyEntry.outputs).flatMap(({ images = [] }) => images);
        if (file === undefined) throw http.failure('ENGINE_BAD_ANSWER', 'the workflow made no picture');
        return (await http.call({ method: 'GET', path: '/view', query: file, signal })).bytes;
      }
      const interval = this.#waiting.sleep(HISTORY_POLL_MS, signal);
      const message = await (ended === undefined ? interval : Promise.race([interval, ended]));
      if (typeof message === 'string') throw http.failure('ENGINE_FAILED', message);
    }
    throw http.failure('ENGINE_TIMED_OUT', 'the workflow did not end');
  }

  /** Removes the workflow from the queue and interrupts it; newer servers interrupt only this workflow. */
  async #stop(promptId: string): Promise<void> {
    const signal = AbortSignal.timeout(INTERRUPT_TIMEOUT_MS);
    const tell = (path: string, value: object) =>
      this.#http.call({ method: 'POST', path, body: jsonBody(value), signal }).catch(() => undefined);
    await Promise.race([
      Promise.all([tell('/queue', { delete: [promptId] }), tell('/interrupt', { prompt_id: promptId })]),
      pause(INTERRUPT_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }
}
