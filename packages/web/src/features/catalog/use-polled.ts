import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { settleLoad } from '../../lib/api/use-loaded.ts';

/**
 * Polls an endpoint until the answer is final. Pauses while the page is hidden, and resumes at once when it is visible
 * or the connection is back.
 * @param ask must be a stable function
 * @param isFinal whether an answer changes only by actions on this page
 */
export function usePolled<T>(ask: () => Promise<T>, isFinal: (value: T) => boolean, everyMs: number) {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const turn = useRef(0);
  const begin = useCallback((): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    return settleLoad(ask).then((outcome) => {
      // Ignores the response to an outdated request.
      if (turn.current !== mine) return;
      if (outcome.state === 'ready') setValue(outcome.value);
      setFailure(outcome.state === 'failed' ? outcome.message : null);
    });
  }, [ask]);
  const replace = useCallback((next: T) => {
    // Invalidates pending responses, which are older than the new value.
    turn.current += 1;
    setValue(next);
    setFailure(null);
  }, []);

  useEffect(() => {
    void begin();
    return () => {
      turn.current += 1;
    };
  }, [begin]);

  const isOver = value !== null && isFinal(value) && failure === null;
  const again = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') void begin();
  });
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    if (!isOver) document.addEventListener('visibilitychange', () => again(), { signal });
    addEventListener('online', () => again(), { signal });
    const timer = isOver ? undefined : setInterval(() => again(), everyMs);
    return () => {
      clearInterval(timer);
      listeners.abort();
    };
  }, [isOver, everyMs]);

  return {
    /** Last answer; null before the first one. */
    value,
    /** Reason why the last request failed; the earlier answer stays in `value`. */
    failure,
    reload: begin,
    replace,
  };
}
