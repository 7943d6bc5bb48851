import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { assertConfigured, ConfigError } from '../../packages/server/src/config/config.ts';
import { LaunchError } from './launch-error.ts';

export const ROOT = dirname(dirname(import.meta.dirname));
const DEFAULT_PORT = 3000;

/** What the environment tells the launcher; everything else in it goes on to the API and the workers. */
export interface LaunchSettings {
  /** null: the default one, or the next that is free. */
  askedPort: number | null;
  defaultPort: number;
  host: string;
  dataFolder: string;
  /** null: the embedded database. */
  databaseUrl: string | null;
  workers: number;
  /** Folder of main-api.ts, main-worker.ts and migrate.ts; tests put a small product of their own in its place. */
  mainsFolder: string;
  webFolder: string;
  /** For what can be made again at any time. */
  cacheFolder: string;
}

/** Reads `.env` in the checkout, if there is one, beneath the real environment. */
export function readSettings(): LaunchSettings {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const environment = process.env;
  return {
    askedPort: readNumber('PORT', 0, 65_535),
    defaultPort: DEFAULT_PORT,
    host: environment['HOST'] || '127.0.0.1',
    dataFolder: resolve(ROOT, environment['DATA_DIR'] || join('.packshot', 'data')),
    databaseUrl: readDatabaseUrl(),
    workers: readNumber('WORKERS', 0, 64) ?? 1,
    mainsFolder: environment['PACKSHOT_MAINS'] ?? join(ROOT, 'packages', 'server', 'src'),
    webFolder: environment['PACKSHOT_WEB'] ?? join(ROOT, 'packages', 'web'),
    cacheFolder: environment['PACKSHOT_CACHE'] ?? join(ROOT, '.packshot'),
  };
}

/**
 * Checks what API and workers will be told, before anything is started for them.
 * @throws LaunchError with a line for each wrong key; or why a server in development does not start where others reach it
 */
export function assertServerConfiguration(settings: LaunchSettings): void {
  try {
    assertConfigured({
      ...process.env,
      HOST: settings.host,
      DATA_DIR: settings.dataFolder,
      // The embedded database has no address yet.
      DATABASE_URL: settings.databaseUrl ?? 'postgres://127.0.0.1/packshot',
      DATABASE_URL_FILE: '',
      // The launcher builds the web app and says where it is.
      WEB_DIST: '',
    });
  } catch (error) {
    throw error instanceof ConfigError ? new LaunchError(error.message, { cause: error }) : error;
  }
}

/** Given as it is, or as a file that holds it, like every secret of the server. */
function readDatabaseUrl(): string | null {
  const file = process.env['DATABASE_URL_FILE'];
  if (!file) return process.env['DATABASE_URL'] || null;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new LaunchError(`DATABASE_URL_FILE is ${file}, which cannot be read.`, { cause });
  }
}

function readNumber(name: string, min: number, max: number): number | null {
  const text = process.env[name]?.trim();
  if (!text) return null;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new LaunchError(
    `${name} is "${text}"; it has to be a whole number from ${String(min)} to ${String(max)}.`,
  );
}
