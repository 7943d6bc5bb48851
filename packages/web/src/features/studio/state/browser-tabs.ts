/** Messages between the browser tabs of a user, and state that each tab stores. */
const PREFIX = 'packshot-studio-tab';

/** Message from another tab: a document was saved or removed, or a batch was stored. */
export type TabChange =
  | { readonly kind: 'saved' | 'removed'; readonly id: string }
  | { readonly kind: 'batch' };

/**
 * Creates a channel for messages between tabs.
 * @param nameNow current name of the user's database; tabs of other users don't receive messages
 */
export function createTabChannel(nameNow: () => string) {
  let channel: BroadcastChannel | null = null;
  const listeners = new Set<(change: TabChange) => void>();
  const opened = (): BroadcastChannel | null => {
    if (channel || !('BroadcastChannel' in globalThis)) return channel;
    channel = new BroadcastChannel(PREFIX);
    channel.addEventListener('message', ({ data }: MessageEvent<{ name: string; change: TabChange }>) => {
      if (data.name === nameNow()) for (const listener of listeners) listener(data.change);
    });
    return channel;
  };
  return {
    tell: (change: TabChange): void => opened()?.postMessage({ name: nameNow(), change }),
    listen: (listener: (change: TabChange) => void): void => {
      listeners.add(listener);
      opened();
    },
  };
}

/**
 * Reads the ID of the document that is open in this tab.
 * @returns the document open in this tab, remembered across reloads, or null
 */
export function readTabState(name: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(`${PREFIX}:${name}`) || null;
  } catch {
    // If the browser blocks storage, the page opens the last document of any tab.
    return null;
  }
}

export function writeTabState(name: string, id: string | null): void {
  try {
    globalThis.sessionStorage?.setItem(`${PREFIX}:${name}`, id ?? '');
  } catch {
    // If storage is blocked or full, the next visit opens the last document of any tab.
  }
}
