import { parseAspectRatio } from '@packshot/contract';
import { z } from 'zod';
import { multipart, pngFile } from './http/multipart.ts';
import type { FormPart } from './http/multipart.ts';
import type { HttpAnswer } from './http/exchange.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ImageProvider } from './port.ts';
import { HEALTH_TIMEOUT_MS, createHttp, createProviderFrom } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { NEGATIVE_PROMPT, RELIGHT_PROMPT } from './words.ts';

const refusalSchema = z.object({ name: z.string() });
const startedSchema = z.object({ id: z.string().min(1).max(200) });
const balanceSchema = z.object({ credits: z.number() });

/** Interval of polling for a result; a shorter one would exceed Stability's rate limit. */
const RESULT_POLL_MS = 10_000;
/** Maximum number of polls, which limits the wait for a result to five minutes. */
const MAX_POLLS = 30;
/** Converts a seed: Stability's seeds have 32 bits, and 0 would mean a random seed. */
const seedText = (seed: number): string => String(seed + 1);

/**
 * Adapter for Stability's REST API, version 2beta (`/v2beta/stable-image/…`, multipart; masks are white where the
 * picture may change). The result of "replace background and relight" is fetched from `/v2beta/results/{id}`, and the
 * account balance of version 1 is the health check. Based on its API reference as of November 2026.
 */
export function createStability(settings: ProviderSettings, waiting: ProviderTiming): ImageProvider {
  const http = createHttp(settings, waiting, {
    secretHeaders: settings.key === null ? {} : { authorization: `Bearer ${settings.key}` },
    readRefusal(_status, body) {
      const name = refusalSchema.safeParse(body).data?.name;
      if (name === 'content_moderation') return 'ENGINE_MODERATED';
      return name === 'payment_required' ? 'ENGINE_OUT_OF_QUOTA' : undefined;
    },
  });
  const send = async (
    service: string,
    accept: string,
    parts: readonly (readonly [string, FormPart])[],
    signal: AbortSignal,
  ) =>
    http.call({
      method: 'POST',
      path: `/v2beta/stable-image/${service}`,
      accept,
      body: await multipart([...parts, ['output_format', 'png']]),
      signal,
    });
  /**
   * Reads the picture of a response. Moderated content is a failure; Stability returns a blurred picture for it
   * instead of an error.
   */
  const pictureIn = ({ bytes, headers }: HttpAnswer) => {
    if (headers['finish-reason'] === 'CONTENT_FILTERED') {
      throw http.failure('ENGINE_MODERATED', 'the result was held back');
    }
    return { picture: bytes };
  };
  const ask = async (service: string, parts: readonly (readonly [string, FormPart])[], signal: AbortSignal) =>
    pictureIn(await send(service, 'image/*', parts, signal));

  async function relight(parts: readonly (readonly [string, FormPart])[], signal: AbortSignal) {
    const answer = await send('edit/replace-background-and-relight', 'application/json', parts, signal);
    const started = startedSchema.safeParse(parseJson(answer.bytes));
    if (!started.success) throw http.failure('ENGINE_BAD_ANSWER', 'no id of a generation');
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      await waiting.sleep(RESULT_POLL_MS, signal);
      const result = await http.call({
        method: 'GET',
        path: `/v2beta/results/${encodeURIComponent(started.data.id)}`,
        accept: 'image/*',
        signal,
      });
      if (result.status !== 202) return pictureIn(result);
    }
    throw http.failure('ENGINE_TIMED_OUT', 'the result did not come');
  }

  return createProviderFrom({
    settings: { ...settings, model: settings.model ?? 'stable-image-core' },
    name: 'Stability AI',
    http,
    handlers: {
      'text-to-image': ({ prompt, widthPx, heightPx, seed }, { signal }) =>
        ask(
          'generate/core',
          [
            ['prompt', prompt],
            ['negative_prompt', NEGATIVE_PROMPT],
            ['aspect_ratio', nearestAspectRatio(widthPx, heightPx)],
            ['seed', seedText(seed)],
          ],
          signal,
        ),
      'product-background': ({ prompt, image, seed, reference }, { signal }) =>
        relight(
          [
            ['subject_image', pngFile('subject', image)],
            ['background_prompt', prompt],
            ...(reference === undefined
              ? []
              : [['background_reference', pngFile('reference', reference)] as const]),
            ['negative_prompt', NEGATIVE_PROMPT],
            ['preserve_original_subject', '0.95'],
            ['seed', seedText(seed)],
          ],
          signal,
        ),
      relight: ({ image, seed }, { signal }) =>
        relight(
          [
            ['subject_image', pngFile('subject', image)],
            ['foreground_prompt', RELIGHT_PROMPT],
            ['keep_original_background', 'true'],
            ['preserve_original_subject', '0.8'],
            ['seed', seedText(seed)],
          ],
          signal,
        ),
      inpaint: ({ prompt, image, mask, seed }, { signal }) =>
        ask(
          'edit/inpaint',
          [
            ['image', pngFile('image', image)],
            ['mask', pngFile('mask', mask)],
            ['prompt', prompt],
            ['seed', seedText(seed)],
          ],
          signal,
        ),
      erase: ({ image, mask, seed }, { signal }) =>
        ask(
          'edit/erase',
          [
            ['image', pngFile('image', image)],
            ['mask', pngFile('mask', mask)],
            ['seed', seedText(seed)],
          ],
          signal,
        ),
      'remove-background': ({ image }, { signal }) =>
        ask('edit/remove-background', [['image', pngFile('image', image)]], signal),
      upscale: ({ image }, { signal }) => ask('upscale/fast', [['image', pngFile('image', image)]], signal),
    },
    async checkHealth(signal) {
      const json = await http.json({
        method: 'GET',
        path: '/v1/user/balance',
        signal,
        timeoutMs: HEALTH_TIMEOUT_MS,
      });
      const balance = balanceSchema.safeParse(json);
      if (!balance.success) throw http.failure('ENGINE_BAD_ANSWER', 'no balance');
      if (balance.data.credits <= 0) throw http.failure('ENGINE_OUT_OF_QUOTA', 'no credits are left');
    },
  });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Aspect ratio accepted by the API that is nearest to the requested one. */
function nearestAspectRatio(widthPx: number, heightPx: number): string {
  const ratios = ['1:1', '3:2', '2:3', '16:9', '9:16', '5:4', '4:5'] as const;
  const off = (ratio: string): number => Math.abs(Math.log(widthPx / heightPx / parseAspectRatio(ratio)));
  return ratios.toSorted((a, b) => off(a) - off(b))[0] ?? '1:1';
}
