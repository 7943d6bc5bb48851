import { composeApi } from './compose/compose.ts';
import type { ApiComposition } from './compose/compose.ts';
import { readRootCertificate } from './compose/compose-engine.ts';
import { openTracing } from './compose/compose-tracing.ts';
import { LOCAL_OBJECTS_PATH } from './compose/compose-objects.ts';
import { loadConfigOrExit } from './platform/config/config.ts';
import type { ServerConfig } from './platform/config/config.ts';
import { describeConfig } from './platform/config/describe-config.ts';
import { NO_TRACING } from './platform/tracing/tracing.ts';
import { createLogger } from './platform/logging/pino-logger.ts';
import { buildApp } from './app/app.ts';
import type { HttpOptions } from './app/http-options.ts';
import { returnMemoryWhenIdle } from './platform/idle-memory.ts';
import { startingWith, warnOfOpenDevelopment } from './starting.ts';

/** Time for running responses to finish before the server closes their connections. */
const DRAIN_MS = 7000;
/** Time after which the process exits even if something is still running. */
const STOP_MS = 10_000;

const config = loadConfigOrExit();
let tracing = NO_TRACING;
const logger = createLogger(config.logLevel, 'api', undefined, () => tracing.ids());
tracing = await openTracing(config, 'api', logger);
process.on('uncaughtExceptionMonitor', (error) => logger.fatal({ err: error }, 'the API crashed'));

logger.info({ config: describeConfig(config) }, 'the API starts');
warnOfOpenDevelopment(config, logger);
const { composition, app } = await startingWith(config, async () => {
  const composition = await composeApi(config, logger, tracing);
  const app = buildApp(httpOptions(composition));
  await app.listen({ host: config.host, port: config.port });
  return { composition, app };
});
const address = app.server.address();
const port = typeof address === 'object' && address !== null ? address.port : config.port;
logger.info({ host: config.host, port }, 'the API listens');
process.send?.({ type: 'listening', port });
returnMemoryWhenIdle();

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
// Stops if the launcher process ended, because no other process would stop this one.
if (process.connected) process.on('disconnect', () => void stop('disconnect'));

/** Stops the server: refuses new requests, ends streams, lets responses finish, then closes the database. */
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  logger.info({ reason }, 'the API stops');
  setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
  setTimeout(() => {
    logger.error({ reason }, 'the API did not stop in time');
    process.exit(1);
  }, STOP_MS).unref();
  try {
    await app.close();
    await composition.close();
    await tracing.close();
    logger.info({ reason }, 'the API has stopped');
    process.exit(0);
  } catch (error) {
    logger.error({ err: error }, 'the API did not stop cleanly');
    process.exit(1);
  }
}

function httpOptions({
  services,
  localObjects,
  queueFigures,
  diskSpace,
  feedSubscriptions,
  quoteSecret,
  doctorKey,
}: ApiComposition): HttpOptions {
  return {
    services,
    logger,
    queueFigures,
    diskSpace,
    feedSubscriptions,
    quoteSecret,
    doctorKey,
    localObjects: localObjects && { path: LOCAL_OBJECTS_PATH, gateway: localObjects },
    productSlug: config.productSlug,
    allowances: {
      ...config.allowances,
      subscriberGenerationsPerDay: config.limits.subscriberGenerationsPerDay,
    },
    installation: {
      billing: config.billing.mode === 'off' ? 'off' : 'on',
      signUp: config.signUp.kind,
      mail: config.mail.kind === 'none' ? 'off' : 'on',
    },
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    bucketOrigin: bucketOrigin(config.objectStore),
    webDist: config.webDist,
    rootCertificate: () => readRootCertificate(config),
    captchaWidget: config.captcha.kind === 'hosted' ? config.captcha : null,
    metricsToken: config.metricsToken,
    tracing,
    connectionLimits: config.connectionLimits,
  };
}

/**
 * Returns the origin to which browsers send uploads and from which they read results, or null. The page's content
 * security policy has to allow it.
 */
function bucketOrigin(store: ServerConfig['objectStore']): string | null {
  if (store.kind === 'disk') return null;
  const url = new URL(store.publicEndpoint ?? store.endpoint ?? `https://s3.${store.region}.amazonaws.com`);
  if (!store.forcePathStyle) url.hostname = `${store.bucket}.${url.hostname}`;
  return url.origin;
}
