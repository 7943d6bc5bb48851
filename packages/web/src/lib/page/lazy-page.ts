import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Time after which a missing script is reported, instead of showing the loader forever. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** Thrown if a page's script failed to load, or took too long. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/**
 * Waits for a page's script, with a time limit.
 * @throws {PageLoadError} when it fails or takes longer than `timeoutMs`
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

/** Component in its own script. */
export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /**
   * Fetches the script.
   * @throws {PageLoadError}
   */
  readonly fetchScript: () => Promise<unknown>;
}

/**
 * A component in its own script, with a time limit. One whose script has already arrived is shown immediately,
 * because React would show a fallback for a lazy component for at least 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let arrived: ComponentType<Props> | null = null;
  const fetchScript = async (): Promise<{ default: ComponentType<Props> }> => {
    arrived = await loadWithin(load);
    return { default: arrived };
  };
  const Waiting: ComponentType<Props> = lazy(fetchScript);
  function Part(props: Props): ReactNode {
    // Decided once: replacing the component later would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => arrived ?? Waiting);
    return createElement(Shown, props);
  }
  return Object.assign(Part, { fetchScript });
}

/** A page in its own script. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): LazyPart<object> =>
  lazyPart(async () => (await load()).default);
