import { availableParallelism, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Run, StoredRecipe } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ROUTES, BODILESS } from '../../src/testing/http/all-routes.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { longestHoldUp } from '../../src/testing/held-up.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { createSender } from '../../src/testing/sender.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import {
  WORST_FORMS,
  WORST_JSON,
  WORST_LARGE_TEXTS,
  WORST_TABLES,
  worstFiles,
} from '../../src/testing/worst-bodies.ts';
import type { WorstBody } from '../../src/testing/worst-bodies.ts';

/** Maximum response time of /healthz while a large body is parsed, in milliseconds. */
const HOLD_UP_MAX_MS = 50;
const TRIES = 3;

let api: TestApi;
let port: number;
let access: string;
let secret: string;
let run: Run;
const sender = createSender();

beforeAll(async () => {
  api = await startTestApi();
  const { owner, key } = await newKeyOwner(api.services);
  secret = await key();
  access = await api.services.accessTokens.issue(owner);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const address = api.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const recipe = await api.data<StoredRecipe>('createRecipe', {
    access,
    body: { name: 'White', recipe: PLAIN_RECIPE },
  });
  run = await api.data<Run>('createRun', { access, body: { name: 'Autumn', recipe_id: recipe.id } });
});
afterAll(async () => {
  await sender.stop();
  await api.stop();
});

const isOfKeys = (path: string): boolean =>
  /^\/(?:v1|v1\.0|api|mcp)(?:\/|$)/.test(path) && !path.includes('openapi');
const buildHeaders = (path: string, type: string) => ({
  'content-type': type,
  accept: 'application/json, text/event-stream',
  ...(isOfKeys(path) ? { 'x-api-key': secret } : { authorization: `Bearer ${access}` }),
});
const pathTo = (route: string): string => route.replace(':row', '1').replace(/:\w+/g, run.id);

/** A body slightly larger than endpoints for small bodies accept. */
const SMALL = Buffer.from(`{"a":"${'a'.repeat(66_000)}"}`);
const REFUSED = /FST_ERR_CTP_|TOO_LARGE_BYTES|UNSUPPORTED_MEDIA_TYPE/;

/** Routes with a body, found by their contract; a test compares the list with the routes of the app. */
const ROUTES = ALL_ROUTES.filter((route) => !/^(?:GET|DELETE) /.test(route) && !BODILESS.has(route));

const getFileField = (route: string): string =>
  route.includes('/v1/') ? 'image' : route.includes('removebg') ? 'image_file' : 'file';

const bodiesFor = (route: string): readonly (readonly [string, readonly WorstBody[]])[] => [
  ['application/json', [...WORST_JSON, ...WORST_LARGE_TEXTS]],
  ['text/csv', WORST_TABLES],
  ['multipart/form-data; boundary=b', [...WORST_FORMS, ...worstFiles(getFileField(route))]],
];
/**
 * Whether a body is sent to a route in the usual run. Routes share their parsers, so each route gets the first body
 * and some of the others.
 */
const isUsual = (route: string, place: number): boolean =>
  process.env['THOROUGH_TESTS'] !== undefined ||
  place === 0 ||
  place % SHARES === ROUTES.indexOf(route) % SHARES;
const SHARES = 8;

async function takes(route: string, type: string): Promise<boolean> {
  const [method = '', pattern = ''] = route.split(' ');
  const answer = await api.app.inject({
    method: method as 'POST',
    url: pathTo(pattern),
    headers: buildHeaders(pattern, type),
    payload: SMALL,
  });
  expect(answer.statusCode, `${route} ${answer.body}`).not.toBe(401);
  return !REFUSED.test(answer.body);
}

async function measureHoldUp(route: string, { type, bytes }: WorstBody): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pathTo(pattern);
  const body = bytes();
  let best = Infinity;
  for (let tries = 0; tries < TRIES && best > HOLD_UP_MAX_MS; tries += 1) {
    await sender.prepare({ port, method, path, headers: buildHeaders(path, type), body });
    let answer = { status: 0, text: '' };
    const longest = await longestHoldUp(async () => {
      answer = await sender.send();
    });
    expect(answer.status, `${route} ${answer.text}`).not.toBe(500);
    best = Math.min(best, longest);
  }
  return best;
}

describe('a body over 64 kB', () => {
  it.each(ROUTES)('delays no other request for more than 50 ms: %s', async (route) => {
    const slow: Record<string, number> = {};
    for (const [type, bodies] of bodiesFor(route)) {
      if (!(await takes(route, type))) continue;
      for (const body of bodies.filter((_body, place) => isUsual(route, place))) {
        const longest = await measureHoldUp(route, body);
        if (longest > HOLD_UP_MAX_MS) slow[body.name] = longest;
      }
    }
    expect(slow).toEqual({});
  });
});

describe('a table file made to be slow to read', () => {
  const table = () => `/v1/catalogs/${run.id}/table`;
  const [worst = WORST_TABLES[0]] = WORST_TABLES;
  const post = (payload: Buffer, type: string) =>
    api.app.inject({ method: 'POST', url: table(), headers: buildHeaders(table(), type), payload });

  it('keeps /healthz within 50 ms, and leaves no memory behind', async () => {
    const isIdle = (loadavg()[0] ?? 1) < availableParallelism() / 8;
    const prober = createSender();
    const health = { port, method: 'GET', path: '/healthz', headers: {}, body: new Uint8Array() };
    await prober.prepare(health);
    const longestWait = async (isOver: () => boolean): Promise<number> => {
      let longest = 0;
      do {
        const before = performance.now();
        expect(await prober.send()).toMatchObject({ status: 200 });
        longest = Math.max(longest, performance.now() - before);
      } while (!isOver());
      return longest;
    };
    if (worst === undefined) throw new Error('There is no table');
    const body = worst.bytes();
    await sender.prepare({
      port,
      method: 'POST',
      path: table(),
      headers: buildHeaders(table(), worst.type),
      body,
    });
    const before = memoryInUse();
    let isOver = false;
    let wait = 0;
    let status = 0;
    const longest = await longestHoldUp(async () => {
      const sending = sender.send().finally(() => (isOver = true));
      wait = await longestWait(() => isOver);
      ({ status } = await sending);
    });
    await prober.stop();
    expect(status).toBe(422);
    expect(longest).toBeLessThan(HOLD_UP_MAX_MS);
    // On a busy machine, the response time depends on other programs, so it isn't checked.
    if (isIdle) expect(wait).toBeLessThan(HOLD_UP_MAX_MS);
    expect(memoryInUse() - before).toBeLessThan(10 * 1024 * 1024);
  });

  it('is refused with a time to retry when too many wait', async () => {
    const small = Buffer.from('sku,file\na,a.jpg\n');
    const answers = await Promise.all(Array.from({ length: 14 }, () => post(small, 'text/csv')));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    expect(refused).toHaveLength(4);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  });
});

/** Memory in use after a full garbage collection, in bytes. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
