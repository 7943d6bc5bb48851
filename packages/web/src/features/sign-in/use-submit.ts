import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-client.ts';

/** Time in milliseconds after which users wonder whether the page noticed their click. */
const SLOW_AFTER_MS = 6000;

/** Error codes that the user can fix in the form, or retry later; the form stays open. */
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

/** True if the user can fix the error in this form; any other error ends the attempt. */
export const isCorrectable = (error: unknown): error is ApiError =>
  error instanceof ApiError && CORRECTABLE.has(error.code);

/** True if an operation takes longer than users usually wait without feedback. */
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
