import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../durations.ts';

/**
 * Request header with a question of the `doctor` command. Only a holder of the session secret can create the question.
 */
export const DOCTOR_HEADER = 'x-packshot-doctor';
export const SEEN_HEADER = 'x-packshot-seen';

/** The API's view of a request that passed through all proxies in front of it. */
export interface SeenRequest {
  /** Client address that rate limits count. */
  readonly address: string;
  /** Address at the other end of the connection: the last proxy, or the client itself. */
  readonly peer: string;
  /** Whether the API trusts forwarding headers from that address. */
  readonly isPeerTrusted: boolean;
  readonly isForwarded: boolean;
  readonly protocol: string;
  readonly host: string;
}

const VALID_MS = 60 * MINUTE_MS;

const computeMac = (key: Uint8Array, askedMs: string): Buffer =>
  createHmac('sha256', key).update(askedMs).digest();

/**
 * Creates a question that is valid for an hour, so that moderately wrong clocks don't matter; the doctor reports clock
 * errors separately.
 */
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
