import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PacedRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Pace {
  /** Requests a second, evenly spread. */
  readonly rate: number;
  /** How many of them may be on their way at once. */
  readonly connections: number;
}

export interface Latencies {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answers: number;
  /** Connections that failed, and answers other than 2xx. */
  readonly failures: number;
}

/**
 * Sends requests in turn at an even pace and measures each from the moment it was due: what waits because others are late
 * counts as waiting. Evenly, because a thousand tabs are; load generators that send a second's requests at its beginning
 * measure that crowd of their own making.
 * @param address where to, without a slash at its end
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
    // Timers come late by up to a millisecond; whatever is due by then goes out at once.
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

/** From when the request was due to the end of its answer; null when it failed. */
function answerTimeMs(
  address: string,
  { path, headers = {} }: PacedRequest,
  agent: Agent,
  dueMs: number,
): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = get(`${address}${path}`, { agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('error', () => resolve(null));
      answer.on('end', () => resolve(status >= 200 && status < 300 ? performance.now() - dueMs : null));
      answer.resume();
    });
    asked.on('error', () => resolve(null));
  });
}
