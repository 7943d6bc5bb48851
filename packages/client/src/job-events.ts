/** Reads server-sent events (WHATWG HTML, section 9.2), as far as the API sends them. */
import { PackshotError } from './errors.ts';
import type { Job } from './generated.ts';

/** Comments come every 15 s; a connection that brings nothing for longer is dead. */
const SILENCE_MAX_MS = 60_000;

/** The job whenever it changes. Ends with the stream. */
export async function* jobsIn(answer: Response, signal: AbortSignal): AsyncGenerator<Job> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), signal);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split(/\r?\n\r?\n/);
      text = events.pop() ?? '';
      for (const event of events) {
        const job = jobOf(event);
        if (job !== null) yield job;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function jobOf(event: string): Job | null {
  const lines = event.split(/\r?\n/);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length));
  return data.length === 0 ? null : (JSON.parse(data.join('\n')) as Job);
}

async function withinSilence<Value>(next: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const abort = (): void => stop(signal.reason);
  const timer = setTimeout(
    () => stop(new PackshotError('NETWORK', 'The connection has gone silent.')),
    SILENCE_MAX_MS,
  );
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([next, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
