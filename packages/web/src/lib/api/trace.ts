import { TRACING_META } from '@packshot/contract/service/schemas';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

let isOn: boolean | null = null;

/** Whether this server records traces; a `<meta>` element of the page states it. */
const isTraced = (): boolean =>
  (isOn ??=
    globalThis.document?.querySelector(`meta[name="${TRACING_META}"]`)?.getAttribute('content') === 'on');

const clicks = new WeakMap<AbortSignal, string>();
const origins = new WeakMap<AbortSignal, AbortSignal>();

/** Records that a call with a signal of its own belongs to the same click as another signal. */
export function isOfClick(own: AbortSignal, click: AbortSignal): void {
  origins.set(own, origins.get(click) ?? click);
}

/**
 * W3C Trace Context for a call. Calls with the same abort signal belong to one click, such as uploading a photo and
 * cutting it out, so they share a trace.
 * @returns null if the server records no traces
 */
export function createTraceparent(callSignal: AbortSignal | undefined): string | null {
  if (!isTraced()) return null;
  const signal = callSignal && (origins.get(callSignal) ?? callSignal);
  const knownTraceparent = signal && clicks.get(signal);
  if (knownTraceparent !== undefined) return knownTraceparent;
  const traceparent = `00-${hex(TRACE_BYTES)}-${hex(SPAN_BYTES)}-01`;
  if (signal !== undefined) clicks.set(signal, traceparent);
  return traceparent;
}

/** Forgets whether tracing is enabled, for tests that change the page. */
export function forgetTracing(): void {
  isOn = null;
}
