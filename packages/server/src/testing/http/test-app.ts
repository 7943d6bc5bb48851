import { DEFAULT_PRODUCT_SLUG, endpointPath } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { buildApp } from '../../app/app.ts';
import { memoryLog } from '../memory-log.ts';
import type { HttpOptions } from '../../app/http-options.ts';
import { fakeObjects } from './fake-objects.ts';
import { fakeServices, TOKENS } from './fake-services.ts';
import { PLAIN_OPTIONS } from './plain-options.ts';

export const OBJECTS_PATH = '/objects';

/** Creates an app with fake services. `log()` returns all of its log lines, at the lowest level. */
export function testApp(overrides: Partial<HttpOptions> = {}) {
  const log = memoryLog();
  const services = fakeServices();
  const objects = fakeObjects();
  const app = buildApp({
    ...PLAIN_OPTIONS,
    services,
    logger: log.logger,
    localObjects: { path: OBJECTS_PATH, gateway: objects.gateway },
    ...overrides,
  });
  return { app, services, stored: objects.stored, log: log.text };
}

export const pathTo = (name: EndpointName): string => endpointPath(name, DEFAULT_PRODUCT_SLUG);

export const asAnn = { authorization: `Bearer ${TOKENS.ann}` };
export const asBob = { authorization: `Bearer ${TOKENS.bob}` };

/** Starts listening on a free local port. Returns the URL, without a trailing slash. */
export async function listen(app: ReturnType<typeof testApp>['app']): Promise<string> {
  return await app.listen({ host: '127.0.0.1', port: 0 });
}
