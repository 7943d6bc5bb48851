import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Time in milliseconds after which a missing script is reported, so that the loader isn't shown forever. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Thrown if a page's script failed to load, or took too long. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/**
 * Waits for a page's script, with a time limit.
 * @throws {PageLoadError} if the script fails to load, or takes longer than `timeoutMs`
 */
export async function loadWithin<T>(load: () => Promise<T>, timeoutMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PageLoadError('Timed out')), timeoutMs);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw cause instanceof PageLoadError ? cause : new PageLoadError('Script failed', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Component whose code is in a script of its own. */
export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /**
   * Fetches the component's script.
   * @throws {PageLoadError}
   */
  readonly fetchScript: () => Promise<unknown>;
  readonly hasArrived: () => boolean;
}

/**
 * Creates a component whose code is in a script of its own, with a time limit for loading it. If the script has already
 * loaded, the component is rendered immediately. React's own lazy components would show a fallback for at least 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let arrived: ComponentType<Props> | null = null;
  const fetchScript = async (): Promise<{ default: ComponentType<Props> }> => {
    arrived = await loadWithin(load);
    return { default: arrived };
  };
  const Waiting: ComponentType<Props> = lazy(fetchScript);
  function Part(props: Props): ReactNode {
    // Decided at the first render, because replacing the component later would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => arrived ?? Waiting);
    return createElement(Shown, props);
  }
  return Object.assign(Part, { fetchScript, hasArrived: () => arrived !== null });
}

/** Creates a page whose code is in a script of its own. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): LazyPart<object> =>
  lazyPart(async () => (await load()).default);
