import type { ENDPOINTS, EndpointName } from '@packshot/contract';
import type { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { Caller, ClientAddress, KeyCaller } from '../../access/caller.ts';

type EndpointRow<N extends EndpointName> = (typeof ENDPOINTS)[N];

type CallerOf<N extends EndpointName> = EndpointRow<N>['auth'] extends 'bearer'
  ? Caller
  : EndpointRow<N>['auth'] extends 'key'
    ? KeyCaller
    : EndpointRow<N>['auth'] extends 'optional'
      ? Caller | null
      : null;

type ParsedPart<R, Key extends string> =
  R extends Record<Key, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A validated request, as passed to the handler of endpoint `N`. */
export interface Call<N extends EndpointName> {
  readonly caller: CallerOf<N>;
  readonly input: ParsedPart<EndpointRow<N>, 'input'>;
  readonly query: ParsedPart<EndpointRow<N>, 'query'>;
  readonly params: ParsedPart<EndpointRow<N>, 'params'>;
  readonly from: ClientAddress;
  /** Only set if the contract says `idempotent`. */
  readonly idempotencyKey: string | undefined;
  /** Header with a captcha's solution; only set if the contract requires one. */
  readonly captchaSolution: string | undefined;
  /** The raw request, for HTTP details. */
  readonly request: FastifyRequest;
}

/** A JSON or text response whose status or type differs from the contract's default. */
export class SpecialAnswer<T> {
  readonly body: T;
  readonly status: number;
  readonly contentType: string | null;
  constructor(body: T, options: { status?: number; contentType?: string } = {}) {
    this.body = body;
    this.status = options.status ?? 200;
    this.contentType = options.contentType ?? null;
  }
}

/** A file that is generated while it is sent. */
export interface MadeFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

type EndpointAnswer<N extends EndpointName> = {
  json: ParsedPart<EndpointRow<N>, 'output'> | SpecialAnswer<ParsedPart<EndpointRow<N>, 'output'>>;
  /** The route streams the states of these tasks. */
  stream: { readonly taskIds: readonly string[] };
  text: SpecialAnswer<string>;
  empty: void;
  /** Target path. */
  redirect: string;
  file: MadeFile;
}[EndpointRow<N>['answer']];

type Handler<N extends EndpointName> = (call: Call<N>) => Promise<EndpointAnswer<N>>;

/** One handler per endpoint of the contract; missing or extra ones don't compile. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> };
