import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openComfyEvents } from './comfyui-events.ts';
import type { ComfyEvents } from './comfyui-events.ts';
import { jsonBody, multipart, pngFile } from './http/multipart.ts';
import type { Waiting } from './http/waiting.ts';
import type { ImageProvider, ProviderCall } from './port.ts';
import { HEALTH_TIMEOUT_MS, httpOf, providerOf } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { ERASE_PROMPT, NEGATIVE_PROMPT, RELIGHT_PROMPT } from './words.ts';
import { filled, readWorkflow, WORKFLOW_NAMES } from './workflow.ts';
import type { Filling, Workflow, WorkflowName } from './workflow.ts';

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
const refusalSchema = z.object({ error: z.unknown(), node_errors: z.unknown() });

/** Where pictures that are sent wait on the server. */
const UPLOAD_FOLDER = 'packshot';
/** Events tell when it is over; this is behind them, and for servers whose events do not come through. */
const HISTORY_POLL_MS = 1_000;
const INTERRUPT_TIMEOUT_MS = 3_000;
const DEFAULT_CHECKPOINT = 'sd_xl_base_1.0.safetensors';

/**
 * ComfyUI's own API, version 0.3 and later: `POST /upload/image`, `POST /prompt` (a workflow in API format), events at `/ws?clientId=`,
 * `GET /history/{id}`, `GET /view`, `POST /interrupt` and `POST /queue` to cancel, `GET /system_stats` as a sign of life. Read from its
 * `server.py` and the examples beside it. What is made by which nodes is data: see workflows/. Throws Error for an operator's workflow that
 * is none; the message names the file.
 */
export function createComfyUi(settings: ProviderSettings, waiting: Waiting): ImageProvider {
  const http = httpOf(settings, waiting, {
    // ComfyUI knows no keys; a proxy in front of it may.
    secretHeaders: settings.key === null ? {} : { authorization: `Bearer ${settings.key}` },
    readRefusal: (status, body) =>
      status === 400 && refusalSchema.safeParse(body).success ? 'ENGINE_REJECTED' : undefined,
  });
  const model = settings.model ?? DEFAULT_CHECKPOINT;
  // Read at once: what is wrong with one is said when the server starts, not to a user.
  const workflows = new Map(
    WORKFLOW_NAMES.map((name) => [name, readWorkflow(name, settings.workflowsFolder)]),
  );
  const filledIn = (name: WorkflowName, filling: Filling): Workflow => {
    try {
      return filled(workflows.get(name) ?? {}, filling);
    } catch (error) {
      throw http.failure('ENGINE_FAILED', `the workflow ${name} asks for what it is not given`, error);
    }
  };

  async function upload(name: string, png: Uint8Array, signal: AbortSignal): Promise<string> {
    const body = await multipart([
      // A name of its own: two tasks must not work on each other's pictures.
      ['image', pngFile(`${name}-${randomUUID()}`, png)],
      ['type', 'input'],
      ['subfolder', UPLOAD_FOLDER],
    ]);
    const uploaded = uploadedSchema.safeParse(
      await http.json({ method: 'POST', path: '/upload/image', body, signal }),
    );
    if (!uploaded.success) throw http.failure('ENGINE_BAD_ANSWER', 'no name of an upload');
    const { name: stored, subfolder } = uploaded.data;
    return subfolder === '' ? stored : `${subfolder}/${stored}`;
  }

  async function make(
    name: WorkflowName,
    filling: Filling,
    pictures: Readonly<Partial<Record<'image' | 'mask' | 'reference', Uint8Array>>>,
    { signal, onProgress }: ProviderCall,
  ) {
    const deadlineMs = waiting.nowMs() + settings.timeoutMs;
    const uploads: Record<string, string> = {};
    for (const [field, png] of Object.entries(pictures)) uploads[field] = await upload(field, png, signal);
    const prompt = filledIn(name, { negative: NEGATIVE_PROMPT, model, ...filling, ...uploads });
    const clientId = randomUUID();
    const events = openComfyEvents(http.options, clientId);
    try {
      await events.opened;
      const body = jsonBody({ prompt, client_id: clientId });
      const queued = queuedSchema.safeParse(
        await http.json({ method: 'POST', path: '/prompt', body, signal }),
      );
      if (!queued.success) throw http.failure('ENGINE_BAD_ANSWER', 'no id of a prompt');
      const promptId = queued.data.prompt_id;
      try {
        return { picture: await resultOf(promptId, events, { signal, onProgress }, deadlineMs) };
      } catch (error) {
        await stop(promptId);
        throw error;
      }
    } finally {
      events.close();
    }
  }

  async function resultOf(
    promptId: string,
    events: ComfyEvents,
    { signal, onProgress }: ProviderCall,
    deadlineMs: number,
  ): Promise<Uint8Array> {
    const fault = events.watch(promptId, onProgress);
    while (waiting.nowMs() < deadlineMs) {
      const json = await http.json({
        method: 'GET',
        path: `/history/${encodeURIComponent(promptId)}`,
        signal,
      });
      const history = historySchema.safeParse(json);
      if (!history.success) throw http.failure('ENGINE_BAD_ANSWER', 'no history');
      const done = history.data[promptId];
      if (done !== undefined) {
        if (done.status?.status_str === 'error') throw http.failure('ENGINE_FAILED', 'a node failed');
        const [file] = Object.values(done.outputs).flatMap(({ images = [] }) => images);
        if (file === undefined) throw http.failure('ENGINE_BAD_ANSWER', 'the workflow made no picture');
        return (await http.call({ method: 'GET', path: '/view', query: file, signal })).bytes;
      }
      const message = await Promise.race([waiting.sleep(HISTORY_POLL_MS, signal), fault]);
      if (typeof message === 'string') throw http.failure('ENGINE_FAILED', message);
    }
    throw http.failure('ENGINE_TIMED_OUT', 'the workflow did not end');
  }

  /** Takes it out of the queue, or out of the middle of its work. Newer servers stop that prompt alone. */
  async function stop(promptId: string): Promise<void> {
    const signal = AbortSignal.timeout(INTERRUPT_TIMEOUT_MS);
    const tell = (path: string, value: object) =>
      http.call({ method: 'POST', path, body: jsonBody(value), signal }).catch(() => undefined);
    await Promise.race([
      Promise.all([tell('/queue', { delete: [promptId] }), tell('/interrupt', { prompt_id: promptId })]),
      pause(INTERRUPT_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  return providerOf({
    settings: { ...settings, model },
    name: 'ComfyUI',
    http,
    handlers: {
      'text-to-image': ({ prompt, widthPx: width, heightPx: height, seed, reference }, call) =>
        make(
          reference === undefined ? 'text-to-image' : 'text-to-image.reference',
          { prompt, width, height, seed },
          reference === undefined ? {} : { reference },
          call,
        ),
      'product-background': (
        { prompt, image, mask, widthPx: width, heightPx: height, seed, reference },
        call,
      ) =>
        make(
          reference === undefined ? 'product-background' : 'product-background.reference',
          { prompt, width, height, seed },
          { image, mask, ...(reference !== undefined && { reference }) },
          call,
        ),
      inpaint: ({ prompt, image, mask, widthPx: width, heightPx: height, seed }, call) =>
        make('inpaint', { prompt, width, height, seed }, { image, mask }, call),
      erase: ({ image, mask, widthPx: width, heightPx: height, seed }, call) =>
        make('erase', { prompt: ERASE_PROMPT, width, height, seed }, { image, mask }, call),
      upscale: ({ image, widthPx: width, heightPx: height, seed }, call) =>
        make('upscale', { width, height, seed }, { image }, call),
      relight: ({ image, mask, widthPx: width, heightPx: height, seed }, call) =>
        make('relight', { prompt: RELIGHT_PROMPT, width, height, seed }, { image, mask }, call),
    },
    async checkHealth(signal) {
      await http.json({ method: 'GET', path: '/system_stats', signal, timeoutMs: HEALTH_TIMEOUT_MS });
    },
  });
}
