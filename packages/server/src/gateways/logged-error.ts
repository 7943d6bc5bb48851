/** Secrets that must not reach a log, anywhere in a message or stack. */
const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/\b(signature|policy|token|access|refresh|password|x-amz-[\w-]+)=[^&\s"']+/gi, '$1=[redacted]'],
  // The database layer appends the statement's values to its messages: email addresses, token hashes.
  [/^params: [\s\S]*?(?=\n\s+at |(?![\s\S]))/gm, 'params: [redacted]'],
];

const MAX_CAUSES = 4;
const MAX_TEXT = 8000;

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error in log form: type, message, code, stack and causes, without secrets and other fields. */
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
