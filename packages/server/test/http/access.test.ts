import { readFileSync } from 'node:fs';
import { DEFAULT_PRODUCT_SLUG, ENDPOINTS } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../src/platform/identity/access-tokens.ts';
import { deriveKey } from '../../src/platform/secrets/token-secrets.ts';
import { iterateEvents, newGuest } from '../../src/testing/api-client.ts';
import type { ApiClient, ApiCallOptions } from '../../src/testing/api-client.ts';
import { MEMBERS_ONLY, NAMES_A_THING, rightRequest } from '../../src/testing/endpoint-requests.ts';
import { SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
const BEARER_ENDPOINTS = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name) => ENDPOINTS[name].auth === 'bearer',
);

let product: RunningProduct;
let ann: ApiClient;
let bob: ApiClient;
/** Data of the user Ann, which the user Bob must never see. */
let annKey: string;
let annTask: string;
let annSession: string;

beforeAll(async () => {
  // No worker runs, so Ann's task stays queued and can be canceled.
  product = await startProduct();
  ann = await newGuest(product.address);
  bob = await newGuest(product.address);
  ({ key: annKey } = await ann.upload(PHOTO));
  const leaving = new AbortController();
  const response = await ann.cutOut(annKey, { signal: leaving.signal });
  for await (const event of iterateEvents(response)) {
    if ('task_ids' in event) annTask = event.task_ids[0] ?? '';
    break;
  }
  leaving.abort();
  const sessions = await ann.json<{ data: { id: string }[] }>('listSessions');
  annSession = sessions.data[0]?.id ?? '';
});
afterAll(() => product.stop());

const annsRequest = (name: EndpointName): ApiCallOptions =>
  rightRequest(name, {
    userId: ann.session.info.user.id,
    key: annKey,
    taskId: annTask,
    sessionId: annSession,
  });

async function tokens(): Promise<[string, string | null][]> {
  const session = { userId: ann.session.info.user.id, familyId: annSession };
  const issue = (secret: string, audience: string, at: Date) =>
    createAccessTokens(deriveKey(secret, 'access tokens'), audience, { now: () => at }).issue(session);
  const now = new Date();
  const [header, payload] = ann.session.access.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return [
    ['no token', null],
    ['garbage', 'garbage'],
    [
      'an expired one',
      await issue(SESSION_SECRET, DEFAULT_PRODUCT_SLUG, new Date(now.getTime() - 3_600_000)),
    ],
    ['one of another deployment', await issue(SESSION_SECRET, 'elsewhere', now)],
    ['one with another signature', await issue(`${SESSION_SECRET}!`, DEFAULT_PRODUCT_SLUG, now)],
    ['one without signature', `${none}.${payload}.`],
    ['one with another’s signature', `${header}.${payload}.${bob.session.access.split('.')[2]}`],
    ['a refresh token', ann.session.refresh],
  ];
}

describe('every endpoint that needs a token', () => {
  it.each(BEARER_ENDPOINTS)('%s refuses calls without a valid access token', async (name) => {
    for (const [what, access] of await tokens()) {
      const response = await ann.call(name, { ...annsRequest(name), access });
      expect(response.status, what).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it.each(BEARER_ENDPOINTS)('%s gives another user nothing that belongs to the owner', async (name) => {
    const response = await bob.call(name, annsRequest(name));
    if (MEMBERS_ONLY.has(name)) expect(response.status).toBe(403);
    else if (NAMES_A_THING.has(name)) expect(response.status).toBe(404);
    else expect(response.status).toBe(ENDPOINTS[name].successStatus);
    const text = await response.text();
    for (const secret of [
      ann.session.info.user.id,
      ann.session.organization_detail.id,
      annKey,
      annTask,
      annSession,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('leaves the owner’s data unchanged when another user calls it', async () => {
    expect(await ann.json('checkStatus', annsRequest('checkStatus'))).toMatchObject({ status: 'PENDING' });
    const before = await ann.balance();
    const canceled = await ann.json('cancel', annsRequest('cancel'));
    expect(canceled).toEqual({ cancelled: [annTask] });
    expect(await ann.balance()).toBe(before + 1);
  });
});

describe('malformed object keys', () => {
  it.each(['../../etc/passwd', 'uploads/../uploads/x', '/etc/passwd', 'a//b', '.hidden', 'results/x'])(
    '%s is refused as not found or invalid',
    async (key) => {
      for (const response of [
        await ann.cutOut(key),
        await ann.call('downloadImage', { json: { key } }),
        await fetch(`${product.address}/objects/${encodeURIComponent(key)}?expires=9999999999&signature=0`),
      ]) {
        expect([400, 403, 404]).toContain(response.status);
        expect(await response.text()).not.toContain('root:');
      }
    },
  );
});
