import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';

/** Whoever waits longer than this wonders whether the click was noticed. */
const SLOW_AFTER_MS = 6000;

/** Refusals that the form can be corrected by, or sent again after; the person stays where they are. */
const CORRECTABLE: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'WRONG_CREDENTIALS',
  'EMAIL_TAKEN',
  'LINK_EXPIRED',
  'CAPTCHA_REQUIRED',
  'TOO_MANY_REQUESTS',
  'NETWORK',
  'OFFLINE',
]);

/** The person can do something about it in this form; anything else ends the attempt. */
export const isCorrectable = (error: unknown): error is ApiError =>
  error instanceof ApiError && CORRECTABLE.has(error.code);

/** True when something has been going on for longer than people wait without a word. */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isBusy]);
  return isSlow && isBusy;
}
