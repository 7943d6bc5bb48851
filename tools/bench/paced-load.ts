import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PacedRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Pace {
  /** Number of requests per second, evenly spread. */
  readonly rate: number;
  /** Maximum number of requests in flight. */
  readonly connections: number;
}

export interface Latencies {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answers: number;
  /** Number of failed connections, and of responses other than 2xx. */
  readonly failures: number;
}

/**
 * Sends requests at an even pace and measures each from the moment when it was due, so that waiting behind late ones
 * counts. An even pace resembles a thousand tabs; load generators that send a second's requests at once measure a
 * queue that they cause themselves.
 * @param address the target, without a trailing slash
 */
export async function loadAtPace(
  address: string,
  { rate, connections }: Pace,
  seconds: number,
  requests: readonly PacedRequest[],
): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startMs = performance.now();
  const pending: Promise<number | null>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const dueMs = startMs + (count * 1000) / rate;
    const request = requests[count % requests.length];
    if (request === undefined) throw new RangeError('There is nothing to send.');
    // Timers are up to a millisecond late; all requests that are due by then are sent at once.
    while (performance.now() < dueMs) await sleep(1);
    pending.push(answerTimeMs(address, request, agent, dueMs));
  }
  const times = await Promise.all(pending);
  agent.destroy();
  const good = times.filter((time) => time !== null).toSorted((a, b) => a - b);
  const at = (share: number): number => good[Math.floor((good.length - 1) * share)] ?? Number.NaN;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    answers: good.length,
    failures: times.length - good.length,
  };
}

/** Milliseconds from when the request was due to the end of its response, or null if it failed. */
function answerTimeMs(
  address: string,
  { path, headers = {} }: PacedRequest,
  agent: Agent,
  dueMs: number,
): Promise<number | null> {
  return new Promise((resolve) => {
    const clientRequest = get(`${address}${path}`, { agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('error', () => resolve(null));
      answer.on('end', () => resolve(status >= 200 && status < 300 ? performance.now() - dueMs : null));
      answer.resume();
    });
    clientRequest.on('error', () => resolve(null));
  });
}
