import { composeWorker } from './compose/compose.ts';
import { openTracing } from './compose/compose-tracing.ts';
import { loadConfigOrExit } from './platform/config/config.ts';
import { describeConfig } from './platform/config/describe-config.ts';
import { NO_TRACING } from './platform/tracing/tracing.ts';
import { createLogger, unbufferedOutput } from './platform/logging/pino-logger.ts';
import { returnMemoryWhenIdle } from './platform/idle-memory.ts';
import { startingWith, warnOfOpenDevelopment } from './starting.ts';

/**
 * Time in which running jobs finish or are aborted. Shorter than the time after which launchers and common service
 * managers kill a process.
 */
const STOP_GRACE_MS = 5_000;

const config = loadConfigOrExit();
let tracing = NO_TRACING;
const logger = createLogger(config.logLevel, 'worker', unbufferedOutput(), () => tracing.ids());

process.on('uncaughtException', (error) => {
  // After an unexpected error the process is in an unknown state, so it exits. The queue gives its jobs to another
  // worker.
  logger.fatal({ err: error }, 'unexpected error; the worker ends');
  process.exit(1);
});

tracing = await openTracing(config, 'worker', logger);
logger.info(describeConfig(config), 'worker starting');
warnOfOpenDevelopment(config, logger);
const worker = await startingWith(config, async () => {
  const composition = await composeWorker(config, logger, tracing);
  await composition.start();
  return composition;
});
logger.info({}, 'worker ready');
returnMemoryWhenIdle();

let isStopping = false;
const stop = (because: string) => {
  if (isStopping) process.exit(1);
  isStopping = true;
  logger.info({ because }, 'worker stopping');
  const stopped = worker.stop(STOP_GRACE_MS).then(() => tracing.close());
  stopped.then(
    () => {
      logger.info({}, 'worker stopped');
      process.exit(0);
    },
    (error: unknown) => {
      logger.error({ err: error }, 'the worker did not stop cleanly');
      process.exit(1);
    },
  );
};
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// Stops when the parent process at the other end of the IPC channel has ended.
process.on('disconnect', () => stop('disconnect'));
