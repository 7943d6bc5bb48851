import { migrateEverything } from './compose.ts';
import { ConfigError, loadConfig } from './config/config.ts';
import { createLogger, unbufferedOutput } from './gateways/logger.ts';

try {
  const config = loadConfig();
  const logger = createLogger(config.logLevel, 'migrate', unbufferedOutput());
  const startedMs = performance.now();
  await migrateEverything(config, logger);
  logger.info({ durationMs: Math.round(performance.now() - startedMs) }, 'the database is up to date');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exitCode = 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
