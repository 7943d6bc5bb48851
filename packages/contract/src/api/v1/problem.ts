import { z } from 'zod';
import { ERROR_CODES, ERRORS } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { API_MESSAGES } from '../messages.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Where each kind of problem is described. */
export const PROBLEMS_PATH = '/v1/problems';

/** An error of the public API (RFC 9457). */
export const problemSchema = z.object({
  /** Relative to the address that was asked; describes the problem. */
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** A sentence for people; may change. */
  detail: z.string(),
  /** Never changes. */
  code: z.enum(ERROR_CODES),
  /** What of the request is at fault, where it is one thing. */
  param: z.string().optional(),
  request_id: z.string(),
  /** Always 0, because failures cost nothing. Absent on a server without billing. */
  credits_charged: z.literal(0).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A kind of problem: what does not differ from one answer to the next. */
export const problemKindSchema = problemSchema.pick({
  type: true,
  title: true,
  status: true,
  detail: true,
  code: true,
});
export type ProblemKind = z.infer<typeof problemKindSchema>;

/** Sentences that people on a page read otherwise: a program reloads none, and sends more than photos. */
const FOR_PROGRAMS: Partial<Readonly<Record<ErrorCode, string>>> = {
  SERVERS_BUSY: API_MESSAGES.serversBusy,
  TOO_LARGE_BYTES: API_MESSAGES.bodyTooLarge,
};

/** As they are written within a title. */
const ACRONYMS: Readonly<Record<string, string>> = { url: 'URL', avif: 'AVIF', captcha: 'CAPTCHA' };

/** A code's words, as a title. */
function formatTitle(code: ErrorCode): string {
  const title = code
    .toLowerCase()
    .split('_')
    .map((word) => ACRONYMS[word] ?? word)
    .join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export function problemKind(code: ErrorCode): ProblemKind {
  const { status, message } = ERRORS[code];
  return {
    type: `${PROBLEMS_PATH}/${code}`,
    title: formatTitle(code),
    status,
    detail: FOR_PROGRAMS[code] ?? message,
    code,
  };
}
