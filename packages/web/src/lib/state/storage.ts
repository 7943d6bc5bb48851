import type { StorageKey } from './storage-keys.ts';

/** Replaces blocked storage (private windows, blocked cookies) until the page closes. */
const fallback = new Map<StorageKey, string>();

function store(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Accessing the property throws if storage is blocked; then the fallback is used.
    return null;
  }
}

/** @returns the stored text, or null when there is none */
export function readStored(key: StorageKey): string | null {
  return store()?.getItem(key) ?? fallback.get(key) ?? null;
}

/** Stores a text across visits, or only for this page if the browser refuses. */
export function writeStored(key: StorageKey, value: string): void {
  fallback.set(key, value);
  try {
    store()?.setItem(key, value);
  } catch {
    // Full or read-only: the value still applies to this page.
  }
}

export function removeStored(...keys: readonly StorageKey[]): void {
  for (const key of keys) {
    fallback.delete(key);
    store()?.removeItem(key);
  }
}

/** @returns the stored JSON, or null when it is missing or invalid; the caller checks its shape */
export function readStoredJson(key: StorageKey): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Foreign or truncated values count as missing.
    return null;
  }
}

/**
 * Listens for changes that other tabs make.
 * @returns a function that stops listening
 */
export function onStoredByOtherTab(listener: (key: StorageKey | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null) fallback.clear();
    else fallback.delete(event.key as StorageKey);
    listener(event.key as StorageKey | null);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
