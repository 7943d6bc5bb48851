import { z } from 'zod';
import { ComfyClient } from './comfyui-client.ts';
import type { SentPictures } from './comfyui-client.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ImageProvider, ProviderCall } from './port.ts';
import { HEALTH_TIMEOUT_MS, createHttp, createProviderFrom } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { ERASE_PROMPT, NEGATIVE_PROMPT, RELIGHT_PROMPT } from './words.ts';
import { fillIn, readWorkflow, WORKFLOW_NAMES } from './workflow.ts';
import type { Filling, Workflow, WorkflowName } from './workflow.ts';

const refusalSchema = z.object({ error: z.unknown(), node_errors: z.unknown() });

const DEFAULT_CHECKPOINT = 'sd_xl_base_1.0.safetensors';

/**
 * Adapter for ComfyUI's own API, version 0.3 and later: `POST /upload/image`, `POST /prompt` (a workflow in API
 * format), events at `/ws?clientId=`, `GET /history/{id}`, `GET /view`, `POST /interrupt` and `POST /queue` to cancel,
 * `GET /system_stats` as the health check. Based on its `server.py` and the examples beside it. The nodes for each
 * capability are data: see workflows/.
 * @throws Error for an operator's invalid workflow; the message names the file
 */
export function createComfyUi(settings: ProviderSettings, waiting: ProviderTiming): ImageProvider {
  const http = createHttp(settings, waiting, {
    // ComfyUI itself has no keys, but a proxy in front of it may require one.
    secretHeaders: settings.key === null ? {} : { authorization: `Bearer ${settings.key}` },
    readRefusal: (status, body) =>
      status === 400 && refusalSchema.safeParse(body).success ? 'ENGINE_REJECTED' : undefined,
  });
  const model = settings.model ?? DEFAULT_CHECKPOINT;
  // Reads all workflows at startup, so that errors in them reach the operator rather than a user.
  const workflows = new Map(
    WORKFLOW_NAMES.map((name) => [name, readWorkflow(name, settings.workflowsFolder)]),
  );
  const fillInWorkflow = (name: WorkflowName, filling: Filling): Workflow => {
    try {
      return fillIn(workflows.get(name) ?? {}, filling);
    } catch (error) {
      throw http.failure('ENGINE_FAILED', `the workflow ${name} asks for what it is not given`, error);
    }
  };

  const client = new ComfyClient(http, waiting, settings.timeoutMs);
  const make = async (name: WorkflowName, filling: Filling, pictures: SentPictures, call: ProviderCall) => {
    const workflowWith = (uploads: Filling) =>
      fillInWorkflow(name, { negative: NEGATIVE_PROMPT, model, ...filling, ...uploads });
    return { picture: await client.run(workflowWith, pictures, call) };
  };

  return createProviderFrom({
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
