import { migrateEverything } from './compose.ts';
import { loadConfigOrExit } from './config/config.ts';
import { createLogger, unbufferedOutput } from './gateways/logger.ts';

const config = loadConfigOrExit();
try {
  const logger = createLogger(config.logLevel, 'migrate', unbufferedOutput());
  const startedMs = performance.now();
  await migrateEverything(config, logger);
  logger.info({ durationMs: Math.round(performance.now() - startedMs) }, 'the database is up to date');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
