import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedTrackerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface TrackerAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** Handles a request as the real service does. A thrown error results in status 400. */
export type TrackerContract = (request: ReceivedTrackerRequest) => TrackerAnswer;

export type TrackerDouble = Awaited<ReturnType<typeof startTrackerDouble>>;

/**
 * Starts a fake analytics service that validates each request against the service's published format and stores
 * accepted ones.
 */
export async function startTrackerDouble(contract: TrackerContract) {
  const receivedRequests: ReceivedTrackerRequest[] = [];
  const outages: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://double');
      const outage = outages.shift();
      const answer = outage === undefined ? createAnswer(url, text) : { status: outage };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
    const createAnswer = (url: URL, body: string): TrackerAnswer => {
      try {
        const trackerRequest: ReceivedTrackerRequest = {
          method: request.method ?? '',
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: JSON.parse(body),
        };
        const answer = contract(trackerRequest);
        receivedRequests.push(trackerRequest);
        return answer;
      } catch (error) {
        return { status: 400, body: { error: String(error) } };
      }
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: receivedRequests,
    /** Answers the next request with this status and no body. */
    failNext: (status: number) => void outages.push(status),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
