import { WebSocket } from 'ws';
import { z } from 'zod';
import { assertPublicLiteral, publicLookup } from './http/addresses.ts';
import type { ProviderHttpOptions } from './http/provider-http.ts';

const eventSchema = z.object({
  type: z.string(),
  data: z.looseObject({
    prompt_id: z.string().optional(),
    value: z.number().optional(),
    max: z.number().optional(),
    exception_message: z.string().optional(),
  }),
});

/**
 * Subscription to a ComfyUI server's events about its work. If events are lost, progress reports are missing, but the
 * server's history still states the outcome.
 */
export type ComfyEvents = ReturnType<typeof openComfyEvents>;

const MAX_EVENT_BYTES = 8 * 1024 * 1024;

/**
 * Subscribes to a server's events under our client ID. A failed connection only means that no events arrive.
 * @throws PrivateAddressError for a non-public IP address, if private ones aren't allowed
 */
export function openComfyEvents(
  { baseUrl, secretHeaders, mayBePrivate, timeoutMs }: ProviderHttpOptions,
  clientId: string,
) {
  const url = new URL(`${baseUrl.pathname.replace(/(?<!\/)\/+$/, '')}/ws`, baseUrl);
  url.protocol = baseUrl.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('clientId', clientId);
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string | undefined>();
  let watched: { readonly promptId: string; readonly onProgress: (fraction: number) => void } | null = null;
  /** Workflows that progressed or ended before this client watched them, as on a server with a warm cache. */
  const reached = new Map<string, number>();
  const over = new Map<string, string | undefined>();

  const end = (promptId: string, message?: string): void => {
    over.set(promptId, message);
    if (watched?.promptId === promptId) ended.resolve(message);
  };
  const hear = (text: string): void => {
    const event = eventSchema.safeParse(parseEvent(text));
    const { prompt_id: promptId, value, max, exception_message: message } = event.data?.data ?? {};
    if (!event.success || promptId === undefined) return;
    switch (event.data.type) {
      case 'progress':
        if (value === undefined || max === undefined || max <= 0) break;
        reached.set(promptId, Math.min(1, value / max));
        if (watched?.promptId === promptId) watched.onProgress(Math.min(1, value / max));
        break;
      case 'execution_success':
        end(promptId);
        break;
      case 'execution_error':
        end(promptId, `a node failed: ${message ?? 'no reason given'}`.slice(0, 300));
        break;
      case 'execution_interrupted':
        end(promptId, 'it was interrupted');
        break;
    }
  };

  if (!mayBePrivate) assertPublicLiteral(url.hostname);
  const socket = new WebSocket(url, {
    headers: secretHeaders,
    followRedirects: false,
    handshakeTimeout: Math.min(timeoutMs, 5_000),
    maxPayload: MAX_EVENT_BYTES,
    ...(!mayBePrivate && { lookup: publicLookup() }),
  });
  socket.on('open', () => opened.resolve());
  socket.on('error', () => opened.resolve());
  socket.on('close', () => opened.resolve());
  socket.on('message', (data, isBinary) => {
    // Binary messages are preview pictures, which aren't used.
    if (!isBinary) hear((data as Buffer).toString('utf8'));
  });
  return {
    /** Resolves when the connection is open or has failed. */
    opened: opened.promise,
    /**
     * Reports the progress of one workflow. Resolves to an error message if the workflow fails or is interrupted, and
     * to undefined when it succeeds. Stays pending if the events stop.
     */
    watch(promptId: string, onProgress: (fraction: number) => void): Promise<string | undefined> {
      watched = { promptId, onProgress };
      const fraction = reached.get(promptId);
      if (fraction !== undefined) onProgress(fraction);
      if (over.has(promptId)) ended.resolve(over.get(promptId));
      return ended.promise;
    },
    close: (): void => socket.terminate(),
  };
}

function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
