/** Ends requests whose server sends nothing for a long time. */
import { PackshotError } from './errors.ts';

export interface SilenceLimit {
  /** Aborts when the server has sent nothing for the limit. */
  readonly signal: AbortSignal;
  /** Starts the limit anew, because the client begins to wait. */
  readonly start: () => void;
  readonly stop: () => void;
}

export function createSilenceLimit(limitMs: number): SilenceLimit {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    start() {
      stop();
      const error = new PackshotError('NETWORK', `The server has sent nothing for ${limitMs / 1000} s.`);
      timer = setTimeout(() => controller.abort(error), limitMs);
    },
    stop,
  };
}

/**
 * Returns the response with a body that applies the limit to each of its parts. The limit counts only while a part is
 * being read, so a slow reader can pause.
 */
export function withSilenceLimit(answer: Response, { signal, start, stop }: SilenceLimit): Response {
  if (answer.body === null) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        start();
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw signal.aborted ? signal.reason : error;
        } finally {
          stop();
        }
      },
      cancel(reason) {
        stop();
        return reader.cancel(reason);
      },
    },
    // Reads nothing ahead: the client may keep a body without reading it.
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
}
