import { useCallback, useEffect, useState } from 'react';
import { getErrorMessage } from './api-client.ts';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly value: T };

/**
 * Loads data once when the component mounts.
 * @param load must be a stable function
 * @returns the outcome, and functions that reload or replace it
 */
export function useLoaded<T>(load: () => Promise<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const reload = useCallback(async () => setLoaded(await settleLoad(load)), [load]);
  useEffect(() => {
    let isCurrent = true;
    void settleLoad(load).then((outcome) => isCurrent && setLoaded(outcome));
    return () => {
      isCurrent = false;
    };
  }, [load]);
  const replace = useCallback((value: T) => setLoaded({ state: 'ready', value }), []);
  return { loaded, reload, replace };
}

/** Calls `load` and returns its value or its failure; never throws. */
export async function settleLoad<T>(load: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { state: 'ready', value: await load() };
  } catch (error) {
    return { state: 'failed', message: getErrorMessage(error) };
  }
}
