import { Packshot, PackshotError } from '@packshot/client';
import { toFault } from '../run/outcome.ts';
import { toDisplayText, applyStyle } from '../terminal.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { ServerChoice } from './choice.ts';

/** Retries of each request. More than the client's default, because users who process a folder of photos can wait. */
const RETRIES = 8;

export const createClient = ({ address, key }: ServerChoice): Packshot =>
  new Packshot({ server: address, key, retries: RETRIES });

/** Retries of the first request, which only checks the server and the key. */
const FIRST_RETRIES = 1;
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Checks that the server responds and accepts the API key.
 * @returns false after a message if the server doesn't respond
 * @throws UsageError if the key isn't accepted
 */
export async function greet(
  server: ServerChoice,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<boolean> {
  const { address, key, name } = server;
  if (address.startsWith('http://') && !LOCAL.test(name)) {
    const warning = `${address} is not encrypted: others on the way can read the key and the photos.`;
    terminal.errors.write(`${applyStyle(terminal.errors, 'yellow', warning)}\n`);
  }
  try {
    await new Packshot({ server: address, key, retries: FIRST_RETRIES }).jobs.list({ limit: 1 }, { signal });
    return true;
  } catch (error) {
    // The user interrupted the command. Continue without a message; the next request throws immediately.
    if (signal.aborted) return true;
    if (error instanceof PackshotError && error.code.startsWith('KEY_'))
      throw new UsageError(formatFault(error));
    sayFailure(error, terminal);
    return false;
  }
}

/**
 * Reports a failure in one sentence, without a stack trace.
 * @throws UsageError unchanged
 */
export function sayFailure(error: unknown, { errors }: Terminal): void {
  if (error instanceof UsageError) throw error;
  errors.write(`${applyStyle(errors, 'red', 'packshot:')} ${toDisplayText(formatFault(error))}\n`);
}

function formatFault(error: unknown): string {
  const { code, message, detail } = toFault(error);
  return `${message} (${code}${detail === undefined ? '' : `, ${detail}`})`;
}

/** Codes of failures that stop the run, because the next photo would have them too. */
export const HALTING: ReadonlySet<string> = new Set<PackshotError['code']>([
  'KEY_INVALID',
  'KEY_EXPIRED',
  'KEY_ADDRESS_REFUSED',
  'KEY_SCOPE_MISSING',
  'KEY_CEILING_REACHED',
  'LIVE_KEYS_NOT_IN_PLAN',
  'OUT_OF_CREDITS',
  'OUT_OF_DOWNLOADS',
  'FAIR_USE_REACHED',
  'DAILY_LIMIT_REACHED',
  'TEST_LIMIT_REACHED',
  'STORAGE_QUOTA',
  'NETWORK',
]);
