import { z } from 'zod';
import { jsonBody } from './http/multipart.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ImageProvider, ProviderCall } from './port.ts';
import { fromBase64, HEALTH_TIMEOUT_MS, createHttp, createProviderFrom, toBase64 } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { ERASE_PROMPT, NEGATIVE_PROMPT } from './words.ts';

const answerSchema = z.object({ images: z.array(z.string().min(1)).min(1) });
const progressSchema = z.object({ progress: z.number() });

const PROGRESS_POLL_MS = 1_000;
const INTERRUPT_TIMEOUT_MS = 3_000;
const STEPS = 28;
const GUIDANCE = 6;
/** Blur of the mask's edge, in pixels at the size sent. */
const MASK_BLUR_PX = 4;
/** Initial content of the masked area for diffusion: the surrounding colors, or noise. */
const FILL_AROUND = 0;
const FILL_NOISE = 2;

/**
 * Adapter for the API of AUTOMATIC1111's Stable Diffusion web UI 1.10 (`/sdapi/v1/…`, JSON, pictures in base64, masks
 * white where the picture may change): `txt2img`, `img2img`, `progress`, `interrupt`, and `sd-models` as the health
 * check. Forge, SD.Next and stable-diffusion.cpp's server implement this API too; the last one reports no progress.
 * The key is `user:password` for basic authentication.
 */
export function createAutomatic1111(settings: ProviderSettings, waiting: ProviderTiming): ImageProvider {
  const http = createHttp(settings, waiting, {
    secretHeaders:
      settings.key === null ? {} : { authorization: `Basic ${Buffer.from(settings.key).toString('base64')}` },
  });
  const common = {
    negative_prompt: NEGATIVE_PROMPT,
    steps: STEPS,
    cfg_scale: GUIDANCE,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    ...(settings.model !== null && { override_settings: { sd_model_checkpoint: settings.model } }),
  };

  async function make(path: string, body: object, { signal, onProgress }: ProviderCall) {
    const completion = new AbortController();
    const stop = AbortSignal.any([signal, completion.signal]);
    const onAbort = () => void interrupt();
    signal.addEventListener('abort', onAbort, { once: true });
    void tellProgress(stop, onProgress);
    try {
      const json = await http.json({ method: 'POST', path, body: jsonBody({ ...common, ...body }), signal });
      const [first] = answerSchema.safeParse(json).data?.images ?? [];
      if (first === undefined) throw http.failure('ENGINE_BAD_ANSWER', 'no picture in the answer');
      return { picture: fromBase64(first) };
    } finally {
      completion.abort();
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Interrupts the job on the engine's server, because closing the connection doesn't stop it. */
  async function interrupt(): Promise<void> {
    const call = {
      method: 'POST',
      path: '/sdapi/v1/interrupt',
      signal: AbortSignal.timeout(INTERRUPT_TIMEOUT_MS),
    } as const;
    await http.call(call).catch(() => undefined);
  }

  /** Polls the progress until aborted or until a request fails, as on servers that report none. */
  async function tellProgress(signal: AbortSignal, onProgress: (fraction: number) => void): Promise<void> {
    try {
      for (;;) {
        await waiting.sleep(PROGRESS_POLL_MS, signal);
        const json = await http.json({
          method: 'GET',
          path: '/sdapi/v1/progress',
          query: { skip_current_image: 'true' },
          signal,
          timeoutMs: HEALTH_TIMEOUT_MS,
        });
        const progress = progressSchema.safeParse(json).data?.progress ?? 0;
        onProgress(Math.min(1, Math.max(0, progress)));
      }
    } catch {
      // Errors of polling are ignored: the main call reports whether the picture succeeds.
    }
  }

  const paint = (
    {
      image,
      mask,
      widthPx,
      heightPx,
      seed,
    }: { image: Uint8Array; mask: Uint8Array; widthPx: number; heightPx: number; seed: number },
    prompt: string,
    fill: number,
    call: ProviderCall,
  ) =>
    make(
      '/sdapi/v1/img2img',
      {
        prompt,
        init_images: [toBase64(image)],
        mask: toBase64(mask),
        mask_blur: MASK_BLUR_PX,
        inpainting_fill: fill,
        inpaint_full_res: false,
        inpainting_mask_invert: 0,
        denoising_strength: 1,
        width: widthPx,
        height: heightPx,
        seed,
      },
      call,
    );

  return createProviderFrom({
    settings,
    name: 'Stable Diffusion web UI',
    http,
    handlers: {
      'text-to-image': ({ prompt, widthPx, heightPx, seed }, call) =>
        make('/sdapi/v1/txt2img', { prompt, width: widthPx, height: heightPx, seed }, call),
      'product-background': (request, call) => paint(request, request.prompt, FILL_NOISE, call),
      inpaint: (request, call) => paint(request, request.prompt, FILL_AROUND, call),
      erase: (request, call) => paint(request, ERASE_PROMPT, FILL_AROUND, call),
    },
    async checkHealth(signal) {
      const json = await http.json({
        method: 'GET',
        path: '/sdapi/v1/sd-models',
        signal,
        timeoutMs: HEALTH_TIMEOUT_MS,
      });
      if (!Array.isArray(json)) throw http.failure('ENGINE_BAD_ANSWER', 'no list of models');
    },
  });
}
