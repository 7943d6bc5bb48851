import { z } from 'zod';
import { ERROR_CODES, ERRORS } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { API_MESSAGES } from '../messages.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

export const PROBLEMS_PATH = '/v1/problems';

export const problemSchema = z.object({
  /** Path of the page that describes the problem, on the same server. */
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** Message for users; may change. */
  detail: z.string(),
  /** Stable error code, which programs can rely on. */
  code: z.enum(ERROR_CODES),
  /** Name of the invalid request parameter, if a single one is invalid. */
  param: z.string().optional(),
  request_id: z.string(),
  /** Always 0, because failures are free. Omitted on a server without billing. */
  credits_charged: z.literal(0).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Kind of problem: the fields of an error that are the same each time the error occurs. */
export const problemKindSchema = problemSchema.pick({
  type: true,
  title: true,
  status: true,
  detail: true,
  code: true,
});
export type ProblemKind = z.infer<typeof problemKindSchema>;

/** Messages worded differently than for users: programs don't reload pages, and upload more than photos. */
const FOR_PROGRAMS: Partial<Readonly<Record<ErrorCode, string>>> = {
  SERVERS_BUSY: API_MESSAGES.serversBusy,
  TOO_LARGE_BYTES: API_MESSAGES.bodyTooLarge,
};

const ACRONYMS: Readonly<Record<string, string>> = { url: 'URL', avif: 'AVIF', captcha: 'CAPTCHA' };

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
