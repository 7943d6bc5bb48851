import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../durations.ts';

/** Request header with a question, which only the holder of the session secret can create. */
export const DOCTOR_HEADER = 'x-packshot-doctor';
/** Response header with the answer. */
export const SEEN_HEADER = 'x-packshot-seen';

/** The API's view of a request that passed all proxies in front of it. */
export interface SeenRequest {
  /** Address that limits count. */
  readonly address: string;
  /** Address of the connection: the last proxy, or the client. */
  readonly peer: string;
  /** Whether the peer's forwarding headers are trusted. */
  readonly isPeerTrusted: boolean;
  readonly isForwarded: boolean;
  readonly protocol: string;
  readonly host: string;
}

const VALID_MS = 60 * MINUTE_MS;

const computeMac = (key: Uint8Array, askedMs: string): Buffer =>
  createHmac('sha256', key).update(askedMs).digest();

/** Valid for an hour, anywhere in this installation; clock errors are reported separately. */
export function doctorQuestion(key: Uint8Array, nowMs: number): string {
  const askedMs = String(nowMs);
  return `${askedMs}.${computeMac(key, askedMs).toString('base64url')}`;
}

export function isDoctorQuestion(key: Uint8Array, question: string, nowMs: number): boolean {
  const [askedMs = '', mac = ''] = question.split('.');
  const [receivedMac, expected] = [Buffer.from(mac, 'base64url'), computeMac(key, askedMs)];
  const isDue = Math.abs(Number(askedMs) - nowMs) < VALID_MS;
  return isDue && receivedMac.length === expected.length && timingSafeEqual(receivedMac, expected);
}
