import { isSpanContextValid, TraceFlags } from '@opentelemetry/api';
import type { SpanContext } from '@opentelemetry/api';

/** Matches W3C Trace Context headers: version 00 exactly, and the first fields of later versions. */
const TRACEPARENT =
  /^(?:00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})|(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-[\x20-\x7e]{0,400})?)$/;

/**
 * Parses a `traceparent` header.
 * @returns null for any other text, which then starts a new trace
 */
export function readTraceparent(text: string): SpanContext | null {
  const [, ...parts] = TRACEPARENT.exec(text) ?? [];
  const [traceId = '', spanId = '', flags = ''] = parts.filter((part) => part !== undefined);
  const context = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  return isSpanContextValid(context) ? context : null;
}

export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
