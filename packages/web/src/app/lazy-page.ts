import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** After this time a missing script is reported, instead of showing the loader forever. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A page's script failed to load, or took too long. */
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
    timer = setTimeout(() => reject(new PageLoadError(`No script after ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw cause instanceof PageLoadError ? cause : new PageLoadError('The script failed', { cause });
  } finally {
    clearTimeout(timer);
  }
}

export interface LazyPage {
  (): ReactNode;
  /** Fetches the script. @throws {PageLoadError} */
  readonly fetchScript: () => Promise<unknown>;
}

/**
 * A page in its own script, with a time limit. A page whose script has already arrived is shown immediately,
 * because React would show a fallback for a lazy component for at least 300 ms.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let arrived: ComponentType | null = null;
  const fetchScript = async (): Promise<{ default: ComponentType }> => {
    const script = await loadWithin(load);
    arrived = script.default;
    return script;
  };
  const Waiting = lazy(fetchScript);
  function Page(): ReactNode {
    // Decided once: replacing the component later would lose its state.
    const [Shown] = useState<ComponentType>(() => arrived ?? Waiting);
    return createElement(Shown);
  }
  return Object.assign(Page, { fetchScript });
}
