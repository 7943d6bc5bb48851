import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { TaskTool } from '../../tools/task-tools.ts';
import type { ApiScope } from '../keys.ts';

/**
 * What a call sends: `call` a picture and options for a tool, `image` a picture alone; both as a form with the file, or as
 * JSON with an address or a key. `json`: what `input` says. `table`: a CSV or XLSX, as it is.
 */
export type V1BodyKind = 'none' | 'call' | 'image' | 'json' | 'table';
/**
 * `job`: its picture or its description of itself, as `Accept` says; 202 when it takes longer than the call waits. `file`: of a type in `fileType`,
 * made while it is read.
 */
export type V1AnswerKind = 'job' | 'json' | 'bytes' | 'stream' | 'file' | 'empty';

/** One endpoint of the public API. */
export interface V1Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Names in braces are fields of `params`. */
  readonly path: string;
  readonly summary: string;
  /** Cost, as a part of the summary where work is paid for. */
  readonly cost?: string;
  readonly tag: string;
  /** What a key needs for it; `any`: whatever it may do; null: no key is needed. */
  readonly scope: ApiScope | 'any' | null;
  readonly body: V1BodyKind;
  readonly answer: V1AnswerKind;
  readonly successStatus: number;
  readonly tool?: TaskTool;
  /** Of `json`. */
  readonly input?: z.ZodType;
  /** Of `json` and `table`; absent: as small as most JSON is. */
  readonly maxBodyBytes?: number;
  /** The same call again with the same key makes nothing new. Of `call` and `image` always. */
  readonly takesIdempotencyKey?: boolean;
  readonly fileType?: string | readonly string[];
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType;
  readonly output?: z.ZodType;
  /** Besides those of any call. */
  readonly errors?: readonly ErrorCode[];
}

/** What CSV and XLSX are sent as; which of them it is, the bytes say. */
export const V1_TABLE_MEDIA_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;
