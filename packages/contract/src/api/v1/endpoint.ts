import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { TaskTool } from '../../tools/task-tools.ts';
import type { ApiScope } from '../keys.ts';

/**
 * Request body. `call`: a picture and options for a tool. `image`: only a picture. For both, a form carries the file
 * itself, and JSON its address or key. `json`: as described by `input`. `table`: an unchanged CSV or XLSX.
 */
export type V1BodyKind = 'none' | 'call' | 'image' | 'json' | 'table';
/**
 * Response. `job`: the job's result, or JSON about the job, depending on `Accept`; 202 if the job takes longer than the
 * call waits. `file`: of a type in `fileType`, streamed while it is made.
 */
export type V1AnswerKind = 'job' | 'json' | 'bytes' | 'stream' | 'file' | 'empty';

export interface V1Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameter names in braces, which are fields of `params`. */
  readonly path: string;
  readonly summary: string;
  /** Sentence about the cost, added to the summary on servers with billing. */
  readonly cost?: string;
  readonly tag: string;
  /** Scope that a key needs; `any` if every key may call it; null if no key is needed. */
  readonly scope: ApiScope | 'any' | null;
  readonly body: V1BodyKind;
  readonly answer: V1AnswerKind;
  readonly successStatus: number;
  readonly tool?: TaskTool;
  readonly input?: z.ZodType;
  /** Size limit for `json` and `table` bodies, in bytes; defaults to the usual limit for JSON. */
  readonly maxBodyBytes?: number;
  /** Whether repeating the call with the same idempotency key has no effect. Implied for `call` and `image`. */
  readonly takesIdempotencyKey?: boolean;
  readonly fileType?: string | readonly string[];
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType;
  readonly output?: z.ZodType;
  /** Errors in addition to those of every call. */
  readonly errors?: readonly ErrorCode[];
}

/** Media types accepted for a table; the bytes determine whether it is a CSV or an XLSX. */
export const V1_TABLE_MEDIA_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;
