import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type AuthNeed = 'none' | 'optional' | 'bearer';
/** `raw`: the handler gets the bytes as they came, because a signature is about bytes. */
export type BodyKind = 'none' | 'json' | 'form' | 'raw';
/** `redirect` sends a browser on to a page of ours; `file` is bytes that a browser saves, sent as they are made. */
export type AnswerKind = 'json' | 'stream' | 'text' | 'empty' | 'redirect' | 'file';

/** One endpoint: everything the server's router, the typed client and the OpenAPI document need. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{product}` stands for the configured slug; any other name in braces is a field of `params`. */
  readonly path: string;
  /** What the API's document calls it, for clients that are made from it; absent: its name in the table. */
  readonly operationId?: string;
  readonly auth: AuthNeed;
  readonly summary: string;
  readonly tag: string;
  readonly body: BodyKind;
  readonly answer: AnswerKind;
  readonly successStatus: number;
  /** The parts of the path that the caller fills in, by the names they have between braces. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly input?: z.ZodType;
  readonly output?: z.ZodType;
  /** True when the call honours an Idempotency-Key header: the same key never charges or runs twice. */
  readonly idempotent?: boolean;
  /** How long anybody may keep the answer; absent: nobody may. For what is the same for everybody. */
  readonly cacheForS?: number;
  /**
   * Asks for a solved captcha in the header `x-captcha`: of everybody, or where it has been called often (from one
   * address, or for one account).
   * Without one the answer is CAPTCHA_REQUIRED.
   */
  readonly captcha?: 'always' | 'when-frequent';
  /** Refusals of this endpoint's own, besides those that any endpoint may answer (a bad request, a missing token, a limit, a fault). */
  readonly errors?: readonly ErrorCode[];
}
