import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger, LevelWithSilent } from 'pino';
import { loggedError } from './logged-error.ts';

/** Where tokens and signed addresses travel; whatever logs them by accident shows `[redacted]`. */
export const REDACTED_PATHS: readonly string[] = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  '*.access',
  '*.refresh',
  'access',
  'refresh',
  'token',
  '*.token',
  'password',
  '*.password',
  'image_url',
  'std_url',
  '*.image_url',
  '*.std_url',
  '*.signature',
  '*.policy',
];

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
      redact: { paths: [...REDACTED_PATHS], censor: '[redacted]' },
    },
    destination,
  );
}

/**
 * Standard output without a buffer, for processes that log little and may end without notice: what they said
 * last is what one wants to read.
 */
export const unbufferedOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });
