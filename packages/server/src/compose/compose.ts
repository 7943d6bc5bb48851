import { DEVELOPER_HOSTS } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { openEngine, openSigner, prepareInBackground } from './compose-engine.ts';
import { deriveDoctorKey } from './compose-doctor.ts';
import { openObjects } from './compose-objects.ts';
import { openPayments } from './compose-payments.ts';
import { openTrackers } from './compose-trackers.ts';
import type { ServerConfig } from '../platform/config/config.ts';
import { createAccountService } from '../accounts/service.ts';
import { createApiKeyService } from '../api/keys/service.ts';
import { createCallLog } from '../api/usage/call-log.ts';
import { createApiUsageService } from '../api/usage/service.ts';
import { createArchiveService } from '../records/archives/service.ts';
import { createBucketAccess } from '../buckets/access.ts';
import { createBucketService } from '../buckets/service.ts';
import { isBillingOn } from '../billing/model.ts';
import { createBillingService } from '../billing/service.ts';
import { renew } from '../billing/renewals.ts';
import { createSubscriptionEnding } from '../billing/subscription-ending.ts';
import { createRunDelivery, queueDueDeliveries } from '../catalog/deliver-run.ts';
import { createTaskEndings } from '../catalog/task-endings.ts';
import { endAccount } from '../service/end-account.ts';
import { feedRuns } from '../catalog/feed-runs.ts';
import { createRunsBehind } from '../catalog/runs-behind.ts';
import { createPublicCatalogService } from '../catalog/public-catalogs.ts';
import { createRecipeService } from '../catalog/recipe-service.ts';
import { createRunService } from '../catalog/run-service.ts';
import { createCreditService } from '../credits/service.ts';
import type { ServiceDatabase } from '../service/stores.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { createFileService } from '../tools/file-service.ts';
import { createEventForwarder } from '../service/events/forwarding.ts';
import { createEngineService } from '../tools/engine-service.ts';
import { createEventService } from '../service/events/service.ts';
import { createTaskLifecycle } from '../tools/lifecycle.ts';
import { createGenerationService } from '../tools/service.ts';
import { getTranslator } from '../platform/translations.ts';
import { createMailService } from '../service/mail/mail-service.ts';
import { createOrganizationService } from '../organizations/service.ts';
import type { Captcha } from '../platform/captcha/captcha.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { NO_TRACING } from '../platform/tracing/tracing.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import type { QueueFigures } from '../platform/queue/queue-figures.ts';
import { createComposedCutOutService } from '../tools/public-jobs/composed-cut-outs.ts';
import { createPublicJobService } from '../tools/public-jobs/service.ts';
import { createPublicPictureService } from '../tools/public-jobs/picture-service.ts';
import { createOperatorService } from '../service/operator/service.ts';
import { createPromptService } from '../tools/prompt-service.ts';
import { createRecordService } from '../records/service.ts';
import { createReferenceService } from '../tools/reference-service.ts';
import { createServiceHealth } from '../service/health.ts';
import { sweepRuns } from '../service/maintenance/sweep-runs.ts';
import { sweepExpired, sweepTasks } from '../service/maintenance/sweep.ts';
import { createStraySweep } from '../service/maintenance/sweep-strays.ts';
import type { Services } from '../compat/services.ts';
import { createSessionService } from '../accounts/session-service.ts';
import { createModeration } from '../uploads/moderation.ts';
import { createUploadService } from '../uploads/service.ts';
import { createUploadViewService } from '../uploads/view-service.ts';
import { createWebhookDelivery, queueDueWebhooks } from '../api/webhooks/deliver.ts';
import { createWebhookService } from '../api/webhooks/service.ts';
import { createAccessTokens } from '../platform/identity/access-tokens.ts';
import { createAltcha } from '../platform/captcha/altcha.ts';
import { createHostedCaptcha } from '../platform/captcha/hosted-captcha.ts';
import { bucketsBehindGuard } from '../platform/buckets/s3-bucket.ts';
import { createFileLinks } from '../platform/secrets/file-links.ts';
import { createGoogleSignIn } from '../platform/identity/google.ts';
import { createPublicFetch, isPrivateLiteral } from '../platform/public-fetch/public-fetch.ts';
import { createNoMailer } from '../platform/mail/no-mailer.ts';
import { createOutboxMailer } from '../platform/mail/outbox-mailer.ts';
import { createSmtpMailer } from '../platform/mail/smtp-mailer.ts';
import { createMarketplaceTokens } from '../platform/identity/marketplace-tokens.ts';
import { readCommonPasswords } from '../platform/identity/common-passwords.ts';
import { createPasswordHasher } from '../platform/identity/password-hasher.ts';
import { createSealedSecrets } from '../platform/secrets/sealed-secrets.ts';
import { createTokenSecrets, deriveKey } from '../platform/secrets/token-secrets.ts';
import { createTableReader } from '../platform/tables/read-table.ts';
import { tracedEngine } from '../tools/engines/traced-engine.ts';
import { tracedObjects } from '../platform/tracing/traced-objects.ts';
import { zip } from '../platform/zip.ts';
import { REFERENCE_URLS } from '../tools/reference-picture-route.ts';
import { JOB_DEFINITIONS } from '../app/job-definitions.ts';
import { RECIPES_AT_ONCE, TOOLS_QUEUE } from '../platform/queue/queues.ts';
import { loadJobs } from '../platform/queue/job.ts';
import { openQueueSender, startQueueConsumer } from '../platform/queue/pg-boss-queue.ts';
import type { QueueConsumer } from '../platform/queue/pg-boss-queue.ts';
import { startRounds } from '../platform/queue/rounds.ts';
import type { Rounds } from '../platform/queue/rounds.ts';
import type { WorkerDependencies } from '../app/worker-dependencies.ts';
import { createEngineCatalog, openProviders } from '../tools/engines/other-engines.ts';
import { createPictureArranger } from '../tools/work/compose-export.ts';
import { createPictureConverter, createPictureJudge } from '../tools/work/convert-picture.ts';
import { createContactSheets } from '../tools/work/contact-sheets.ts';
import { createPictureInspector } from '../tools/work/inspect-picture.ts';
import { createPixelCounts, createProvenanceLookup } from '../tools/work/provenance.ts';
import { SERVER_TOOLS } from '../tools/kinds/index.ts';
import { createExecutor, openPool } from '../platform/database/connection.ts';
import { createDatabase } from '../app/database.ts';
import { readQueueFigures } from '../tools/queue-figure-store.ts';
import { createInstallationFigures } from '../service/operator/installation-store.ts';
import { asLeader, workerPoolSize } from '../platform/database/leadership.ts';
import type { LeadTask } from '../platform/database/leadership.ts';
import { createWaitingLine } from '../tools/waiting-line-store.ts';
import { openTaskFeed, TASK_CANCELED_CHANNEL, TASK_CHANGED_CHANNEL } from '../tools/task-feed.ts';

/**
 * Interval of the sweeper and of other maintenance. Tasks have deadlines of minutes, but a user whose task misses its
 * deadline should get the credit back soon.
 */
const SWEEP_INTERVAL_MS = 5_000;
/**
 * Interval of the search for unreferenced objects. A thousand objects per minute cover a store of a million within a
 * day.
 */
const STRAYS_INTERVAL_MS = MINUTE_MS;
/** Interval at which runs are fed, because the queue holds only a few seconds of work per run. */
const RUNS_INTERVAL_MS = 500;
/** Interval at which deliveries are planned. Files may be delivered a few seconds late. */
const DELIVERIES_INTERVAL_MS = 3_000;
/** Interval of plan renewals. Credits of a new month may be a minute late. */
const RENEWAL_INTERVAL_MS = MINUTE_MS;

const systemClock: Clock = { now: () => new Date() };

/**
 * Creates the services of an API process. Connects to a database that is already migrated. Throws if it can't be
 * reached.
 */
export async function composeApi(config: ServerConfig, logger: Logger, tracing: Tracing = NO_TRACING) {
  const clock = systemClock;
  const pool = openPool(config.databaseUrl, config.databasePoolSize, 'api', logger);
  const queue = await openQueueSender(pool, logger, tracing);
  const feed = await openTaskFeed(config.databaseUrl, TASK_CHANGED_CHANNEL, logger);
  const { objects, localObjects, closeObjects } = await openObjects(config, logger);
  const database = createDatabase(pool, queue.bind);
  const payments = await openPayments(config, clock);
  const billing = { database, clock, logger, ...payments };
  const endSubscription = createSubscriptionEnding(billing);
  const endings = createTaskEndings(SERVER_TOOLS, clock);
  const references = createReferenceCatalog();
  const engines = createEngineCatalog(config.engines, openProviders(config.engines), logger);
  const identity = {
    database,
    clock,
    accessTokens: createAccessTokens(
      deriveKey(config.sessionSecret, 'access tokens'),
      config.productSlug,
      clock,
    ),
    secrets: createTokenSecrets(config.sessionSecret),
    captcha: openCaptcha(config, clock),
    allowances: config.allowances,
    signUp: config.signUp,
  };
  const callLog = createCallLog({ database, logger });
  const uploads = createUploadService({
    database,
    objects,
    clock,
    quotas: config.storageQuotas,
    billing: payments.settings,
  });
  const generation = {
    tools: SERVER_TOOLS,
    database,
    endings,
    objects,
    references,
    engines,
    moderation: createModeration(database, config.moderationThreshold),
    clock,
    feed,
    line: createWaitingLine(createExecutor(pool), TOOLS_QUEUE),
    quotas: config.storageQuotas,
    limits: config.limits,
    billing: payments.settings,
  };
  const generations = createGenerationService(generation);
  const publicFetch = createPublicFetch();
  const links = createFileLinks(config.sessionSecret);
  const publicJobs = createPublicJobService({ ...generation, links, uploads, publicFetch });
  // The engine's process starts only when the API needs it for the first picture.
  let opened: Promise<ImageEngine> | null = null;
  const engine = (): Promise<ImageEngine> =>
    (opened ??= openEngine(config, logger).then((one) => tracedEngine(one, tracing)));
  const signer = openSigner(config, clock);
  const arranger = createPictureArranger({
    engine,
    signer,
    signsPictures: createSigningLookup(database),
    logger,
  });
  const recipes = createRecipeService(database);
  const access = bucketAccess(config);
  const buckets = createBucketService({ ...access, database, isPrivateLiteral, clock });
  const usableBuckets = createBucketAccess({ ...access, database });
  const runs = createRunService({
    database,
    generations,
    endings,
    objects,
    buckets: usableBuckets,
    links,
    secrets: identity.secrets,
    zip,
    sheets: createContactSheets(engine),
    readTable: createTableReader(),
    billing: payments.settings,
    clock,
    logger,
  });
  const health = createServiceHealth(
    {
      database: async () => void (await pool.query('select 1')),
      storage: () => objects.check(),
      queue: () => queue.check(),
    },
    logger,
  );
  const installation = createInstallationFigures(
    createExecutor(pool),
    config.objectStore.kind === 'disk' ? config.objectStore.rootFolder : null,
  );
  const services: Services = {
    sessions: createSessionService(identity),
    accounts: createAccountService({
      ...identity,
      passwords: createPasswordHasher(),
      commonPasswords: readCommonPasswords(),
      google: config.google && createGoogleSignIn(config.google),
      marketplace:
        config.marketplace &&
        createMarketplaceTokens(config.marketplace.certificatesUrl, config.marketplace.audience, clock),
      endAccount: (account) => endAccount({ database, clock, endSubscription }, account),
    }),
    events: createEventService(database, { ...config.tracking, trackers: openTrackers(config) }),
    organizations: createOrganizationService({
      ...identity,
      endSubscription,
    }),
    apiKeys: createApiKeyService({ database, billing: payments.settings, clock }),
    apiUsage: createApiUsageService({ database, clock, callLog }),
    credits: createCreditService(database),
    billing: createBillingService(billing),
    uploads,
    uploadViews: createUploadViewService({
      ...generation,
      uploads,
      convert: createPictureConverter(engine),
      judge: createPictureJudge(engine),
    }),
    generations,
    webhooks: createWebhookService({
      ...webhookCalls(config),
      database,
      billing: payments.settings,
      secrets: identity.secrets,
      clock,
      mayBeLocal: config.mayCallLocalhost,
      isPrivateLiteral,
    }),
    buckets,
    publicJobs,
    publicPictures: createPublicPictureService({
      ...generation,
      publicJobs,
      publicFetch,
      uploads,
      arranger,
      inspect: createPictureInspector({ engine, signer }),
    }),
    composedCutOuts: createComposedCutOutService({ publicJobs, publicFetch, arranger, zip }),
    files: createFileService({ database, objects, links, billing: payments.settings, clock }),
    recipes,
    runs,
    publicCatalogs: createPublicCatalogService({
      database,
      recipes,
      runs,
      buckets,
      bucketAccess: usableBuckets,
    }),
    records: createRecordService({ database, objects, clock, tools: SERVER_TOOLS }),
    archives: createArchiveService({
      database,
      objects,
      billing: payments.settings,
      secrets: identity.secrets,
      zip,
      clock,
      logger,
    }),
    prompts: createPromptService(engines),
    engines: createEngineService(engines),
    references: createReferenceService(references, REFERENCE_URLS),
    health,
    operator: createOperatorService({
      database,
      operatorEmails: config.operatorEmails,
      installation,
      queueFigures: () => readQueueFigures(createExecutor(pool)),
      engines,
      health,
      clock,
    }),
    async models() {
      return (await engine()).models();
    },
  };
  return {
    services,
    /** Serves uploads to the local folder and reads from it, under the URL path `LOCAL_OBJECTS_PATH`; null with S3. */
    localObjects,
    queueFigures: (): Promise<QueueFigures> => readQueueFigures(createExecutor(pool)),
    diskSpace: () => installation.disk(),
    feedSubscriptions: (): number => feed.subscriptions(),
    /** Secret that signs price quotes for agents. */
    quoteSecret: deriveKey(config.sessionSecret, 'quotes'),
    /** Key with which the `doctor` command asks the API how its requests arrive. */
    doctorKey: deriveDoctorKey(config),
    /**
     * Ends subscriptions to changes (which finishes event streams), then closes connections. Call it after the HTTP
     * server stopped accepting requests.
     */
    async close(): Promise<void> {
      await (await opened)?.close();
      await callLog.close();
      await feed.close();
      await queue.close();
      await pool.end();
      closeObjects();
    },
  };
}

export type ApiComposition = Awaited<ReturnType<typeof composeApi>>;

/** Creates a function that tells whether a user wants Content Credentials in pictures for which they are optional. */
const createSigningLookup =
  (database: ServiceDatabase) =>
  async (userId: string): Promise<boolean> =>
    (await database.stores.accounts.find(userId))?.signsPictures ?? true;

/**
 * Creates the services of a worker process. Connects to a database that is already migrated; takes no jobs from the
 * queue before `start`. Throws if the database can't be reached.
 */
export async function composeWorker(config: ServerConfig, logger: Logger, tracing: Tracing = NO_TRACING) {
  const jobsAtOnce = config.workerConcurrency + RECIPES_AT_ONCE;
  const pool = openPool(config.databaseUrl, workerPoolSize(jobsAtOnce), 'worker', logger);
  const queue = await openQueueSender(pool, logger, tracing);
  const cancellations = await openTaskFeed(config.databaseUrl, TASK_CANCELED_CHANNEL, logger);
  const { objects, closeObjects } = await openObjects(config, logger);
  const database = createDatabase(pool, queue.bind);
  const { settings, payments } = await openPayments(config, systemClock);
  const lifecycle = createTaskLifecycle({
    database,
    endings: createTaskEndings(SERVER_TOOLS, systemClock),
    clock: systemClock,
  });
  const engine = tracedEngine(await openEngine(config, logger), tracing);
  const moderation = createModeration(database, config.moderationThreshold);
  const secrets = createTokenSecrets(config.sessionSecret);
  const mailService = createMailService({
    getTranslator,
    database,
    clock: systemClock,
    secrets,
    mailer: createMailer(config, logger),
    siteUrl: config.siteUrl,
    hasBilling: isBillingOn(settings),
    salesEmail: config.salesEmail,
  });
  const eventForwarder = createEventForwarder({ database, trackers: openTrackers(config), logger });
  const references = createReferenceCatalog();
  const usableBuckets = createBucketAccess({ ...bucketAccess(config), database });
  const deps: WorkerDependencies = {
    database,
    lifecycle,
    objects: tracedObjects(objects, tracing),
    findProvenance: createProvenanceLookup(database.stores.records, SERVER_TOOLS),
    findPixels: createPixelCounts(database.stores.records),
    engine,
    signer: openSigner(config, systemClock),
    signsPictures: createSigningLookup(database),
    providerFor: openProviders(config.engines),
    referencePicture: (id) => references.picture(id),
    moderation,
    cancellations,
    mailService,
    eventForwarder,
    webhookDelivery: createWebhookDelivery({
      ...webhookCalls(config),
      database,
      billing: settings,
      secrets,
      clock: systemClock,
    }),
    runDelivery: createRunDelivery({
      database,
      objects,
      buckets: usableBuckets,
      billing: settings,
      clock: systemClock,
    }),
    tracing,
    logger,
  };
  const shutdown = new AbortController();
  let consumer: QueueConsumer | null = null;
  const rounds: Rounds[] = [];
  const behind = createRunsBehind();
  return {
    /** Starts taking jobs from the queue, while the engine loads its models in the background. */
    async start(): Promise<void> {
      const jobs = await loadJobs(JOB_DEFINITIONS);
      void prepareInBackground(engine, config, logger, shutdown.signal);
      consumer = await startQueueConsumer({
        databaseUrl: config.databaseUrl,
        jobs,
        deps,
        cpuConcurrency: config.workerConcurrency,
        shutdown: shutdown.signal,
      });
      const swept = { database, lifecycle, objects, logger };
      const lead = <Figures extends object>(
        logMessage: string,
        intervalMs: number,
        task: LeadTask,
        round: (clock: Clock) => Promise<Figures>,
      ) => rounds.push(startRounds(logMessage, intervalMs, () => asLeader(pool, task, round), logger));
      lead('swept', SWEEP_INTERVAL_MS, 'sweep', (clock) => sweepTasks({ ...swept, clock }));
      const sweepStrays = createStraySweep({ database, objects, logger });
      lead('tidied away', STRAYS_INTERVAL_MS, 'strays', sweepStrays);
      lead('tidied', SWEEP_INTERVAL_MS, 'tidy', (clock) =>
        sweepExpired({ ...swept, clock, guestRetentionDays: config.allowances.guestRetentionDays }),
      );
      lead('sent to webhooks', SWEEP_INTERVAL_MS, 'webhooks', (clock) =>
        queueDueWebhooks({ database }, clock),
      );
      const fed = {
        tools: SERVER_TOOLS,
        database,
        objects,
        references,
        engines: createEngineCatalog(config.engines, openProviders(config.engines), logger),
        moderation,
        quotas: config.storageQuotas,
        limits: config.limits,
        line: createWaitingLine(createExecutor(pool), TOOLS_QUEUE),
        billing: settings,
        publicFetch: createPublicFetch(),
        buckets: usableBuckets,
        behind,
        logger,
      };
      lead('fed runs', RUNS_INTERVAL_MS, 'runs', (clock) => {
        const uploads = createUploadService({ ...fed, clock });
        return feedRuns({ ...fed, clock, uploads });
      });
      lead('sent into buckets', DELIVERIES_INTERVAL_MS, 'deliveries', (clock) =>
        queueDueDeliveries({ database }, clock),
      );
      lead('removed runs', SWEEP_INTERVAL_MS, 'old-runs', (clock) => sweepRuns(swept, clock));
      if (payments === null) return;
      const billing = { database, logger, settings, payments };
      lead('renewed', RENEWAL_INTERVAL_MS, 'renew', (clock) => renew({ ...billing, clock }));
    },
    /** Stops taking jobs. Running jobs have half of `graceMs` to finish, then they are aborted and queued again. */
    async stop(graceMs: number): Promise<void> {
      behind.stop();
      await Promise.all([
        ...rounds.map((each) => each.stop()),
        consumer?.stop(graceMs, () => shutdown.abort()),
      ]);
      await behind.waitUntilEnded();
      shutdown.abort();
      await cancellations.close();
      await queue.close();
      await pool.end();
      closeObjects();
      await engine.close();
    },
  };
}

/** Settings for webhook requests. Each passes the check that refuses private addresses. */
const webhookCalls = ({ mayCallLocalhost }: ServerConfig) => ({
  publicFetch: createPublicFetch(mayCallLocalhost ? { privateHosts: new Set(DEVELOPER_HOSTS) } : {}),
});

/** Opens users' buckets. Each request passes the check that refuses private addresses. */
function bucketAccess({ mayCallLocalhost, bucketPrivateHosts, sessionSecret }: ServerConfig) {
  const privateHosts = new Set([...bucketPrivateHosts, ...(mayCallLocalhost ? ['localhost'] : [])]);
  return {
    privateHosts,
    sealed: createSealedSecrets(sessionSecret),
    openBucket: bucketsBehindGuard({ privateHosts }),
  };
}

function openCaptcha({ captcha, sessionSecret }: ServerConfig, clock: Clock): Captcha | null {
  switch (captcha.kind) {
    case 'hosted':
      return createHostedCaptcha(captcha, clock);
    case 'altcha':
      return createAltcha(deriveKey(sessionSecret, 'captchas'), clock);
    case 'off':
      return null;
  }
}

function createMailer({ mail }: ServerConfig, logger: Logger): Mailer {
  switch (mail.kind) {
    case 'smtp':
      return createSmtpMailer(mail.url, mail.from);
    case 'outbox':
      return createOutboxMailer(mail.folder, logger);
    case 'none':
      return createNoMailer(logger);
  }
}
