import type { ErrorCode, Problem } from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/domain-error.ts';
import { getPath } from '../platform/http/web-app.ts';

/** Service whose API a compatibility endpoint offers. */
export type CompatApi = 'remove.bg' | 'rembg';

/** Path of the endpoint at which remove.bg clients read their balance. */
export const REMOVE_BG_ACCOUNT_PATH = '/v1.0/account';
export const REMBG_PATH = '/api/remove';

/**
 * Determines from the path which API a request is for, because a request may be refused before it has a route. Null
 * for all other paths.
 */
export function findCompatApi(request: FastifyRequest): CompatApi | null {
  const path = getPath(request);
  if (/^\/v1\.0(\/|$)/.test(path)) return 'remove.bg';
  return path.replace(/\/$/, '') === REMBG_PATH ? 'rembg' : null;
}

/** Messages of errors that remove.bg answers with status 400, by remove.bg's error code. */
const REMOVE_BG_REFUSALS = {
  missing_source: 'No image given',
  multiple_sources:
    'Multiple image sources given: Please provide either the image_url, image_file or image_file_b64 parameter.',
  multiple_bg_sources:
    'Multiple background sources given: Please provide either the bg_color, the bg_image_url or the bg_image_file parameter.',
  roi_region_empty: 'ROI region is empty',
  roi_exceeds_bounds: 'ROI exceeds image bounds',
} as const;

/** Creates an error that remove.bg has its own code for. */
export const removeBgRefusal = (code: keyof typeof REMOVE_BG_REFUSALS): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { param: code, reason: REMOVE_BG_REFUSALS[code] } });

export const invalid = (param: string, reason: string): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { param, reason } });

interface RemoveBgError {
  readonly status: number;
  readonly code: string;
  readonly title: string;
}

const AUTH_FAILED = { status: 403, code: 'auth_failed', title: 'API Key invalid' };
const INSUFFICIENT = { status: 402, code: 'insufficient_credits', title: 'Insufficient credits' };
const TOO_OFTEN = { status: 429, code: 'rate_limit_exceeded', title: 'Rate limit exceeded' };
const UNREADABLE = {
  status: 400,
  code: 'failed_to_read_image',
  title: 'There was an error reading the image.',
};

/** Our error codes for which remove.bg has an equivalent. All other errors keep their own name and status. */
const KNOWN: Readonly<Partial<Record<ErrorCode, RemoveBgError>>> = {
  KEY_INVALID: AUTH_FAILED,
  KEY_EXPIRED: AUTH_FAILED,
  KEY_ADDRESS_REFUSED: AUTH_FAILED,
  KEY_SCOPE_MISSING: AUTH_FAILED,
  LIVE_KEYS_NOT_IN_PLAN: AUTH_FAILED,
  OUT_OF_CREDITS: INSUFFICIENT,
  OUT_OF_DOWNLOADS: INSUFFICIENT,
  KEY_CEILING_REACHED: INSUFFICIENT,
  TOO_MANY_REQUESTS: TOO_OFTEN,
  TOO_MANY_JOBS: TOO_OFTEN,
  FAIR_USE_REACHED: TOO_OFTEN,
  TEST_LIMIT_REACHED: TOO_OFTEN,
  TOO_LARGE_BYTES: { status: 400, code: 'file_too_large', title: 'File too large' },
  TOO_MANY_PIXELS: { status: 400, code: 'resolution_too_high', title: 'Image resolution too high' },
  UNSUPPORTED_TYPE: { status: 400, code: 'invalid_file_type', title: 'Invalid file type' },
  TOO_SMALL: { status: 400, code: 'invalid_dimensions', title: 'Failed to read image dimensions' },
  EMPTY_FILE: UNREADABLE,
  CORRUPT_IMAGE: UNREADABLE,
  UNSUPPORTED_BIT_DEPTH: UNREADABLE,
  UNSUPPORTED_CODING: UNREADABLE,
  DECODE_TIMEOUT: UNREADABLE,
  NO_SUBJECT: { status: 400, code: 'unknown_foreground', title: 'Could not identify foreground in image.' },
};

function removeBgError({ code, status, param, detail, title }: Problem): RemoveBgError {
  const isBackground = param?.startsWith('bg_image') === true;
  if (code === 'URL_REFUSED') {
    const field = isBackground ? 'bg_image_url' : 'image_url';
    return { status: 400, code: `invalid_${field}`, title: `Invalid ${field}: Please provide a valid URL.` };
  }
  if (code === 'URL_UNREACHABLE') {
    const what = isBackground ? 'bg' : 'image';
    return { status: 400, code: `failed_${what}_download`, title: 'Failed to download image from given URL' };
  }
  if (code === 'BAD_REQUEST' && param !== undefined) {
    const knownTitle = Object.entries(REMOVE_BG_REFUSALS).find(([name]) => name === param)?.[1];
    if (knownTitle !== undefined) return { status, code: param, title: knownTitle };
    return { status, code: `invalid_${param}`, title: `Invalid value for parameter '${param}'` };
  }
  return KNOWN[code] ?? { status, code: code.toLowerCase(), title: title ?? detail };
}

/** Sends an error in the format that clients of the imitated API expect. */
export function sendCompatRefusal(reply: FastifyReply, api: CompatApi, problem: Problem): FastifyReply {
  reply.request.problemCode = problem.code;
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify);
  if (api === 'remove.bg') {
    const { status, code, title } = removeBgError(problem);
    return reply.code(status).send({ errors: [{ title, code, detail: problem.detail }] });
  }
  const { code, status, param, detail } = problem;
  if (code !== 'BAD_REQUEST') return reply.code(status).send({ detail });
  return reply.code(422).send({ detail: [{ loc: ['body', param ?? ''], msg: detail, type: 'value_error' }] });
}
