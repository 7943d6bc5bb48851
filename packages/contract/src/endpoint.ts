import type { z } from 'zod';
import type { ApiScope } from './api/keys.ts';
import type { ToolCall } from './api/v1/tool-call.ts';
import type { ErrorCode } from './errors.ts';

/** `bearer`: a user’s access token. `key`: a program's API key. */
export type AuthNeed = 'none' | 'optional' | 'bearer' | 'key';
/** Format of the request body. `raw`: the handler receives the unparsed bytes, because a signature covers them. */
export type BodyKind = 'none' | 'json' | 'form' | 'raw';
/**
 * Format of the answer. `redirect` sends a browser to one of our pages; `file` is a download that is streamed while it
 * is generated.
 */
export type AnswerKind = 'json' | 'stream' | 'text' | 'empty' | 'redirect' | 'file';

/** Endpoint, with all data for the server's router, the typed client and the OpenAPI document. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{product}` is the configured slug; any other name in braces is a field of `params`. */
  readonly path: string;
  /** Operation ID in the API document, for generated clients; defaults to its name in the table. */
  readonly operationId?: string;
  readonly auth: AuthNeed;
  /** Scope that an API key needs; if missing, any key may call the endpoint. */
  readonly scope?: ApiScope;
  readonly summary: string;
  /** Sentence about the cost, added to the summary on servers with billing. */
  readonly cost?: string;
  readonly tag: string;
  readonly body: BodyKind;
  /** Size limit for JSON that may be larger than the default of 64 KB. */
  readonly maxBodyBytes?: number;
  readonly answer: AnswerKind;
  readonly successStatus: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly input?: z.ZodType;
  readonly output?: z.ZodType;
  /**
   * True if the call supports an Idempotency-Key header: repeating a call with the same key within 24 hours returns
   * the first answer, and neither runs nor charges again.
   */
  readonly idempotent?: boolean;
  /** Cache lifetime of the answer in seconds, which must then be the same for all users; not cached by default. */
  readonly cacheForS?: number;
  /**
   * Requires a solved captcha in the header `x-captcha`: always, or after frequent calls (from one IP address, or for
   * one account). Without a captcha the answer is CAPTCHA_REQUIRED.
   */
  readonly captcha?: 'always' | 'when-frequent';
  /**
   * Error codes specific to this endpoint, besides those of every endpoint (a bad request, a missing token, a limit, a
   * fault).
   */
  readonly errors?: readonly ErrorCode[];
  /** Mapping of a tool to the public API; missing if the API doesn't have the tool. */
  readonly call?: ToolCall;
}
