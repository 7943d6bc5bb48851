import { pino } from 'pino';
import type { TraceIds } from '../tracing/tracing.ts';
import type { DestinationStream, Logger as PinoLogger, LevelWithSilent } from 'pino';

/** Property names under which secrets occur: headers, fields of requests and responses, settings. */
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

/** Prefixes of property paths in logged objects, for three nesting levels: `{ req: { headers: { … } } }`. */
const LEVELS = ['', '*', '*.*'];

/** Lists property paths that the log shows as `[redacted]` if a secret is logged by accident. */
const redactedPaths = (): string[] =>
  SECRET_NAMES.flatMap((name) => LEVELS.map((level) => `${level}["${name}"]`));

/**
 * Unbuffered standard output, so that the last lines before a crash aren't lost. A buffer would be flushed when the
 * process ends. If no program reads the output by then, the writer retries forever and the process hangs.
 */
export const unbufferedOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });

/**
 * Creates a logger that writes one JSON line per event to standard output.
 * @param processName `api` or `worker`; added to every line
 * @param destination replaces standard output in tests
 * @param traceIds ids of the trace that a line belongs to
 */
export function createLogger(
  level: LevelWithSilent,
  processName: string,
  destination: DestinationStream = unbufferedOutput(),
  traceIds: () => TraceIds | null = () => null,
): PinoLogger {
  return pino(
    {
      level,
      base: { process: processName, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error) },
      mixin: () => traceIds() ?? {},
      redact: { paths: redactedPaths(), censor: '[redacted]' },
    },
    destination,
  );
}

/** Patterns of secrets that must not reach a log, anywhere in a message or stack. */
const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bpk_(live|test)_\w+/g, 'pk_$1_[redacted]'],
  [/\bwhsec_[\w+/=]+/g, 'whsec_[redacted]'],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/\b(signature|policy|token|access|refresh|password|x-amz-[\w-]+)=[^&\s"']+/gi, '$1=[redacted]'],
  // Drizzle appends the statement's values, such as email addresses and token hashes, to its error messages.
  [/^params: [\s\S]*?(?=\n\s+at |(?![\s\S]))/gm, 'params: [redacted]'],
];

const MAX_CAUSES = 4;
const MAX_TEXT = 8000;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Converts an error for the log: type, message, code, stack and causes, without secrets and other fields. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  return {
    type: error.name,
    message: scrub(error.message),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  };
}

function scrub(text: string): string {
  let clean = text.slice(0, MAX_TEXT);
  for (const [pattern, replacement] of SECRETS) clean = clean.replaceAll(pattern, replacement);
  return clean;
}
