import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../durations.ts';

/** Carries a question, which only the holder of the session secret can ask. */
export const DOCTOR_HEADER = 'x-packshot-doctor';
/** Carries the answer. */
export const SEEN_HEADER = 'x-packshot-seen';

/** What the API sees of a request that went through all proxies in front of it. */
export interface SeenRequest {
  /** Whom limits count. */
  readonly address: string;
  /** Who holds the connection: the last proxy, or the caller. */
  readonly peer: string;
  /** Whether what the peer says of others is believed. */
  readonly isPeerTrusted: boolean;
  readonly isForwarded: boolean;
  readonly protocol: string;
  readonly host: string;
}

const VALID_MS = 60 * MINUTE_MS;

const macOf = (key: Uint8Array, askedMs: string): Buffer =>
  createHmac('sha256', key).update(askedMs).digest();

/** Good for an hour, anywhere in this installation: a clock that is wrong is another of the findings. */
export function doctorQuestion(key: Uint8Array, nowMs: number): string {
  const askedMs = String(nowMs);
  return `${askedMs}.${macOf(key, askedMs).toString('base64url')}`;
}

export function isDoctorQuestion(key: Uint8Array, question: string, nowMs: number): boolean {
  const [askedMs = '', mac = ''] = question.split('.');
  const [given, expected] = [Buffer.from(mac, 'base64url'), macOf(key, askedMs)];
  const isDue = Math.abs(Number(askedMs) - nowMs) < VALID_MS;
  return isDue && given.length === expected.length && timingSafeEqual(given, expected);
}
