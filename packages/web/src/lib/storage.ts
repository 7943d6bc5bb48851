import type { StorageKey } from './storage-keys.ts';

/** What is kept when the browser refuses storage (private windows, blocked cookies): it lives as long as the page. */
const fallback = new Map<StorageKey, string>();

function store(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    // Reading the property throws where storage is blocked; the fallback stands in.
    return null;
  }
}

/** @returns the stored text, or null when there is none */
export function readStored(key: StorageKey): string | null {
  return store()?.getItem(key) ?? fallback.get(key) ?? null;
}

/** Keeps a text across visits, or for this page alone where the browser refuses. */
export function writeStored(key: StorageKey, value: string): void {
  fallback.set(key, value);
  try {
    store()?.setItem(key, value);
  } catch {
    // A full or read-only store: the value still holds in this page.
  }
}

export function removeStored(...keys: readonly StorageKey[]): void {
  for (const key of keys) {
    fallback.delete(key);
    store()?.removeItem(key);
  }
}

/** @returns the stored JSON as it is, or null when there is none or it is not JSON; the caller checks its shape */
export function readStoredJson(key: StorageKey): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Somebody else's or a torn value is as good as none.
    return null;
  }
}

/**
 * Hears of changes that other tabs make.
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
