/** What may be said of a span. Never a name, an address, a prompt, a file's name, a key of an object or a secret. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Its side of a call: `internal` without one. */
  readonly kind?: 'server' | 'producer' | 'consumer' | 'internal';
  /**
   * W3C `traceparent` of where it began, from anywhere: what is no such text counts as null, which begins a trace.
   * Absent: the span under way here.
   */
  readonly parent?: string | null;
  readonly attributes?: SpanAttributes;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** It did not do what it was for. */
  fail(reason: string): void;
  /** Adds a part that was timed elsewhere, in milliseconds since 1970. */
  addPart(name: string, startMs: number, endMs: number, options?: { readonly hasFailed?: boolean }): void;
}

/** A span that does not end with a function. */
export interface OpenSpan extends Span {
  /** Runs code as a part of it. */
  run<Result>(work: () => Result): Result;
  end(): void;
}

/** In logs, beside the line: the names that collectors know. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Traces: what one click set off, in every process that worked on it. */
export interface Tracing {
  readonly isOn: boolean;
  /** Runs work as a span; what it throws fails the span. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  open(name: string, options: SpanOptions): OpenSpan;
  /** W3C `traceparent` of the span under way here, to be carried elsewhere; null without one. */
  current(): string | null;
  /** Of the span under way here. */
  ids(): TraceIds | null;
  /** Sends what is left, within seconds. */
  close(): Promise<void>;
}

const NO_SPAN: OpenSpan = {
  set: () => undefined,
  fail: () => undefined,
  addPart: () => undefined,
  run: (work) => work(),
  end: () => undefined,
};

/** Without a collector. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, _options, work) => work(NO_SPAN),
  open: () => NO_SPAN,
  current: () => null,
  ids: () => null,
  close: async () => undefined,
};
