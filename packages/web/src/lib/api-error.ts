import type { ErrorCode } from '@packshot/contract/errors';
import { MESSAGES, OWN_MESSAGES, tooManyRequestsFor } from '@packshot/contract/messages';

/** The server's codes, and what can go wrong before there is an answer. */
export type ClientErrorCode = ErrorCode | 'NETWORK' | 'OFFLINE' | 'UPLOAD_FAILED' | 'BAD_ANSWER';

/** A call that did not succeed. `message` is a sentence fit for a toast. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ClientErrorCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What the server says about single fields of a form, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  /** How long the server asks to be left alone; null when it does not say. */
  readonly retryAfterS: number | null;

  constructor(
    code: ClientErrorCode,
    status: number,
    message: string,
    options: ErrorOptions & {
      readonly fields?: Readonly<Record<string, string>>;
      readonly retryAfterS?: number;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.fields = options.fields ?? {};
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

const BUSY_STATUSES: readonly number[] = [0, 502, 504];
/** No answer, or a gateway's that the server behind it has no time. */
export const isBusyStatus = (status: number): boolean => BUSY_STATUSES.includes(status);

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** The request got no answer at all. */
export function noAnswerError(cause?: unknown): ApiError {
  return isOffline()
    ? new ApiError('OFFLINE', 0, OWN_MESSAGES.offline, { cause })
    : new ApiError('NETWORK', 0, MESSAGES.serversBusy, { cause });
}

/** What the server calls the error of an answer; null when it says nothing. The answer can still be read. */
export async function codeOfResponse(response: Response): Promise<string | null> {
  const { code } = parseBody(
    await response
      .clone()
      .text()
      .catch(() => ''),
  );
  return typeof code === 'string' ? code : null;
}

/** Reads the answer of a call that did not succeed, and how long to wait when there were too many of them. */
export async function errorOfResponse(response: Response, fallbackMessage?: string): Promise<ApiError> {
  const error = errorFromAnswer(response.status, await response.text(), fallbackMessage);
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (error.code !== 'TOO_MANY_REQUESTS' || !(retryAfterS > 0)) return error;
  return new ApiError(error.code, error.status, tooManyRequestsFor(retryAfterS), { retryAfterS });
}

interface MaybeErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  /** What other servers call the sentence. */
  readonly error?: unknown;
  readonly detail?: unknown;
}

/**
 * Reads an error answer.
 * @param fallbackMessage for answers that are not from our API, such as a proxy's HTML page
 */
export function errorFromAnswer(
  status: number,
  bodyText: string,
  fallbackMessage: string = OWN_MESSAGES.internal,
): ApiError {
  if (isBusyStatus(status)) return new ApiError('SERVERS_BUSY', status, MESSAGES.serversBusy);
  const body = parseBody(bodyText);
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : 'BAD_ANSWER';
  const sentences = [body.message, body.detail, body.error];
  const message = sentences.find((text) => typeof text === 'string' && text !== '') ?? fallbackMessage;
  return new ApiError(code, status, message as string, { fields: fieldsOf(body.detail) });
}

function fieldsOf(detail: unknown): Record<string, string> {
  const fields: unknown = (detail as { fields?: unknown } | null | undefined)?.fields;
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(
    (fields as { field?: unknown; message?: unknown }[]).map(({ field, message }) => [
      String(field),
      String(message),
    ]),
  );
}

function parseBody(text: string): MaybeErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // Not JSON: not from our API.
    return {};
  }
}

/** True for what an AbortSignal does to a call. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError');

/** The sentence to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : OWN_MESSAGES.internal;
