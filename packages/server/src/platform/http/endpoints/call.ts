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
  /** Idempotency key; only set if the contract says `idempotent`. */
  readonly idempotencyKey: string | undefined;
  /** Captcha solution from the header; only set if the contract requires one. */
  readonly captchaSolution: string | undefined;
  readonly request: FastifyRequest;
}

/** A JSON or text response whose status or content type differs from the contract's default. */
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
  /** Ids of tasks whose states the route sends as an event stream. */
  stream: { readonly taskIds: readonly string[] };
  text: SpecialAnswer<string>;
  empty: void;
  /** Path to which the browser is redirected. */
  redirect: string;
  file: MadeFile;
}[EndpointRow<N>['answer']];

type Handler<N extends EndpointName> = (call: Call<N>) => Promise<EndpointAnswer<N>>;

/** One handler per endpoint of the contract. A missing or extra handler is a compile error. */
export type Handlers = { readonly [N in EndpointName]: Handler<N> };
