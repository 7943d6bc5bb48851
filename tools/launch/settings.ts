import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { assertConfigured, ConfigError } from '../../packages/server/src/platform/config/config.ts';
import { LaunchError } from './launch-error.ts';

export const ROOT = dirname(dirname(import.meta.dirname));
const DEFAULT_PORT = 3000;
/** Placeholder URL for programs that read the configuration but need no database. */
export const NO_DATABASE = 'postgres://127.0.0.1/nothing';

/** Settings of the launcher; the other environment variables are passed on to the API and the workers. */
export interface LaunchSettings {
  /** Port to use, or null for the default port or the next free one. */
  requestedPort: number | null;
  defaultPort: number;
  host: string;
  dataFolder: string;
  /** URL of the database, or null to use the embedded one. */
  databaseUrl: string | null;
  workers: number;
  /** Folder of main-api.ts, main-worker.ts and migrate.ts; tests use fake programs in another folder. */
  mainsFolder: string;
  webFolder: string;
  /** Folder for files that can be regenerated at any time. */
  cacheFolder: string;
}

/** Reads the settings, also from `.env` in the checkout; variables that are already set take precedence. */
export function readSettings(): LaunchSettings {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const environment = process.env;
  return {
    requestedPort: readNumber('PORT', 0, 65_535),
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
 * Validates the configuration of API and workers before anything is started.
 * @throws LaunchError with a line per invalid key, or with the reason why a development server that other machines can
 * reach doesn't start
 */
export function assertServerConfiguration(settings: LaunchSettings): void {
  try {
    assertConfigured({
      ...process.env,
      HOST: settings.host,
      DATA_DIR: settings.dataFolder,
      // Placeholder, because the embedded database has no address yet.
      DATABASE_URL: settings.databaseUrl ?? 'postgres://127.0.0.1/packshot',
      DATABASE_URL_FILE: '',
      // Empty, because the launcher builds the web app and sets its location later.
      WEB_DIST: '',
    });
  } catch (error) {
    throw error instanceof ConfigError ? new LaunchError(error.message, { cause: error }) : error;
  }
}

/** Reads DATABASE_URL, or the file that DATABASE_URL_FILE names, like every secret of the server. */
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
