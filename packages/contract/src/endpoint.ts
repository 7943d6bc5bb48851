import type { z } from 'zod';
import type { ApiScope } from './api/keys.ts';
import type { ToolCall } from './api/v1/tool-call.ts';
import type { ErrorCode } from './errors.ts';

/** `bearer`: a person’s access token. `key`: an API key, of a program. */
export type AuthNeed = 'none' | 'optional' | 'bearer' | 'key';
/** `raw`: the handler gets the unparsed bytes, because a signature covers bytes. */
export type BodyKind = 'none' | 'json' | 'form' | 'raw';
/** `redirect` sends a browser to a page of ours; `file` is a download that is sent while it is generated. */
export type AnswerKind = 'json' | 'stream' | 'text' | 'empty' | 'redirect' | 'file';

/** One endpoint, with everything that the server's router, the typed client and the OpenAPI document need. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{product}` stands for the configured slug; any other name in braces is a field of `params`. */
  readonly path: string;
  /** What the API's document calls it, for clients that are made from it; absent: its name in the table. */
  readonly operationId?: string;
  readonly auth: AuthNeed;
  /** What a key needs for it; absent: any key will do. */
  readonly scope?: ApiScope;
  readonly summary: string;
  /** Cost, as a part of the summary where work is paid for. */
  readonly cost?: string;
  readonly tag: string;
  readonly body: BodyKind;
  /** Of JSON that may be larger than usual; absent: 64 KB. */
  readonly maxBodyBytes?: number;
  readonly answer: AnswerKind;
  readonly successStatus: number;
  /** The path parameters, by their names in braces. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly input?: z.ZodType;
  readonly output?: z.ZodType;
  /** True when the call supports an Idempotency-Key header: the same key never charges or runs twice. */
  readonly idempotent?: boolean;
  /** How long caches may keep the answer, which must be the same for everyone; absent: not at all. */
  readonly cacheForS?: number;
  /**
   * Requires a solved captcha in the header `x-captcha`: always, or after frequent calls (from one address,
   * or for one account). Without one the answer is CAPTCHA_REQUIRED.
   */
  readonly captcha?: 'always' | 'when-frequent';
  /**
   * Refusals specific to this endpoint, besides those of any endpoint (a bad request, a missing token, a
   * limit, a fault).
   */
  readonly errors?: readonly ErrorCode[];
  /** Of a tool: how the public API asks for it; absent: it does not have it. */
  readonly call?: ToolCall;
}
