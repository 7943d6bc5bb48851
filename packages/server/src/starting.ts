import type { ServerConfig } from './platform/config/config.ts';
import { withoutPassword } from './platform/config/describe-config.ts';
import type { Logger } from './platform/logging/logger.ts';
import { NewerDatabaseError } from './platform/database/migrate-database.ts';

/** Logs a warning at each start of a development server that other machines can reach. */
export function warnOfOpenDevelopment(config: ServerConfig, logger: Logger): void {
  if (config.openDevelopment.length === 0) return;
  logger.warn(
    { because: config.openDevelopment.join(', ') },
    'others can reach this server in development mode (DEVELOPMENT_OPEN_TO_OTHERS): plans are free, and mails and their links are exposed',
  );
}

/**
 * Runs the start of a process. Some failures can be fixed by the operator: no database, a taken port, a read-only
 * folder. For these, writes one line to stderr and exits.
 */
export async function startingWith<Started>(
  config: ServerConfig,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    const line = operatorsFault(error, config);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    process.exit(1);
  }
}

/** Explanations for the operator why PostgreSQL refused the connection, by SQLSTATE. */
const DATABASE_REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no database of that name',
  '42501': 'the user may not do what is needed there',
  '53300': 'the server has no connection left',
};

const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
const UNLISTENABLE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT: another program uses',
  EACCES: 'PORT: this user may not listen on',
  EADDRNOTAVAIL: 'HOST: this machine does not have the address',
  ENOTFOUND: 'HOST: unknown address',
  EAI_AGAIN: 'HOST: unknown address',
};
const UNUSABLE_FILE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'];

/**
 * Explains a failed start in one sentence.
 * @returns null if the operator can't fix it
 */
function operatorsFault(error: unknown, config: ServerConfig): string | null {
  const database = withoutPassword(config.databaseUrl);
  for (const each of listCauses(error)) {
    if (each instanceof NewerDatabaseError) return each.message;
    const { code = '', syscall, path, message } = each;
    const refusal = DATABASE_REFUSALS[code];
    if (refusal !== undefined) return `DATABASE_URL: ${refusal} (${database}, ${code})`;
    if (syscall === 'listen' || (syscall === 'getaddrinfo' && each.hostname === config.host)) {
      const what = UNLISTENABLE[code] ?? 'HOST: the server cannot listen on';
      return `${what} ${config.host}:${String(config.port)} (${code})`;
    }
    if (UNREACHABLE.includes(code)) {
      return `DATABASE_URL: the database at ${database} cannot be reached (${code})`;
    }
    // The PostgreSQL driver's own timeout has no error code, so its message is compared.
    if (/^timeout expired|connection timeout|Connection terminated|does not support SSL/i.test(message)) {
      return `DATABASE_URL: the database at ${database} cannot be reached (${message})`;
    }
    if (UNUSABLE_FILE.includes(code) && path !== undefined) {
      return `DATA_DIR: ${path} cannot be used (${code})`;
    }
  }
  return null;
}

interface Cause extends NodeJS.ErrnoException {
  readonly hostname?: string;
}

const MAX_CAUSES = 5;

function listCauses(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let each = error; each instanceof Error && causes.length < MAX_CAUSES; each = each.cause) {
    causes.push(each);
    // A host name may have several addresses. Connecting to each failed with its own error.
    if (each instanceof AggregateError) {
      causes.push(...each.errors.filter((inner): inner is Error => inner instanceof Error));
    }
  }
  return causes;
}
