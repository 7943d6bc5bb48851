import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger, LevelWithSilent } from 'pino';
import { loggedError } from './logged-error.ts';

/** Names under which secrets occur: headers, fields of requests and answers, settings. */
export const SECRET_NAMES: readonly string[] = [
  'authorization',
  'cookie',
  'set-cookie',
  'stripe-signature',
  'x-api-key',
  'access',
  'refresh',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'x-gcp-marketplace-token',
  'password',
  'secret',
  'client_secret',
  'secretKey',
  'webhookSecret',
  'sessionSecret',
  'secretAccessKey',
  'databaseUrl',
  'apiKey',
  'signature',
  'policy',
  'image_url',
  'std_url',
];

/** As deep as logged objects are nested: `{ req: { headers: { … } } }`. */
const LEVELS = ['', '*', '*.*'];

/** A secret that is logged by accident shows as `[redacted]`. */
const redactedPaths = (): string[] =>
  SECRET_NAMES.flatMap((name) => LEVELS.map((level) => `${level}["${name}"]`));

/**
 * Writes one JSON line per event to standard output.
 * @param processName `api` or `worker`; added to every line
 * @param destination replaces standard output (tests)
 */
export function createLogger(
  level: LevelWithSilent,
  processName: string,
  destination: DestinationStream = pino.destination(1),
): PinoLogger {
  return pino(
    {
      level,
      base: { process: processName, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: { paths: redactedPaths(), censor: '[redacted]' },
    },
    destination,
  );
}

/**
 * Unbuffered standard output, for processes that log little and may die at any moment, since their last lines
 * matter most.
 */
export const unbufferedOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });
