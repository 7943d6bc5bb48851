import { ERRORS } from '@packshot/contract';
import type { ErrorBody, ErrorCode } from '@packshot/contract';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { DomainError, RetryLaterError } from '../domain-error.ts';
import { ReadRefusedError, UploadRefusedError } from '../objects/local-object-gateway.ts';
import type { UploadRefusal } from '../objects/local-object-gateway.ts';
import {
  InvalidObjectKeyError,
  ObjectNotFoundError,
  StorageFullError,
  StorageUnavailableError,
} from '../objects/object-store.ts';

/** Seconds that a client should wait if the servers are busy, or a service that they need is down. */
const BUSY_RETRY_AFTER_S = 5;
/** Seconds after which one of an API key's concurrent jobs may have ended. */
const JOBS_RETRY_AFTER_S = 5;
const FIELDS_SHOWN = 100;
/** Seconds that a client should wait if too many tasks of guests are waiting. */
const QUEUE_RETRY_AFTER_S = 30;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** True if our code or a service we depend on caused the error, which is then logged. */
  readonly isFault: boolean;
}

const UPLOAD_REFUSALS: Record<UploadRefusal, ErrorCode> = {
  malformed: 'UPLOAD_FORBIDDEN',
  forged: 'UPLOAD_FORBIDDEN',
  'wrong-key': 'UPLOAD_FORBIDDEN',
  'wrong-content-type': 'UPLOAD_FORBIDDEN',
  'already-used': 'UPLOAD_FORBIDDEN',
  expired: 'UPLOAD_EXPIRED',
  'too-small': 'EMPTY_FILE',
  'too-large': 'TOO_LARGE_BYTES',
};

/**
 * Converts any thrown value to an error response. For an unexpected error, the response contains only the code and
 * message of INTERNAL.
 */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof RetryLaterError) {
    const { code, message, detail } = error;
    return answer(code, { message, detail, headers: { 'retry-after': String(error.retryAfterSeconds) } });
  }
  if (error instanceof DomainError) {
    return answer(error.code, { detail: error.detail, isFault: ERRORS[error.code].status >= 500 });
  }
  if (error instanceof UploadRefusedError) return answer(UPLOAD_REFUSALS[error.reason]);
  if (error instanceof ReadRefusedError) return answer('FORBIDDEN');
  if (error instanceof ObjectNotFoundError || error instanceof InvalidObjectKeyError) {
    return answer('NOT_FOUND');
  }
  if (error instanceof StorageFullError) return answer('STORAGE_FULL', { isFault: true });
  if (error instanceof StorageUnavailableError) return answer('SERVERS_BUSY', { isFault: true });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.slice(0, FIELDS_SHOWN).map(({ instancePath, message }) => ({
      field: instancePath.slice(1).replaceAll('/', '.'),
      message: message ?? ERRORS.BAD_REQUEST.message,
    }));
    return answer('BAD_REQUEST', { detail: { fields } });
  }
  const status = getStatusCode(error);
  // Errors of Fastify and its plugins: broken JSON, an unexpected media type, an oversized body.
  if (status !== null && status >= 400 && status < 500) {
    return answer(status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST', { detail: plainReason(error) });
  }
  return answer('INTERNAL', { isFault: true });
}

function answer(
  code: ErrorCode,
  options: { message?: string; detail?: unknown; headers?: Record<string, string>; isFault?: boolean } = {},
): ErrorAnswer {
  const { status } = ERRORS[code];
  const message = options.message ?? ERRORS[code].message;
  const headers: Record<string, string> = { ...options.headers };
  if (code === 'GUEST_QUEUE_FULL') headers['retry-after'] ??= String(QUEUE_RETRY_AFTER_S);
  if (code === 'TOO_MANY_JOBS') headers['retry-after'] ??= String(JOBS_RETRY_AFTER_S);
  if (code === 'SERVERS_BUSY') headers['retry-after'] ??= String(BUSY_RETRY_AFTER_S);
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="packshot"';
  const body = { code, message, ...(options.detail !== undefined && { detail: options.detail }) };
  return { status, body, headers, isFault: options.isFault ?? false };
}

function getStatusCode(error: unknown): number | null {
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    return error.statusCode;
  }
  return null;
}

/**
 * Only the error code is shown. Codes of Fastify and its plugins are fixed strings; their messages may quote the
 * request.
 */
function plainReason(error: unknown): { reason: string } | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return { reason: error.code };
  }
  return undefined;
}
