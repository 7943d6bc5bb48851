import type { StorageKey } from './storage-keys.ts';

/** Values in memory, used until the page closes if the browser blocks storage (private windows, blocked cookies). */
const fallback = new Map<StorageKey, string>();

function store(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Accessing the property throws if the browser blocks storage; the values in memory are used then.
    return null;
  }
}

/** @returns the stored text, or null if there is none */
export function readStored(key: StorageKey): string | null {
  return store()?.getItem(key) ?? fallback.get(key) ?? null;
}

/** Stores a text in the browser's storage, or only for this page if the browser refuses. */
export function writeStored(key: StorageKey, value: string): void {
  fallback.set(key, value);
  try {
    store()?.setItem(key, value);
  } catch {
    // The storage is full or read-only; the value still applies to this page.
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
    // Values that other programs stored, and truncated values, count as missing.
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
