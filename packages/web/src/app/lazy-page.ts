import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A page's script that has not arrived by then is reported instead of leaving the loader on for ever. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A page's script did not arrive, or not in time. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/**
 * Waits for a page's script, but not for ever.
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
 * A page in a script of its own, with a time limit. One whose script is there already is shown at once:
 * what React shows in place of a lazy component stays for 300 ms at least.
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
    // Once and for all: another component in its place would begin anew.
    const [Shown] = useState<ComponentType>(() => arrived ?? Waiting);
    return createElement(Shown);
  }
  return Object.assign(Page, { fetchScript });
}
