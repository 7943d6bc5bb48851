import { CHUNK_LOAD_TIMEOUT_MS } from '@packshot/contract/limits';
import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

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

/** A page in a script of its own, with the time limit of the specification. */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
): LazyExoticComponent<ComponentType> {
  return lazy(() => loadWithin(load));
}
