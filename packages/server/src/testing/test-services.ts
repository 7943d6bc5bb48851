import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeTask,
  magicFormSchema,
  sceneFormSchema,
  TOOL_IDS,
  GUEST_RETENTION_DAYS,
} from '@packshot/contract';
import type {
  DescribeInput,
  EngineChoice,
  HarmonizeInput,
  RefineInput,
  TaskForm,
  ToolId,
  UpscaleFactor,
  UpscaleInput,
  UpscaleMode,
} from '@packshot/contract';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import type { EnginesConfig } from '../platform/config/engines-config.ts';
import { createOperatorService } from '../service/operator/service.ts';
import { createExecutor } from '../platform/database/connection.ts';
import { readQueueFigures } from '../tools/queue-figure-store.ts';
import { createInstallationFigures } from '../service/operator/installation-store.ts';
import type { SignUpPolicy } from '../platform/config/sign-up-config.ts';
import { createAccountService } from '../accounts/service.ts';
import { createApiKeyService } from '../api/keys/service.ts';
import { createCallLog } from '../api/usage/call-log.ts';
import { createApiUsageService } from '../api/usage/service.ts';
import { createArchiveService } from '../records/archives/service.ts';
import { isBillingOn } from '../billing/model.ts';
import type { BillingSettings } from '../billing/model.ts';
import { createBucketAccess } from '../buckets/access.ts';
import { createBucketService } from '../buckets/service.ts';
import { createBillingService } from '../billing/service.ts';
import { createRunDelivery, queueDueDeliveries } from '../catalog/deliver-run.ts';
import { feedRuns } from '../catalog/feed-runs.ts';
import { createRunsBehind } from '../catalog/runs-behind.ts';
import { createPublicCatalogService } from '../catalog/public-catalogs.ts';
import { createRecipeService } from '../catalog/recipe-service.ts';
import { createRunService } from '../catalog/run-service.ts';
import { createCreditService } from '../credits/service.ts';
import type { ServiceDatabase } from '../service/stores.ts';
import { createFileService } from '../tools/file-service.ts';
import { DAY_MS } from '../platform/durations.ts';
import type { EventSettings } from '../service/events/service.ts';
import { createEventForwarder } from '../service/events/forwarding.ts';
import { createEventService } from '../service/events/service.ts';
import { createTaskLifecycle } from '../tools/lifecycle.ts';
import { createGenerationService } from '../tools/service.ts';
import { getTranslator } from '../platform/translations.ts';
import { createMailService } from '../service/mail/mail-service.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { DemoPayments, Payments } from '../billing/payments/payments.ts';
import type { ContactSheets } from '../tools/work/contact-sheets.ts';
import type { PictureArranger } from '../tools/work/compose-export.ts';
import type { ConvertPicture, JudgePicture } from '../uploads/view-service.ts';
import type { InspectPicture } from '../tools/work/inspect-picture.ts';
import type { PublicFetch } from '../platform/public-fetch/public-fetch-error.ts';
import { createComposedCutOutService } from '../tools/public-jobs/composed-cut-outs.ts';
import { createPublicJobService } from '../tools/public-jobs/service.ts';
import { createPublicPictureService } from '../tools/public-jobs/picture-service.ts';
import { createRecordService } from '../records/service.ts';
import { createReferenceService } from '../tools/reference-service.ts';
import { createOrganizationService } from '../organizations/service.ts';
import type { Captcha } from '../platform/captcha/captcha.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdentityProvider } from '../platform/identity/google.ts';
import type { MarketplaceTokens } from '../platform/identity/marketplace-tokens.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import type { Caller } from '../platform/access/caller.ts';
import { createSessionService } from '../accounts/session-service.ts';
import { createModeration } from '../uploads/moderation.ts';
import { createTaskEndings } from '../catalog/task-endings.ts';
import { endAccount } from '../service/end-account.ts';
import type { StorageQuotas } from '../platform/config/limits.ts';
import { createUploadService } from '../uploads/service.ts';
import { createUploadViewService } from '../uploads/view-service.ts';
import { createWebhookDelivery } from '../api/webhooks/deliver.ts';
import { createWebhookService } from '../api/webhooks/service.ts';
import { createDemoPayments } from '../billing/payments/demo-payments.ts';
import { createAccessTokens } from '../platform/identity/access-tokens.ts';
import { bucketsBehindGuard } from '../platform/buckets/s3-bucket.ts';
import type { PublicFetchOptions } from '../platform/public-fetch/public-fetch.ts';
import { createSealedSecrets } from '../platform/secrets/sealed-secrets.ts';
import { createPublicFetch, isPrivateLiteral } from '../platform/public-fetch/public-fetch.ts';
import { createFileLinks } from '../platform/secrets/file-links.ts';
import { createAltcha } from '../platform/captcha/altcha.ts';
import { readCommonPasswords } from '../platform/identity/common-passwords.ts';
import { createPasswordHasher } from '../platform/identity/password-hasher.ts';
import { createTokenSecrets, deriveKey } from '../platform/secrets/token-secrets.ts';
import { createTableReader } from '../platform/tables/read-table.ts';
import { zip } from '../platform/zip.ts';
import { createEngineCatalog, openProviders } from '../tools/engines/other-engines.ts';
import { REFERENCE_URLS } from '../tools/reference-picture-route.ts';
import { SERVER_TOOLS } from '../tools/kinds/index.ts';
import { openQueueSender } from '../platform/queue/pg-boss-queue.ts';
import { createDatabase } from '../app/database.ts';
import { openDiskObjectStore } from '../platform/objects/disk-object-store.ts';
import type { DiskObjectStore } from '../platform/objects/disk-object-store.ts';
import { OPEN_FEEDS } from './open-feeds.ts';
import { TOOLS_QUEUE } from '../platform/queue/queues.ts';
import { createWaitingLine } from '../tools/waiting-line-store.ts';
import { openTaskFeed, TASK_CHANGED_CHANNEL } from '../tools/task-feed.ts';
import { silentLogger } from './silent-logger.ts';
import { createTestDatabase } from './test-database.ts';

export const TEST_SECRET = 'a secret that only tests know, 32 characters at least';
const TEST_SITE_URL = 'https://studio.example';
export const PRODUCT_PHOTO = readFileSync(new URL('./fixtures/perfume.jpg', import.meta.url));

/** Time limit of a round for feeding runs. Long enough that in tests the round waits for all work it started. */
const LONGEST_ROUND_MS = 120_000;

/** Id of an existing built-in reference picture. */
export const REFERENCE_ID = 'still-water';

const DEFAULT_LIMITS = {
  generationsPerMinute: 10_000,
  simultaneousTasksPerUser: 10_000,
  queuedTasks: 10_000,
  guestQueuedTasks: 10_000,
  guestQueuedTasksPerAddress: 10_000,
  taskTimeoutMs: 300_000,
  subscriberGenerationsPerDay: 10_000,
};
export const MODERATION_THRESHOLD = 0.7;
const PLENTY = 2 ** 40;
const DEFAULT_QUOTAS: StorageQuotas = {
  guestBytes: PLENTY,
  guestBytesPerAddress: PLENTY,
  accountBytes: PLENTY,
  subscriberBytes: PLENTY,
};
const DEFAULT_ALLOWANCES = {
  guestGenerations: 5,
  guestDownloads: 2,
  guestGrantsPerHour: 1_000,
  guestsPerHour: 10_000,
  guestsWithoutCaptchaPerHour: 1_000,
  memberGenerations: 20,
  memberDownloads: 5,
};

const DEMO_SETTINGS: BillingSettings = {
  mode: 'demo',
  environment: 'demo',
  currency: 'usd',
  stripePriceIds: {},
  graceMs: 7 * DAY_MS,
};
const WITHOUT_BILLING: BillingSettings = { ...DEMO_SETTINGS, mode: 'off' };
export const WEBHOOK_SECRET = 'whsec_of_the_tests';

export interface TestOptions {
  /** Mail addresses of the installation's operators, in lower case. */
  readonly operatorEmails?: readonly string[];
  /** Injects a fault into the database, for tests which prove that the fault is detected. */
  readonly spoil?: (database: ServiceDatabase) => ServiceDatabase;
  /** Injects a fault into the object store, for tests which prove that the fault is handled. */
  readonly spoilObjects?: (store: DiskObjectStore) => DiskObjectStore;
  /** Payment service that replaces the demo one. */
  readonly payments?: { readonly settings: BillingSettings; readonly payments: Payments };
  readonly hasBilling?: boolean;
  readonly engines?: EnginesConfig;
  readonly publicFetch?: PublicFetch;
  /** Hosts allowed for buckets, and how host names resolve. */
  readonly bucketGuard?: PublicFetchOptions;
  /** Function that composes cut-outs before they are sent. */
  readonly arranger?: PictureArranger;
  readonly convert?: ConvertPicture;
  readonly judge?: JudgePicture;
  readonly sheets?: ContactSheets;
  readonly inspect?: InspectPicture;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly google?: IdentityProvider;
  readonly marketplace?: MarketplaceTokens;
  readonly tracking?: Partial<EventSettings>;
  /** Sign-up policy; open by default. */
  readonly signUp?: SignUpPolicy;
  /** Whether captchas are required, or the captcha service; defaults to false. */
  readonly captcha?: boolean | Captcha;
  readonly limits?: Partial<typeof DEFAULT_LIMITS>;
  readonly quotas?: Partial<StorageQuotas>;
  readonly allowances?: Partial<typeof DEFAULT_ALLOWANCES>;
}

export type TestServices = Awaited<ReturnType<typeof startTestServices>>;

/** Starts the real services on a real database, job queue and folder. No jobs run unless a test starts a worker. */
export async function startTestServices(options: TestOptions = {}) {
  const clock = options.clock ?? { now: () => new Date() };
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'packshot-server-test-'));
  const { url, pool } = testDatabase;
  const queue = await openQueueSender(pool, silentLogger);
  const feed = await openTaskFeed(url, TASK_CHANGED_CHANNEL, silentLogger);
  OPEN_FEEDS.add(feed);
  const soundObjects = await openDiskObjectStore({
    rootFolder: join(folder, 'storage'),
    signingSecret: deriveKey(TEST_SECRET, 'object links').toString('base64url'),
    urlPrefix: '/objects',
  });
  const objects = options.spoilObjects?.(soundObjects) ?? soundObjects;
  const soundDatabase = createDatabase(pool, queue.bind);
  const database = options.spoil?.(soundDatabase) ?? soundDatabase;
  const logger = options.logger ?? silentLogger;
  const demoPayments: (Payments & DemoPayments) | null =
    options.payments === undefined
      ? createDemoPayments({ webhookSecret: WEBHOOK_SECRET, currency: 'usd', clock })
      : null;
  const settings =
    options.payments?.settings ?? (options.hasBilling === false ? WITHOUT_BILLING : DEMO_SETTINGS);
  const payments = options.payments?.payments ?? demoPayments;
  if (payments === null) throw new Error('No payments');
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const accessTokens = createAccessTokens(deriveKey(TEST_SECRET, 'access tokens'), 'packshot', clock);
  const identity = {
    database,
    clock,
    accessTokens,
    secrets: createTokenSecrets(TEST_SECRET),
    captcha:
      options.captcha === true
        ? createAltcha(deriveKey(TEST_SECRET, 'captchas'), clock)
        : options.captcha || null,
    allowances: { ...DEFAULT_ALLOWANCES, ...options.allowances },
    signUp: options.signUp ?? { kind: 'open' as const },
  };
  const sessions = createSessionService(identity);
  const endedSubscriptions: string[] = [];
  const endSubscription = async (organizationId: string) => void endedSubscriptions.push(organizationId);
  const endings = createTaskEndings(SERVER_TOOLS, clock);
  const accounts = createAccountService({
    ...identity,
    passwords: createPasswordHasher(),
    commonPasswords: readCommonPasswords(),
    google: options.google ?? null,
    marketplace: options.marketplace ?? null,
    endAccount: (account) => endAccount({ database, clock, endSubscription }, account),
  });
  const organizations = createOrganizationService({
    ...identity,
    endSubscription,
  });
  const callLog = createCallLog({ database, logger });
  const mails: Mail[] = [];
  const mailService = createMailService({
    getTranslator,
    ...identity,
    mailer: { send: async (mail) => void mails.push(mail) },
    siteUrl: TEST_SITE_URL,
    hasBilling: isBillingOn(settings),
    salesEmail: 'sales@studio.example',
  });
  const tracking = { hosts: [], internal_domains: [], trackers: {}, ...options.tracking };
  const quotas = { ...DEFAULT_QUOTAS, ...options.quotas };
  const uploads = createUploadService({ database, objects, clock, quotas, billing: settings });
  const moderation = createModeration(database, MODERATION_THRESHOLD);
  const references = createReferenceCatalog();
  const enginesConfig = options.engines ?? { byTool: {}, engines: [] };
  const providerFor = openProviders(enginesConfig);
  const engines = createEngineCatalog(enginesConfig, providerFor, silentLogger);
  const generation = {
    tools: SERVER_TOOLS,
    database,
    endings,
    objects,
    references,
    engines,
    moderation,
    clock,
    feed,
    line: createWaitingLine(createExecutor(pool), TOOLS_QUEUE),
    limits,
    quotas,
    billing: settings,
  };
  const generations = createGenerationService(generation);
  const publicFetch = options.publicFetch ?? createPublicFetch();
  const links = createFileLinks(TEST_SECRET);
  const publicJobs = createPublicJobService({ ...generation, links, uploads, publicFetch });
  const webhookDelivery = { database, secrets: identity.secrets, publicFetch, clock, billing: settings };
  const notHere = () => Promise.reject(new Error('These tests arrange no cut-outs'));
  async function* noPages(): AsyncGenerator<Uint8Array> {
    yield await notHere();
  }
  const { arranger = { arrange: notHere, assertDecodes: notHere } } = options;
  const { inspect = notHere, sheets = { cellsPerPage: 30, png: notHere, pdf: noPages } } = options;
  const bucketAccess = {
    database,
    clock,
    sealed: createSealedSecrets(TEST_SECRET),
    openBucket: bucketsBehindGuard(options.bucketGuard),
  };
  const recipes = createRecipeService(database);
  const usableBuckets = createBucketAccess(bucketAccess);
  const buckets = createBucketService({
    ...bucketAccess,
    privateHosts: options.bucketGuard?.privateHosts ?? new Set(),
    isPrivateLiteral,
  });
  const delivery = { database, objects, buckets: usableBuckets, billing: settings, clock };
  const runs = createRunService({
    database,
    generations,
    endings,
    buckets: usableBuckets,
    objects,
    links,
    secrets: identity.secrets,
    zip,
    sheets,
    readTable: createTableReader(),
    billing: settings,
    clock,
    logger,
  });
  return {
    url,
    pool,
    folder,
    database,
    objects,
    queue,
    accessTokens,
    sessions,
    accounts,
    operator: createOperatorService({
      database,
      operatorEmails: options.operatorEmails ?? [],
      installation: createInstallationFigures(createExecutor(pool), join(folder, 'storage')),
      queueFigures: () => readQueueFigures(createExecutor(pool)),
      engines: { isConfigured: (tool) => tool === 'describe', offers: async () => [] },
      health: { check: async () => ({ database: true, storage: true }) },
      clock,
    }),
    events: createEventService(database, tracking),
    eventForwarder: createEventForwarder({ database, trackers: tracking.trackers, logger }),
    organizations,
    apiKeys: createApiKeyService({ database, billing: settings, clock }),
    apiUsage: createApiUsageService({ database, clock, callLog }),
    callLog,
    endedSubscriptions,
    mailService,
    mails,
    uploads,
    uploadViews: createUploadViewService({
      ...generation,
      uploads,
      convert: options.convert ?? notHere,
      judge: options.judge ?? notHere,
    }),
    line: generation.line,
    generations,
    publicJobs,
    publicPictures: createPublicPictureService({
      ...generation,
      publicJobs,
      publicFetch,
      uploads,
      arranger,
      inspect,
    }),
    composedCutOuts: createComposedCutOutService({ publicJobs, publicFetch, arranger, zip }),
    engines,
    providerFor,
    referenceCatalog: references,
    references: createReferenceService(references, REFERENCE_URLS),
    files: createFileService({ database, objects, links, billing: settings, clock }),
    recipes,
    runs,
    publicCatalogs: createPublicCatalogService({
      database,
      recipes,
      runs,
      buckets,
      bucketAccess: usableBuckets,
    }),
    /**
     * Runs one round of the worker that queues tasks for runs.
     * @param behind runs that continue in the background, shared with other rounds; by default, the round waits for
     * all of its work
     */
    feedRuns: (behind = createRunsBehind(LONGEST_ROUND_MS)) =>
      feedRuns({ ...generation, uploads, publicFetch, buckets: usableBuckets, behind, logger }),
    records: createRecordService({ database, objects, clock, tools: SERVER_TOOLS }),
    archives: createArchiveService({
      database,
      objects,
      billing: settings,
      secrets: identity.secrets,
      zip,
      clock,
      logger,
    }),
    webhooks: createWebhookService({ ...webhookDelivery, mayBeLocal: true, isPrivateLiteral }),
    webhookDelivery: createWebhookDelivery(webhookDelivery),
    buckets,
    bucketAccess: usableBuckets,
    runDelivery: createRunDelivery(delivery),
    queueDueDeliveries: () => queueDueDeliveries({ database }, clock),
    moderation,
    credits: createCreditService(database),
    billing: createBillingService({ database, clock, logger, settings, payments, demo: demoPayments }),
    /** Services for rounds of plan renewals and for webhook messages. */
    renewals: { database, clock, logger, settings, payments },
    lifecycle: createTaskLifecycle({ database, endings, clock }),
    guestRetentionDays: GUEST_RETENTION_DAYS,
    endSubscription,
    async newGuest(ip = '192.0.2.1'): Promise<Caller> {
      const session = await sessions.createGuest({ ip, userAgent: 'test' });
      return sessions.authenticate(session.access);
    },
    /** Uploads bytes as a browser does, and returns the storage key. */
    async upload(caller: Caller, bytes: Uint8Array = PRODUCT_PHOTO): Promise<string> {
      const { fields, key } = await uploads.createTarget(caller, '123456789012.png');
      const grant = objects.verifyUploadPolicy(fields);
      await objects.receive(
        grant,
        (async function* () {
          yield bytes;
        })(),
      );
      await uploads.noteArrival(key, bytes.byteLength);
      return key;
    },
    async stop() {
      await callLog.close();
      OPEN_FEEDS.delete(feed);
      await feed.close();
      await queue.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Builds a request in the form to which the API decodes it. */
export const createInput = <Input>(toolId: ToolId, input: Input, engine: EngineChoice | null = null) => ({
  input,
  toolId,
  engine,
});

export const bgRemoval = (key: string, engine: EngineChoice | null = null) =>
  createInput(TOOL_IDS.bgRemove, { imageKey: key }, engine);

/** Parses a request of the tool `magic` as sent by a form. */
export const magicForm = (photoKey: string, maskKey: string, prompt?: string): TaskForm<'magic'> =>
  decodeTask(
    'magic',
    magicFormSchema.parse({
      image_s3: photoKey,
      mask_s3: maskKey,
      feature_type: TOOL_IDS.magicTool,
      ...(prompt !== undefined && { prompt }),
    }),
  );

export const enlargement = (
  key: string,
  factor: UpscaleFactor,
  mode: UpscaleMode = 'faithful',
  options: Pick<UpscaleInput, 'cleansUp'> = {},
) => createInput<UpscaleInput>(TOOL_IDS.upscale, { imageKey: key, factor, mode, ...options });

export const refinement = (photoKey: string, matteKey: string, strokesKey: string) =>
  createInput<RefineInput>(TOOL_IDS.bgRemove, {
    imageKey: photoKey,
    matteKey,
    strokesKey,
    edges: 'hand',
    find: 'restore',
  });

export const harmonizeInput = (compositeKey: string, maskKey: string, strength: number) =>
  createInput<HarmonizeInput>(TOOL_IDS.harmonize, { imageKey: compositeKey, maskKey, strength });

export const analysis = (key: string) => createInput<DescribeInput>(TOOL_IDS.default, { imageKey: key });

/** Parses a scene request as sent by a form, with defaults for missing fields. */
export const sceneForm = (form: Readonly<Record<string, unknown>>): TaskForm<'scene'> =>
  decodeTask('scene', sceneFormSchema.parse(form));

/** Accepts a cut-out of the given picture, or of a new upload, and returns the task's id. */
export async function acceptTask(services: TestServices, caller: Caller, key?: string): Promise<string> {
  const imageKey = key ?? (await services.upload(caller));
  const { taskIds } = await services.generations.accept(caller, 'cut-out', bgRemoval(imageKey), randomUUID());
  const [taskId] = taskIds;
  if (taskId === undefined) throw new Error('No task was accepted');
  return taskId;
}
