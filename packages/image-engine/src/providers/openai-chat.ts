import { DESCRIPTION_MAX_LENGTH, SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract';
import { z } from 'zod';
import { jsonBody } from './http/multipart.ts';
import type { ProviderTiming } from './http/waiting.ts';
import type { ImageProvider } from './port.ts';
import { HEALTH_TIMEOUT_MS, createHttp, hostName, createProviderFrom, toBase64 } from './provider.ts';
import type { ProviderSettings } from './provider.ts';
import { DESCRIBE_INSTRUCTION, promptAssistInstruction } from './words.ts';

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});
const scenesSchema = z.object({
  prompt: z.string().trim().min(1),
  suggestions: z.array(z.string().trim().min(1)).min(1),
});
const modelsSchema = z.object({ data: z.array(z.unknown()) });
const refusalSchema = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }),
});

/**
 * Adapter for OpenAI's Chat Completions API, version 1 (`POST /chat/completions` with text and a picture as a data
 * URL; `GET /models` as the health check), following its API reference of November 2026. Ollama, llama.cpp's server,
 * vLLM and most vendors implement this API too. Requests set no length limit or temperature, because models disagree
 * on the parameter names.
 */
export function createOpenAiChat(settings: ProviderSettings, waiting: ProviderTiming): ImageProvider {
  const model = settings.model ?? 'gpt-4.1-mini';
  const http = createHttp(settings, waiting, {
    secretHeaders: settings.key === null ? {} : { authorization: `Bearer ${settings.key}` },
    readRefusal(_status, body) {
      const { error } = refusalSchema.safeParse(body).data ?? {};
      if (error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota')
        return 'ENGINE_OUT_OF_QUOTA';
      return error?.code === 'content_policy_violation' ? 'ENGINE_MODERATED' : undefined;
    },
  });

  async function ask(messages: readonly object[], rest: object, signal: AbortSignal): Promise<string> {
    const json = await http.json({
      method: 'POST',
      path: '/chat/completions',
      body: jsonBody({ model, messages, stream: false, ...rest }),
      signal,
    });
    const [choice] = answerSchema.safeParse(json).data?.choices ?? [];
    if (choice === undefined) throw http.failure('ENGINE_BAD_ANSWER', 'no choice in the answer');
    if (choice.finish_reason === 'content_filter' || (choice.message.refusal ?? '') !== '') {
      throw http.failure('ENGINE_MODERATED', 'the model declined');
    }
    return choice.message.content ?? '';
  }

  return createProviderFrom({
    settings: { ...settings, model },
    name: hostName(settings, 'Own language model'),
    http,
    handlers: {
      async describe({ image }, { signal }) {
        const answer = await ask(
          [
            { role: 'system', content: DESCRIBE_INSTRUCTION },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Describe this product.' },
                { type: 'image_url', image_url: { url: `data:image/png;base64,${toBase64(image)}` } },
              ],
            },
          ],
          {},
          signal,
        );
        const text = plain(answer, DESCRIPTION_MAX_LENGTH);
        if (text === '') throw http.failure('ENGINE_BAD_ANSWER', 'nothing was said');
        return { text };
      },
      async 'prompt-assist'({ description, suggestions }, { signal }) {
        const answer = await ask(
          [
            { role: 'system', content: promptAssistInstruction(suggestions) },
            { role: 'user', content: description },
          ],
          { response_format: { type: 'json_object' } },
          signal,
        );
        const scenes = scenesSchema.safeParse(extractJson(answer));
        if (!scenes.success) throw http.failure('ENGINE_BAD_ANSWER', 'not the scenes that were asked for');
        return {
          prompt: plain(scenes.data.prompt, SCENE_PROMPT_MAX_LENGTH),
          suggestions: scenes.data.suggestions
            .slice(0, suggestions)
            .map((text) => plain(text, SCENE_PROMPT_MAX_LENGTH)),
        };
      },
    },
    async checkHealth(signal) {
      const json = await http.json({ method: 'GET', path: '/models', signal, timeoutMs: HEALTH_TIMEOUT_MS });
      if (!modelsSchema.safeParse(json).success) throw http.failure('ENGINE_BAD_ANSWER', 'no list of models');
    },
  });
}

/**
 * Maximum number of characters that are read of a response, more than any expected one has, including reasoning; the
 * rest is ignored.
 */
const LONGEST_ANSWER = 200_000;
const [REASONING_BEGIN, REASONING_END] = ['<think>', '</think>'];

/** Removes the reasoning that some models emit before their answer; reasoning without an end tag is kept as text. */
function withoutReasoning(answer: string): string {
  const text = answer.slice(0, LONGEST_ANSWER);
  let visibleText = '';
  let at = 0;
  for (;;) {
    const from = text.indexOf(REASONING_BEGIN, at);
    const to = from === -1 ? -1 : text.indexOf(REASONING_END, from);
    if (to === -1) return visibleText + text.slice(at);
    visibleText += `${text.slice(at, from)} `;
    at = to + REASONING_END.length;
  }
}

/** Reduces a model's answer to one line without reasoning, markup or control characters, truncated between words. */
function plain(text: string, maxLength: number): string {
  const line = withoutReasoning(text)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(/[*_#`]+/g, '')
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength);
  const lastSpace = cut.lastIndexOf(' ');
  return lastSpace === -1 ? cut : cut.slice(0, lastSpace);
}

/** Extracts the JSON from a model's answer, which may have text or a code fence around it; null without JSON. */
function extractJson(text: string): unknown {
  const reply = withoutReasoning(text);
  try {
    return JSON.parse(reply.slice(Math.max(0, reply.indexOf('{')), reply.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
