import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../platform/clock.ts';
import { StripeBooks } from './books.ts';
import { Customers } from './customers.ts';
import { answerTo, refusal } from './endpoints.ts';
import type { StripeAnswer } from './endpoints.ts';
import { API_VERSION, MessageWriter } from './messages.ts';
import type { Json } from './objects.ts';

/*
 * A fake Stripe: the endpoints that we call, in the wire format of our API version (form-encoded requests, JSON
 * objects, errors), and messages signed by Stripe's own library. Refuses what Stripe would refuse: a wrong key, another
 * version, unknown ids in parameters. Customers' clicks and passing time are methods; each returns the messages that
 * Stripe would send, which a test can deliver in any order.
 */

export const DOUBLE_SECRET_KEY = 'sk_test_of_the_double';

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>;

interface StripeCall {
  readonly path: string;
  readonly params: URLSearchParams;
}

export async function startStripeDouble({ clock, webhookSecret }: { clock: Clock; webhookSecret: string }) {
  const books = new StripeBooks(clock);
  const messages = new MessageWriter(clock, webhookSecret, (prefix) => books.newId(prefix));
  const customers = new Customers(books, messages);
  const answered = new Map<string, Json>();
  const calls: StripeCall[] = [];
  let outage: 'none' | 'down' | 'hang-up' = 'none';

  function answer({ headers }: IncomingMessage, { path, params }: StripeCall): StripeAnswer {
    if (headers.authorization !== `Bearer ${DOUBLE_SECRET_KEY}`) {
      return refusal(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    if (headers['stripe-version'] !== API_VERSION) {
      return refusal(400, 'invalid_request_error', 'Another API version');
    }
    if (outage === 'down') return refusal(500, 'api_error', 'Down');
    const key = headers['idempotency-key'];
    const cachedAnswer = typeof key === 'string' ? answered.get(key) : undefined;
    if (cachedAnswer !== undefined) return { status: 200, body: cachedAnswer };
    const fresh = answerTo(books, path, params);
    if (typeof key === 'string' && fresh.status === 200) answered.set(key, fresh.body);
    return fresh;
  }

  const server = createServer((request, response) => {
    if (outage === 'hang-up') return void request.socket.destroy();
    void readCall(request).then((call) => {
      calls.push(call);
      const { status, body } = answer(request, call);
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': books.newId('req') });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    customers,
    messages,
    /** Calls that the fake Stripe received, in order. */
    calls,
    setOutage(next: typeof outage) {
      outage = next;
    },
    getSessionId: (checkoutUrl: string): string => new URL(checkoutUrl).pathname.split('/').at(-1) ?? '',
    sessionStatus: (id: string) => books.sessions.get(id)?.status,
    isCanceling: (subscriptionId: string): boolean => books.subscription(subscriptionId).cancelAtPeriodEnd,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<StripeCall> {
  const url = new URL(request.url ?? '/', 'http://double');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return {
    path: `${request.method} ${url.pathname}`,
    params: new URLSearchParams(request.method === 'POST' ? text : url.search),
  };
}
