import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { outcomeOf } from '../../lib/api/use-loaded.ts';

/**
 * Asks once, and again for as long as the answer is not final. Asks nothing while nobody sees the page, and at once when
 * it is seen again or the connection is back.
 * @param ask must be a stable function
 * @param isFinal of an answer: it changes only by what is done on this page
 */
export function usePolled<T>(ask: () => Promise<T>, isFinal: (value: T) => boolean, everyMs: number) {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const turn = useRef(0);
  const begin = useCallback((): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    return outcomeOf(ask).then((outcome) => {
      // Something newer is known, or asked for.
      if (turn.current !== mine) return;
      if (outcome.state === 'ready') setValue(outcome.value);
      setFailure(outcome.state === 'failed' ? outcome.message : null);
    });
  }, [ask]);
  const replace = useCallback((next: T) => {
    // An answer that is under way is older.
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
    /** Null before the first answer. */
    value,
    /** Why the last question had no answer; what was known before stays. */
    failure,
    reload: begin,
    replace,
  };
}
