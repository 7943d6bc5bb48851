import { migrateEverything } from './compose/compose-migration.ts';
import { loadConfigOrExit } from './platform/config/config.ts';
import { createLogger, unbufferedOutput } from './platform/logging/pino-logger.ts';
import { startingWith } from './starting.ts';

const config = loadConfigOrExit();
try {
  const logger = createLogger(config.logLevel, 'migrate', unbufferedOutput());
  const startedMs = performance.now();
  await startingWith(config, () => migrateEverything(config, logger));
  logger.info({ durationMs: Math.round(performance.now() - startedMs) }, 'the database is up to date');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
