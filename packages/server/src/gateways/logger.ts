import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger, LevelWithSilent } from 'pino';
import { loggedError } from './logged-error.ts';

/** Under these names secrets travel: headers, fields of requests and answers, settings. */
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

/** As deep as what is logged nests: `{ req: { headers: { … } } }`. */
const LEVELS = ['', '*', '*.*'];

/** Whatever logs a secret by accident shows `[redacted]`. */
const redactedPaths = (): string[] =>
  SECRET_NAMES.flatMap((name) => LEVELS.map((level) => `${level}["${name}"]`));

/**
 * One JSON line an event, on standard output.
 * @param processName `api` or `worker`; in every line
 * @param destination where the lines go instead (tests)
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
 * Standard output without a buffer, for processes that log little and may end without notice: what they said
 * last is what one wants to read.
 */
export const unbufferedOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });
