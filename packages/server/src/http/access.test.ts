import { readFileSync } from 'node:fs';
import { DEFAULT_PRODUCT_SLUG, ENDPOINTS, TOOL_IDS } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../gateways/access-tokens.ts';
import { deriveKey } from '../gateways/token-secrets.ts';
import { eventsOf, newGuest } from '../testing/api-client.ts';
import type { ApiClient, CallOptions } from '../testing/api-client.ts';
import { SESSION_SECRET, startProduct } from '../testing/running-product.ts';
import type { RunningProduct } from '../testing/running-product.ts';

const PHOTO = readFileSync(new URL('../testing/fixtures/perfume.jpg', import.meta.url));
const BEARER_ENDPOINTS = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name) => ENDPOINTS[name].auth === 'bearer',
);

/** Requests that name a key or a task. */
const NAMES_ANNS_THINGS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'downloadImage',
  'removeBackground',
  'magic',
  'upscale',
  'refine',
  'exportPicture',
  'layers',
  'harmonize',
  'analyze',
  'generate',
  'checkStatus',
  'cancel',
  'revokeSession',
  'reportSuccess',
]);

/** What guests may not do at all, and Ann and Bob are guests. */
const MEMBERS_ONLY: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'updateUserDetails',
  'deleteAccount',
  'resendVerification',
  'getOrganization',
  'updateOrganization',
  'inviteMember',
  'withdrawInvitation',
  'acceptInvitation',
  'changeMemberRole',
  'removeMember',
  'leaveOrganization',
  'startCheckout',
  'openPortal',
  'listInvoices',
  'getDemoCheckout',
  'actInDemo',
  'createRecord',
  'bulkCreateRecords',
  'listRecords',
  'readRecord',
  'updateRecord',
  'deleteRecord',
  'orderArchive',
  'orderDataExport',
]);

let product: RunningProduct;
let ann: ApiClient;
let bob: ApiClient;
/** What Ann has and Bob must never see. */
let annKey: string;
let annTask: string;
let annSession: string;

beforeAll(async () => {
  // Without a worker: Ann's task stays queued, so that there is something to cancel.
  product = await startProduct();
  ann = await newGuest(product.address);
  bob = await newGuest(product.address);
  ({ key: annKey } = await ann.upload(PHOTO));
  const leaving = new AbortController();
  const response = await ann.removeBackground(annKey, { signal: leaving.signal });
  for await (const event of eventsOf(response)) {
    if ('task_ids' in event) annTask = event.task_ids[0] ?? '';
    break;
  }
  leaving.abort();
  const sessions = await ann.json<{ data: { id: string }[] }>('listSessions');
  annSession = sessions.data[0]?.id ?? '';
});
afterAll(() => product.stop());

/** A request that is right for Ann, for each endpoint that needs a token: a new endpoint needs a line here. */
function annsRequest(name: EndpointName): CallOptions {
  const requests: Partial<Record<EndpointName, CallOptions>> = {
    getUserDetails: {},
    updateUserDetails: { json: { first_name: 'Bob' } },
    deleteAccount: { json: {} },
    resendVerification: {},
    recordEvents: { json: { events: [{ name: 'page_viewed', at: new Date().toISOString() }] } },
    getOrganization: {},
    updateOrganization: { json: { name: 'Bob’s' } },
    inviteMember: { json: { email: 'bob@shop.example' } },
    withdrawInvitation: { params: { id: annSession } },
    acceptInvitation: { json: { token: 'A'.repeat(43) } },
    changeMemberRole: { params: { user_id: ann.session.info.user.id }, json: { role: 'member' } },
    removeMember: { params: { user_id: ann.session.info.user.id } },
    leaveOrganization: {},
    listSessions: {},
    revokeSession: { params: { id: annSession } },
    revokeOtherSessions: {},
    getFreemiumCredits: {},
    getDownloadCredits: {},
    downloadImage: { json: { key: annKey } },
    getAuthorisation: {},
    getLedger: { query: { ledger: 'freemium' } },
    getSubscriptionDetails: {},
    startCheckout: { json: { plan_id: 'lite-month' } },
    openPortal: {},
    listInvoices: {},
    getDemoCheckout: { query: { checkout_id: crypto.randomUUID() } },
    actInDemo: { json: { action: 'cancel' } },
    createUploadTarget: { method: 'POST', query: { object_name: '123456789012.png' } },
    removeBackground: { form: { image_s3: annKey, feature_type: String(TOOL_IDS.bgRemove) } },
    magic: {
      form: { image_s3: annKey, mask_s3: annKey, feature_type: String(TOOL_IDS.magicTool) },
    },
    upscale: { form: { image_s3: annKey, value: '2', feature_type: String(TOOL_IDS.upscale) } },
    refine: {
      form: { image_s3: annKey, matte_s3: annKey, mask_s3: annKey, feature_type: String(TOOL_IDS.bgRemove) },
    },
    exportPicture: {
      form: {
        image_s3: annKey,
        digital_source_type: 'composite',
        feature_type: String(TOOL_IDS.default),
      },
    },
    layers: { form: { image_s3: annKey, feature_type: String(TOOL_IDS.product) } },
    harmonize: {
      form: { image_s3: annKey, mask_s3: annKey, feature_type: String(TOOL_IDS.harmonize) },
    },
    analyze: { form: { image_s3: annKey, feature_type: String(TOOL_IDS.default) } },
    generate: { form: { image_s3: annKey, feature_type: String(TOOL_IDS.product) } },
    listEngines: {},
    descriptionToPrompt: { json: { description: 'A glossy red mug.' } },
    checkStatus: { query: { task_id: annTask } },
    cancel: { json: { task_ids: [annTask] } },
    createRecord: { form: { tool_type: String(TOOL_IDS.bgRemove), output_image_url_key: annKey } },
    bulkCreateRecords: {
      json: { records: [{ tool_type: TOOL_IDS.bgRemove, output_image_url_key: annKey }] },
    },
    listRecords: {},
    readRecord: { params: { id: annTask } },
    updateRecord: { params: { id: annTask }, json: { starred: true } },
    deleteRecord: { params: { id: annTask } },
    orderArchive: { json: { record_ids: [annTask] } },
    orderDataExport: {},
    reportSuccess: { json: { task_ids: [annTask] } },
  };
  const request = requests[name];
  if (request === undefined) throw new Error(`Say what a request of ${name} looks like`);
  return request;
}

async function tokens(): Promise<[string, string | null][]> {
  const caller = {
    userId: ann.session.info.user.id,
    organizationId: ann.session.organization_detail.id,
    familyId: crypto.randomUUID(),
    role: 'guest' as const,
  };
  const issue = (secret: string, audience: string, at: Date) =>
    createAccessTokens(deriveKey(secret, 'access tokens'), audience, { now: () => at }).issue(caller);
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
    ['one signed by somebody else', await issue(`${SESSION_SECRET}!`, DEFAULT_PRODUCT_SLUG, now)],
    ['one without signature', `${none}.${payload}.`],
    ['one with another’s signature', `${header}.${payload}.${bob.session.access.split('.')[2]}`],
    ['a refresh token', ann.session.refresh],
  ];
}

describe('every endpoint that needs a token', () => {
  it.each(BEARER_ENDPOINTS)('%s refuses whoever is not Ann', async (name) => {
    for (const [what, access] of await tokens()) {
      const response = await ann.call(name, { ...annsRequest(name), access });
      expect(response.status, what).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it.each(BEARER_ENDPOINTS)('%s gives Bob nothing of Ann’s', async (name) => {
    const response = await bob.call(name, annsRequest(name));
    if (MEMBERS_ONLY.has(name)) expect(response.status).toBe(403);
    else if (NAMES_ANNS_THINGS.has(name)) expect(response.status).toBe(404);
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

  it('has done nothing to Ann', async () => {
    expect(await ann.json('checkStatus', annsRequest('checkStatus'))).toMatchObject({ status: 'PENDING' });
    const before = await ann.balance();
    const cancelled = await ann.json('cancel', annsRequest('cancel'));
    expect(cancelled).toEqual({ cancelled: [annTask] });
    expect(await ann.balance()).toBe(before + 1);
  });
});

describe('keys that are no keys', () => {
  it.each(['../../etc/passwd', 'uploads/../uploads/x', '/etc/passwd', 'a//b', '.hidden', 'results/x'])(
    '%s is not found or not valid',
    async (key) => {
      for (const response of [
        await ann.removeBackground(key),
        await ann.call('downloadImage', { json: { key } }),
        await fetch(`${product.address}/objects/${encodeURIComponent(key)}?expires=9999999999&signature=0`),
      ]) {
        expect([400, 403, 404]).toContain(response.status);
        expect(await response.text()).not.toContain('root:');
      }
    },
  );
});
