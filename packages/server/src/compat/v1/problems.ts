import { PROBLEM_MEDIA_TYPE, problemKind } from '@packshot/contract';
import type { ErrorCode, Problem } from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import { errorAnswer } from '../../platform/http/errors.ts';
import { getPath } from '../../platform/http/web-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code with which the call was answered, or null. */
    problemCode: ErrorCode | null;
  }
}

/** Whether the path belongs to the public API, even if no endpoint exists there. */
export const isV1 = (request: FastifyRequest): boolean => /^\/v1(\/|$)/.test(getPath(request));

/** Our error codes for requests that the framework or its plugins refuse, by status. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE_BYTES',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Converts any thrown value to an error response (problem details) of the public API. */
export function problemOfError(error: unknown, requestId: string): Problem {
  const { code, detail } = errorAnswer(error).body;
  return createProblem(code === 'BAD_REQUEST' ? refusedCode(error) : code, requestId, readDetails(detail));
}

export function createProblem(
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

/**
 * Reads the invalid parameter and the reason from the details of an error. Details from the framework contain codes
 * instead of sentences, so they are left out.
 */
function readDetails(detail: unknown): { param?: string; reason?: string } {
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
