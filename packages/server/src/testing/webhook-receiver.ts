import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Answering = (response: ServerResponse, received: Received) => void;

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a developer's server that records the webhook requests it receives. */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  let answerRequest: Answering = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>;
      const each = { id: headers['webhook-id'] ?? '', body, headers };
      received.push(each);
      answerRequest(response, each);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}/hook`,
    received,
    answer(how: Answering | number): void {
      answerRequest = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Parses a webhook's body with the published library of Standard Webhooks. Throws if the signature doesn't match this
 * secret.
 */
export const verifyDelivery = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers);
