import { DEFAULT_INSTALLATION, DEFAULT_PRODUCT_SLUG, endpointPath, ENDPOINTS } from '@packshot/contract';
import type { EndpointName, Session, UploadTarget } from '@packshot/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { MailOrder } from '../platform/queue/job-queue.ts';
import { buildApp } from '../app/app.ts';
import type { HttpOptions } from '../app/http-options.ts';
import { fakeServices } from './http/fake-services.ts';
import { PLAIN_OPTIONS } from './http/plain-options.ts';
import { watchDocument } from './document-check.ts';
import { memoryLog } from './memory-log.ts';
import { startTestServices } from './test-services.ts';
import type { TestOptions } from './test-services.ts';

export interface ApiRequest {
  readonly body?: unknown;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly access?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

/**
 * Starts the HTTP server with the real services and a real database, in this process. Requests are injected without a
 * network.
 */
export async function startTestApi(
  options: TestOptions & Pick<HttpOptions, 'rateLimits' | 'heartbeatIntervalMs'> = {},
) {
  const services = await startTestServices(options);
  const log = memoryLog();
  const app = buildApp({
    ...PLAIN_OPTIONS,
    // Services that this test doesn't start are replaced by fake ones.
    services: { ...fakeServices(), ...services },
    logger: log.logger,
    installation: { ...DEFAULT_INSTALLATION, billing: options.hasBilling === false ? 'off' : 'on' },
    localObjects: { path: '/objects', gateway: services.objects },
    rateLimits: options.rateLimits ?? null,
    ...(options.heartbeatIntervalMs !== undefined && { heartbeatIntervalMs: options.heartbeatIntervalMs }),
  });

  const expectOnlyDocumented = watchDocument(app);

  const send = (name: EndpointName, request: ApiRequest = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: ENDPOINTS[name].method,
      url: endpointPath(name, DEFAULT_PRODUCT_SLUG, request.params),
      ...(request.query && { query: request.query }),
      headers: {
        'user-agent': 'test browser',
        ...(request.access !== undefined && { authorization: `Bearer ${request.access}` }),
        ...request.headers,
      },
      ...(request.body !== undefined && { payload: request.body as object }),
      remoteAddress: request.ip ?? '192.0.2.1',
    });

  return {
    app,
    services,
    log: log.text,
    send,
    /** Makes a request and returns the `data` of the response, which must be a success. */
    async data<T>(name: EndpointName, request: ApiRequest = {}): Promise<T> {
      const answer = await send(name, request);
      if (answer.statusCode >= 300) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
      return answer.json<{ data: T }>().data;
    },
    async guest(): Promise<Session> {
      const answer = await send('createGuestSession');
      return answer.json<{ data: Session }>().data;
    },
    async balance(access: string): Promise<{ generations: number; downloads: number }> {
      const generations = await send('getFreemiumCredits', { access });
      const downloads = await send('getDownloadCredits', { access });
      return {
        generations: generations.json<{ freemium_credits: number }>().freemium_credits,
        downloads: downloads.json<{ download_credits: number }>().download_credits,
      };
    },
    /** Sends queued mails as the worker does. */
    async deliverMails(): Promise<void> {
      const { rows } = await services.pool.query<{ data: MailOrder }>(
        `with taken as (
           delete from pgboss.job where name = 'mail' and state = 'created' returning data, created_on
         ) select data from taken order by created_on`,
      );
      for (const { data } of rows) await services.mailService.deliver(data);
    },
    /** Sends a file to an upload target as a browser does, and returns the response. */
    upload(target: UploadTarget, bytes: Uint8Array): Promise<LightMyRequestResponse> {
      const boundary = 'the-boundary';
      const fields = Object.entries(target.fields).map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
      return app.inject({
        method: 'POST',
        url: target.url,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      });
    },
    get: (url: string): Promise<LightMyRequestResponse> => app.inject({ method: 'GET', url }),
    async stop(): Promise<void> {
      await app.close();
      await services.stop();
      expectOnlyDocumented();
    },
  };
}
