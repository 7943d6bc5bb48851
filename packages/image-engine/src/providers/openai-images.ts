import type { EngineFailureCode } from '@packshot/contract';
import { z } from 'zod';
import { jsonBody, multipart, pngFile } from './http/multipart.ts';
import type { FormPart } from './http/multipart.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ImageProvider, ProviderCall } from './port.ts';
import { fromBase64, HEALTH_TIMEOUT_MS, createHttp, hostName, createProviderFrom } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { ERASE_PROMPT } from './words.ts';

const answerSchema = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });
const modelsSchema = z.object({ data: z.array(z.unknown()) });
const refusalSchema = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }),
});

const REFUSALS: Readonly<Record<string, EngineFailureCode>> = {
  moderation_blocked: 'ENGINE_MODERATED',
  content_policy_violation: 'ENGINE_MODERATED',
  insufficient_quota: 'ENGINE_OUT_OF_QUOTA',
  billing_hard_limit_reached: 'ENGINE_OUT_OF_QUOTA',
};

/**
 * True for OpenAI's GPT Image models, which always respond in base64 and reject the parameter `response_format`. Other
 * models need this parameter; without it, they respond with links.
 */
const answersInBase64 = (model: string): boolean => /^(gpt|chatgpt)-image/.test(model);

/**
 * Adapter for OpenAI's Images API, version 1: `POST /images/generations` (JSON) and `POST /images/edits` (multipart; a
 * mask is a PNG of the picture's size, transparent where the picture may change), `GET /models` as the health check.
 * Based on its API reference for GPT Image models and DALL·E 2, as of November 2026. LocalAI, stable-diffusion.cpp's
 * server and gateways implement this API too.
 */
export function createOpenAiImages(settings: ProviderSettings, waiting: ProviderTiming): ImageProvider {
  const model = settings.model ?? 'gpt-image-1.5';
  const http = createHttp(settings, waiting, {
    secretHeaders: settings.key === null ? {} : { authorization: `Bearer ${settings.key}` },
    readRefusal(_status, body) {
      const { error } = refusalSchema.safeParse(body).data ?? {};
      return REFUSALS[error?.code ?? ''] ?? REFUSALS[error?.type ?? ''];
    },
  });
  const format: readonly (readonly [string, string])[] = answersInBase64(model)
    ? [['output_format', 'png']]
    : [['response_format', 'b64_json']];

  const pictureIn = (json: unknown) => {
    const parsed = answerSchema.safeParse(json);
    const [first] = parsed.data?.data ?? [];
    if (first === undefined) throw http.failure('ENGINE_BAD_ANSWER', 'no picture in the answer');
    return { picture: fromBase64(first.b64_json) };
  };
  const generate = async (prompt: string, size: string, { signal }: ProviderCall) =>
    pictureIn(
      await http.json({
        method: 'POST',
        path: '/images/generations',
        body: jsonBody({ model, prompt, n: 1, size, ...Object.fromEntries(format) }),
        signal,
      }),
    );
  const edit = async (
    prompt: string,
    size: string,
    files: { images: readonly Uint8Array[]; mask?: Uint8Array },
    { signal }: ProviderCall,
  ) => {
    const field = files.images.length > 1 ? 'image[]' : 'image';
    const parts: (readonly [string, FormPart])[] = [
      ['model', model],
      ['prompt', prompt],
      ['n', '1'],
      ['size', size],
      ...format,
      ...files.images.map((image, i) => [field, pngFile(`image-${i + 1}`, image)] as const),
    ];
    if (files.mask !== undefined) parts.push(['mask', pngFile('mask', files.mask)]);
    return pictureIn(
      await http.json({ method: 'POST', path: '/images/edits', body: await multipart(parts), signal }),
    );
  };

  return createProviderFrom({
    settings: { ...settings, model },
    name: hostName(settings, 'Own picture server'),
    http,
    handlers: {
      'text-to-image': ({ prompt, widthPx, heightPx, reference }, call) =>
        reference === undefined
          ? generate(prompt, sizeText(widthPx, heightPx), call)
          : edit(
              `${prompt} Follow the colors, light and mood of the picture.`,
              sizeText(widthPx, heightPx),
              { images: [reference] },
              call,
            ),
      'product-background': ({ prompt, image, mask, widthPx, heightPx, reference }, call) =>
        edit(
          reference === undefined
            ? prompt
            : `${prompt} Follow the colors, light and mood of the second picture.`,
          sizeText(widthPx, heightPx),
          { images: reference === undefined ? [image] : [image, reference], mask },
          call,
        ),
      inpaint: ({ prompt, image, mask, widthPx, heightPx }, call) =>
        edit(prompt, sizeText(widthPx, heightPx), { images: [image], mask }, call),
      erase: ({ image, mask, widthPx, heightPx }, call) =>
        edit(ERASE_PROMPT, sizeText(widthPx, heightPx), { images: [image], mask }, call),
    },
    async checkHealth(signal) {
      const json = await http.json({ method: 'GET', path: '/models', signal, timeoutMs: HEALTH_TIMEOUT_MS });
      if (!modelsSchema.safeParse(json).success) throw http.failure('ENGINE_BAD_ANSWER', 'no list of models');
    },
  });
}

const sizeText = (widthPx: number, heightPx: number): string => `${widthPx}x${heightPx}`;
