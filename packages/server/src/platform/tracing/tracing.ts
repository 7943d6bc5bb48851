/** Attributes of a span. Must never contain a name, an address, a prompt, a file name, an object key or a secret. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Side of the call; defaults to `internal`. */
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
  /**
   * W3C `traceparent` of the origin, possibly untrusted. Null or invalid text starts a trace; if undefined, the current
   * span is the parent.
   */
  readonly parent?: string | null;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. */
  fail(reason: string): void;
  /** Adds a child span that was timed elsewhere, in milliseconds since 1970. */
  addPart(name: string, startMs: number, endMs: number, options?: { readonly hasFailed?: boolean }): void;
}

/** A span whose end isn't tied to a function. */
export interface OpenSpan extends Span {
  /** Runs code inside the span. */
  run<Result>(work: () => Result): Result;
  end(): void;
}

/** Ids for log lines, under the names that collectors know. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Traces of a user action, across all processes that worked on it. */
export interface Tracing {
  readonly isOn: boolean;
  /** Runs work as a span; an error fails the span. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  open(name: string, options: SpanOptions): OpenSpan;
  /** W3C `traceparent` of the current span for other processes, or null without one. */
  current(): string | null;
  /** Ids of the current span. */
  ids(): TraceIds | null;
  /** Sends remaining spans, within seconds. */
  close(): Promise<void>;
}

const NO_SPAN: OpenSpan = {
  set: () => undefined,
  fail: () => undefined,
  addPart: () => undefined,
  run: (work) => work(),
  end: () => undefined,
};

/** Tracing without a collector. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(NO_SPAN),
  open: () => NO_SPAN,
  current: () => null,
  ids: () => null,
  close: async () => undefined,
};
