import { PROBLEM_MEDIA_TYPE, problemKind } from '@packshot/contract';
import type { ErrorCode, Problem } from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import { errorAnswer } from '../../platform/http/errors.ts';
import { pathOf } from '../../platform/http/web-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the problem that a call of the public API was answered with. */
    problemCode: ErrorCode | null;
  }
}

/** True for addresses of the public API, known or not. */
export const isV1 = (request: FastifyRequest): boolean => /^\/v1(\/|$)/.test(pathOf(request));

/** Refusals by the framework and its plugins that have a code of their own here. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE_BYTES',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Any thrown value as a problem of the public API. */
export function problemOfError(error: unknown, requestId: string): Problem {
  const { code, detail } = errorAnswer(error).body;
  return problemOf(code === 'BAD_REQUEST' ? refusedCode(error) : code, requestId, detailsOf(detail));
}

export function problemOf(
  code: ErrorCode,
  requestId: string,
  { param, reason }: { readonly param?: string | undefined; readonly reason?: string | undefined } = {},
): Problem {
  const kind = problemKind(code);
  return {
    ...kind,
    ...(reason !== undefined && { detail: `${kind.detail} ${reason}` }),
    ...(param !== undefined && param !== '' && { param }),
    request_id: requestId,
    credits_charged: 0,
  };
}

export function sendProblemBody(reply: FastifyReply, problem: Problem): FastifyReply {
  reply.request.problemCode = problem.code;
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type(`${PROBLEM_MEDIA_TYPE}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(problem);
}

function refusedCode(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return (typeof status === 'number' ? BY_STATUS[status] : undefined) ?? 'BAD_REQUEST';
}

/** Of a refusal in our own words: which parameter, and why. Reasons of the framework are codes, and stay out of sentences. */
function detailsOf(detail: unknown): { param?: string; reason?: string } {
  if (typeof detail !== 'object' || detail === null) return {};
  if ('fields' in detail && Array.isArray(detail.fields)) {
    const [first] = detail.fields as { field: string; message: string }[];
    return first === undefined ? {} : { param: first.field, reason: first.message };
  }
  const { param, reason } = detail as { param?: unknown; reason?: unknown };
  return {
    ...(typeof param === 'string' && { param }),
    ...(typeof reason === 'string' && reason.includes(' ') && { reason }),
  };
}
