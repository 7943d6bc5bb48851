import { randomUUID } from 'node:crypto';
import { isTerminal } from '@packshot/contract';
import type { ApiKey, Bucket, Session, TaskState, Webhook, WebhookDelivery } from '@packshot/contract';
import { DomainError } from '../../platform/domain-error.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Services } from '../../compat/services.ts';

/** Access tokens that the fake services accept. */
export const TOKENS = { ann: 'token-of-ann', bob: 'token-of-bob' } as const;

const CALLERS: Record<keyof typeof TOKENS, Caller> = {
  ann: caller(),
  bob: caller(),
};

function caller(): Caller {
  return { userId: randomUUID(), organizationId: randomUUID(), familyId: randomUUID(), role: 'guest' };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type FakeServices = { -readonly [K in Exclude<keyof Services, 'models'>]: Mutable<Services[K]> } & {
  models: Services['models'];
};

/** Creates services without a database, for tests of HTTP alone. A test replaces the method it checks. */
export function fakeServices(): FakeServices {
  const services: FakeServices = {
    sessions: {
      createGuest: async () => fakeSession(),
      refresh: async () => ({ access: 'next-access', refresh: 'next-refresh' }),
      logout: async () => {},
      authenticate: async (token) => {
        const name = (Object.keys(TOKENS) as (keyof typeof TOKENS)[]).find((key) => TOKENS[key] === token);
        if (name === undefined) throw new DomainError('UNAUTHENTICATED');
        return CALLERS[name];
      },
      currentUser: async () => {
        const { info, organization_detail, role, user_pilot_id } = fakeSession();
        return {
          user: info.user,
          organization_detail,
          role_detail: role,
          user_pilot_id,
          freemium_credits: 5,
          gcp_user_identity: null,
          is_email_verified: false,
          has_password: false,
          signs_pictures: true,
          language: 'en',
        };
      },
      list: async () => [],
      revoke: async () => {},
      revokeOthers: async () => {},
    },
    accounts: {
      authorization: async () => ({
        role: 'guest',
        plan: 'free',
        permissions: [],
        freemium_credits: 5,
        download_credits: 2,
      }),
      captchaChallenge: absent,
      register: async () => fakeSession(),
      login: async () => fakeSession(),
      signInOptions: () => ({ google: null }),
      signInSocially: async () => fakeSession(),
      signUpFromMarketplace: async () => '/sign-in',
      forgotPassword: async () => {},
      resetPassword: async () => fakeSession(),
      verifyEmail: async () => ({ email: 'ann@shop.example', granted: true }),
      resendVerification: async () => {},
      setEmail: async () => {},
      update: async () => services.sessions.currentUser(CALLERS.ann),
      delete: async () => {},
    },
    events: { options: () => ({ hosts: [], internal_domains: [], recipients: [] }), record: async () => {} },
    organizations: {
      read: async () => fakeOrganization(),
      rename: async () => fakeOrganization(),
      invite: async () => fakeOrganization(),
      withdraw: async () => fakeOrganization(),
      accept: async () => fakeSession(),
      changeRole: async () => fakeOrganization(),
      remove: async () => fakeOrganization(),
      leave: async () => fakeSession(),
      requestDemo: async () => randomUUID(),
    },
    apiKeys: {
      authenticate: async () => {
        throw new DomainError('KEY_INVALID');
      },
      describe: async () => ({ ...fakeApiKey(), left_this_month: null }),
      obstacleTo: async () => null,
      list: async () => [],
      create: async () => ({ ...fakeApiKey(), secret: 'pk_test_fake' }),
      update: async () => fakeApiKey(),
      rotate: async () => ({ ...fakeApiKey(), secret: 'pk_test_fake' }),
      revoke: async () => {},
    },
    apiUsage: {
      record: () => {},
      figures: async () => ({
        total: { calls: 0, errors: 0, p95_ms: null, credits: 0 },
        by_day: [],
        by_key: [],
        by_tool: [],
        last_calls: [],
      }),
    },
    buckets: {
      list: async () => ({ data: [], can_manage: true }),
      create: async () => fakeBucket(),
      update: async () => fakeBucket(),
      delete: async () => {},
      try: async () => fakeBucket(),
    },
    webhooks: {
      list: async () => [],
      create: async () => ({ ...fakeWebhook(), secret: 'whsec_fake' }),
      update: async () => fakeWebhook(),
      delete: async () => {},
      rotate: async () => ({ ...fakeWebhook(), secret: 'whsec_fake' }),
      test: async () => fakeDelivery(),
      deliveries: async () => ({ data: [fakeDelivery()], next_cursor: null }),
      replay: async () => fakeDelivery(),
    },
    credits: {
      freemiumCredits: async () => 5,
      downloadCredits: async () => ({ id: CALLERS.ann.userId, download_credits: 2 }),
      ledger: async () => ({ data: [], page: 1, has_more: false }),
    },
    billing: {
      details: async () => ({
        billing_mode: 'manual',
        currency: 'usd',
        prices: [],
        state: 'none',
        plan_id: null,
        plan_type: 'Free plan',
        credits: 0,
        current_period_start: null,
        current_period_end: null,
        cancel_at: null,
        grace_until: null,
        next_credits_at: null,
        owed_credits: 0,
        has_unlimited_generations: false,
        entitlements: [],
        can_manage: false,
      }),
      checkout: async () => ({ url: '/' }),
      portal: async () => ({ url: '/' }),
      invoices: async () => ({ data: [], page: 1, has_more: false }),
      receiveEvent: async () => {},
      demoCheckout: absent,
      actInDemo: absent,
    },
    uploadViews: { view: async () => ({ url: '' }) },
    uploads: {
      createTarget: async () => ({ url: '/objects', fields: { key: 'a/b' }, key: 'a/b' }),
      store: async () => {
        throw new DomainError('STORAGE_QUOTA');
      },
      find: async () => null,
      discard: async () => {},
      assertAwaited: async () => {},
      assertReadable: async () => {},
      noteArrival: async () => {},
    },
    publicJobs: {
      price: async () => 1,
      worksForFree: async () => false,
      start: async () => {
        throw new DomainError('OUT_OF_CREDITS');
      },
      storeImage: async () => {
        throw new DomainError('STORAGE_QUOTA');
      },
      read: async () => {
        throw new DomainError('JOB_NOT_FOUND');
      },
      list: async () => ({ jobs: [], hasMore: false }),
      watch: async function* () {},
      waitForJob: async () => null,
      stop: async () => {
        throw new DomainError('JOB_NOT_FOUND');
      },
      openPicture: () => Promise.reject(new Error('No pictures in tests')),
      payFor: async () => {},
      readPicture: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
      openResult: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
      readSmall: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
    },
    files: {
      downloadImage: async () => ({ id: CALLERS.ann.userId, download_credits: 1, url: '/objects/x' }),
      open: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
    },
    publicPictures: {
      inspect: async () => {
        throw new DomainError('UPLOAD_NOT_FOUND');
      },
      preview: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
      arrange: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
      resultKey: async () => {
        throw new DomainError('RESULT_NOT_FOUND');
      },
    },
    composedCutOuts: {
      make: async () => {
        throw new DomainError('OUT_OF_CREDITS');
      },
    },
    generations: {
      accept: async () => ({ taskIds: [randomUUID()], isReplay: false }),
      acceptPaid: async () => ({ taskIds: [randomUUID()], isReplay: false }),
      state: async () => {
        throw new DomainError('TASK_NOT_FOUND');
      },
      watch: async function* () {},
      reportShown: async (_caller, taskIds) => taskIds,
      cancel: async () => [],
    },
    records: {
      create: async () => [],
      list: async () => ({ data: [], page: 1, per_page: 20, total: 0, has_more: false }),
      read: absent,
      update: absent,
      delete: async () => {},
    },
    archives: {
      order: async () => ({ id: CALLERS.ann.userId, download_credits: 1, url: '/zip', cost: 1 }),
      orderExport: async () => ({ url: '/zip' }),
      open: async () => {
        throw new DomainError('ARCHIVE_EXPIRED');
      },
    },
    publicCatalogs: {
      listRecipes: async () => [],
      readRecipe: absent,
      createRecipe: absent,
      updateRecipe: absent,
      deleteRecipe: absent,
      list: async () => ({ data: [], has_more: false }),
      read: absent,
      create: absent,
      delete: absent,
      estimate: absent,
      change: absent,
      addItems: absent,
      listBuckets: async () => [],
      addFromBucket: absent,
      deliver: absent,
      addTable: absent,
      attachFiles: absent,
      listItems: absent,
      readItem: absent,
      replacePhoto: absent,
      review: absent,
      download: absent,
    },
    recipes: {
      list: async () => [],
      read: absent,
      versions: absent,
      create: absent,
      update: absent,
      delete: absent,
    },
    runs: {
      changeScene: absent,
      lookIntoBucket: absent,
      addFromBucket: absent,
      deliver: absent,
      list: async () => ({ data: [], has_more: false }),
      read: absent,
      create: absent,
      update: absent,
      delete: absent,
      estimate: absent,
      readStyle: absent,
      change: absent,
      addItems: absent,
      removeItems: absent,
      addTable: absent,
      attachFiles: absent,
      listItems: absent,
      openItem: absent,
      readItem: absent,
      replacePhoto: absent,
      review: absent,
      orderDownload: absent,
      download: absent,
      open: absent,
    },
    engines: { offers: async () => [] },
    prompts: { fromDescription: async () => ({ prompt: 'Marble table', suggestions: [] }) },
    references: {
      list: async () => [],
      picture: absent,
      studioSet: absent,
      setFile: absent,
    },
    health: { check: async () => ({ database: true, storage: true }) },
    operator: {
      isOperator: async () => false,
      figures: async () => {
        throw new DomainError('FORBIDDEN');
      },
    },
    models: async () => [],
  };
  return services;
}

const absent = async (): Promise<never> => {
  throw new DomainError('NOT_FOUND');
};

const fakeOrganization = () => ({
  id: CALLERS.ann.organizationId,
  name: 'Shop',
  members: [],
  invitations: [],
  can_manage: false,
});

const fakeApiKey = (): ApiKey => ({
  id: randomUUID(),
  name: 'Shop',
  mode: 'test',
  starts_with: 'pk_test_fake',
  scopes: ['images:read'],
  addresses: [],
  monthly_ceiling: null,
  spent_this_month: 0,
  expires_at: null,
  last_used_at: null,
  rotated_until: null,
  created_at: new Date(0).toISOString(),
  member: { user_id: CALLERS.ann.userId, name: 'Ann', is_you: true },
});

const fakeBucket = (): Bucket => ({
  id: randomUUID(),
  name: 'Shop',
  endpoint: null,
  region: 'us-east-1',
  bucket: 'shop-photos',
  folder: '',
  access_key_id: null,
  path_style: false,
  may_read: true,
  may_write: true,
  open_runs: 0,
  created_at: new Date().toISOString(),
  tried_at: null,
  problem: null,
});

const fakeWebhook = (): Webhook => ({
  id: randomUUID(),
  url: 'https://shop.example/hook',
  description: '',
  events: ['job.succeeded'],
  enabled: true,
  disabled_because: null,
  failing_since: null,
  rotated_until: null,
  created_at: new Date(0).toISOString(),
});

const fakeDelivery = (): WebhookDelivery => ({
  id: randomUUID(),
  event_id: randomUUID(),
  type: 'webhook.test',
  state: 'succeeded',
  tries: 1,
  created_at: new Date(0).toISOString(),
  last_tried_at: new Date(0).toISOString(),
  next_try_at: null,
  status: 204,
  problem: null,
  answer: '',
  duration_ms: 1,
  body: '{}',
});

function fakeSession(): Session {
  const organization = randomUUID();
  return {
    access: TOKENS.ann,
    refresh: 'refresh-of-ann',
    info: {
      user: {
        id: CALLERS.ann.userId,
        member_id: null,
        email: null,
        created_at: new Date(0).toISOString(),
        is_guest: true,
        was_guest_user: false,
        name: '',
        first_name: '',
        last_name: '',
        company_name: null,
        is_test_user: false,
      },
    },
    organization_detail: {
      id: organization,
      name: 'Guest',
      subscription_type: 'free',
      status: { id: 1, name: 'active' },
    },
    role: { id: 1, name: 'guest' },
    user_pilot_id: CALLERS.ann.userId,
    gcp_user_identity: null,
    freemium_credits: 5,
    device_token: null,
    was_guest_user: false,
    is_test_user: false,
    is_guest: true,
  };
}

/**
 * Creates a watch of tasks that yields the states that a test pushes. It ends with the last task, and stops when the
 * signal aborts.
 */
export function pushableWatch() {
  const queue: TaskState[] = [];
  let wake = () => {};
  const aborted: AbortSignal[] = [];
  return {
    push(state: TaskState) {
      queue.push(state);
      wake();
    },
    /** Signals of watches that were aborted. */
    aborted,
    watch: async function* (
      _caller: Caller,
      taskIds: readonly string[],
      signal: AbortSignal,
    ): AsyncGenerator<TaskState> {
      const open = new Set(taskIds);
      signal.addEventListener('abort', () => {
        aborted.push(signal);
        wake();
      });
      while (open.size > 0 && !signal.aborted) {
        const state = queue.shift();
        if (state === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (isTerminal(state.status)) open.delete(state.task_id);
        yield state;
      }
    },
  };
}
