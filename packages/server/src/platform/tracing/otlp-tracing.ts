import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span as SdkSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { PRODUCT_VERSION } from '@packshot/contract';
import type { Logger } from '../logging/logger.ts';
import type { OpenSpan, Span, SpanOptions, Tracing } from './tracing.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

/**
 * Maximum number of spans waiting to be sent. Further spans are dropped, so that an unavailable collector costs only a
 * few megabytes.
 */
const WAITING_SPANS = 2048;
const SPANS_PER_EXPORT = 512;
const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;
const EXPORTS_AT_ONCE = 2;
/** Maximum time that a stopping process waits for a collector. */
const CLOSE_MS = 2_000;
/** Minimum time between warnings, because an unavailable collector fails every export. */
const QUIET_MS = 60_000;
const MAX_ATTRIBUTE_LENGTH = 256;
const MAX_ATTRIBUTES = 32;

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

export interface OtlpOptions {
  /** Base URL of the collector, to which `/v1/traces` is added. */
  readonly endpoint: string;
  /** Request headers of each export, such as the collector's access tokens. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fraction of traces that are recorded, 0 to 1. A trace's id decides, so that every process decides alike. */
  readonly share: number;
  /** Name of the process in traces: `packshot-api` or `packshot-worker`. */
  readonly serviceName: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Opens tracing with OpenTelemetry, which sends traces to a collector in the background. Export errors never affect
 * the traced work.
 */
export function openOtlpTracing({ endpoint, headers, share, serviceName, logger }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: EXPORTS_AT_ONCE,
  });
  const provider = new TracerProvider({
    // The client may set the trace id by `traceparent`, but not whether we record the trace.
    sampler: new TraceIdRatioBasedSampler(share),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.namespace': 'packshot',
      'service.version': PRODUCT_VERSION,
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
    }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH, attributeCountLimit: MAX_ATTRIBUTES },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: sayingWhatFails(exporter, logger),
        maxQueueSize: WAITING_SPANS,
        maxExportBatchSize: SPANS_PER_EXPORT,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('packshot', PRODUCT_VERSION);
  const here = new AsyncLocalStorage<Context>();
  const spanHere = (): SdkSpan | undefined => {
    const context = here.getStore();
    return context && trace.getSpan(context);
  };

  const createContext = (parent: string | null | undefined): Context => {
    if (parent === undefined) return here.getStore() ?? ROOT_CONTEXT;
    const remote = parent === null ? null : readTraceparent(parent);
    return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  };

  const open = (name: string, { kind = 'internal', parent, attributes = {} }: SpanOptions): OpenSpan => {
    const before = createContext(parent);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, before);
    const within = trace.setSpan(before, span);
    return {
      set: (more) => void span.setAttributes({ ...more }),
      fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
      addPart(partName, startMs, endMs, { hasFailed = false } = {}) {
        const part = tracer.startSpan(partName, { startTime: startMs }, within);
        if (hasFailed) part.setStatus({ code: SpanStatusCode.ERROR });
        part.end(Math.max(startMs, endMs));
      },
      run: (work) => here.run(within, work),
      end: () => span.end(),
    };
  };

  return {
    isOn: true,
    open,
    async span(name, options, work) {
      const span = open(name, options);
      try {
        return await span.run(() => work(span as Span));
      } catch (error) {
        // Only the error's name and code are recorded, because its message may contain confidential data.
        span.fail(getErrorName(error));
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const span = spanHere();
      return span === undefined ? null : writeTraceparent(span.spanContext());
    },
    ids() {
      const span = spanHere();
      if (span === undefined) return null;
      const { traceId, spanId } = span.spanContext();
      return { trace_id: traceId, span_id: spanId };
    },
    async close() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, CLOSE_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

function getErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}

/** Wraps an exporter. Logs at most one line per minute with the number of lost spans. */
function sayingWhatFails(exporter: OTLPTraceExporter, logger: OtlpOptions['logger']): SpanExporter {
  let saidMs = -Infinity;
  let lostSpans = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error !== undefined) {
          lostSpans += spans.length;
          if (performance.now() - saidMs >= QUIET_MS) {
            logger.warn({ err: error, spans: lostSpans }, 'traces could not be sent to the collector');
            saidMs = performance.now();
            lostSpans = 0;
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
