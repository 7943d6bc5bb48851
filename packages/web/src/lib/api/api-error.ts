import { LANGUAGE } from '@packshot/contract/text/interface-language';
import type { ErrorCode } from '@packshot/contract/errors';
import { MESSAGES, OWN_MESSAGES, tooManyRequestsFor } from '@packshot/contract/messages';

/** Error codes: those of the server, and those of failures without a response. */
export type ClientErrorCode =
  | ErrorCode
  | 'NETWORK'
  | 'OFFLINE'
  | 'UPLOAD_FAILED'
  | 'FILE_CHANGED'
  | 'BAD_ANSWER';

/** Failed call. `message` is suitable for a toast. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ClientErrorCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The server's messages about single form fields, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Pause in seconds that the server requests, or null. */
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

  /** The same error, assigned to a field of a form. */
  withField(field: string): ApiError {
    const { code, status, message } = this;
    return new ApiError(code, status, message, { fields: { [field]: message }, cause: this });
  }
}

const BUSY_STATUSES: readonly number[] = [0, 502, 504];
/** True if there was no answer, or if a gateway got none from the server behind it. */
export const isBusyStatus = (status: number): boolean => BUSY_STATUSES.includes(status);

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Error for a request that got no answer. */
export function noAnswerError(cause?: unknown): ApiError {
  return isOffline()
    ? new ApiError('OFFLINE', 0, OWN_MESSAGES.offline, { cause })
    : new ApiError('NETWORK', 0, MESSAGES.serversBusy, { cause });
}

/** Reads the server's error code from a response; null if there is none. The response's body stays readable. */
export async function codeOfResponse(response: Response): Promise<string | null> {
  const { code } = parseBody(
    await response
      .clone()
      .text()
      .catch(() => ''),
  );
  return typeof code === 'string' ? code : null;
}

/**
 * Converts a failed response to an error. Includes the pause that the server requests if its queue is too long or it
 * got too many requests.
 */
export async function errorOfResponse(response: Response, fallbackMessage?: string): Promise<ApiError> {
  const error = await inPageLanguage(
    errorFromAnswer(response.status, await response.text(), fallbackMessage),
  );
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (!(retryAfterS > 0)) return error;
  if (error.code === 'QUEUE_TOO_LONG')
    return new ApiError(error.code, error.status, error.message, { retryAfterS });
  if (error.code !== 'TOO_MANY_REQUESTS') return error;
  return new ApiError(error.code, error.status, tooManyRequestsFor(retryAfterS), { retryAfterS });
}

/**
 * Replaces the server's error message by the one that belongs to its code in the page's language, unless that is
 * English.
 */
export async function inPageLanguage(error: ApiError): Promise<ApiError> {
  if (LANGUAGE !== 'en') error.message = (await import('./error-sentence.ts')).errorSentence(error);
  return error;
}

interface MaybeErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  /** Fields in which other servers return the message. */
  readonly error?: unknown;
  readonly detail?: unknown;
}

/**
 * Creates the error for a failed response.
 * @param fallbackMessage for answers without a message, such as a proxy's HTML page
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
  return new ApiError(code, status, message as string, { fields: readFields(body.detail) });
}

function readFields(detail: unknown): Record<string, string> {
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
    // The body isn't JSON, so it isn't from our API.
    return {};
  }
}

/** True for the exceptions that an aborted AbortSignal causes. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError');

export const getErrorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : OWN_MESSAGES.internal;
