/**
 * Attributes of a tracing span. They must never contain a name, an address, a prompt, a file name, an object key or a
 * secret.
 */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Role of this process in the call; defaults to `internal`. */
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
  /**
   * W3C `traceparent` of the caller, possibly untrusted. Null or invalid text starts a new trace; if undefined, the
   * current span is the parent.
   */
  readonly parent?: string | null;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  fail(reason: string): void;
  /** Adds a child span that was timed elsewhere; times in milliseconds since 1970. */
  addPart(name: string, startMs: number, endMs: number, options?: { readonly hasFailed?: boolean }): void;
}

/** A span that the caller ends explicitly. */
export interface OpenSpan extends Span {
  run<Result>(work: () => Result): Result;
  end(): void;
}

/** Trace ids for log lines, under the property names that log collectors know. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Records traces: the timed steps of a user's action, in all processes that worked on it. */
export interface Tracing {
  readonly isOn: boolean;
  /** Runs work as a span. If the work throws, the span counts as failed. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  open(name: string, options: SpanOptions): OpenSpan;
  /** Returns the W3C `traceparent` of the current span, to be passed to other processes; null without a span. */
  current(): string | null;
  ids(): TraceIds | null;
  /** Sends the remaining spans; takes at most a few seconds. */
  close(): Promise<void>;
}

const NO_SPAN: OpenSpan = {
  set: () => undefined,
  fail: () => undefined,
  addPart: () => undefined,
  run: (work) => work(),
  end: () => undefined,
};

/** Tracing that records nothing, for servers without a collector. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(NO_SPAN),
  open: () => NO_SPAN,
  current: () => null,
  ids: () => null,
  close: async () => undefined,
};
