/** Messages between the browser tabs of a user, and state that each tab stores. */
const PREFIX = 'packshot-studio-tab';

/** Message from another tab: a document was saved or removed, or the stored batch changed. */
export type TabChange =
  | { readonly kind: 'saved' | 'removed'; readonly id: string }
  | { readonly kind: 'batch' };

/**
 * Creates a channel for messages between tabs.
 * @param nameNow current name of the user's database; messages under another name are ignored
 */
export function createTabChannel(nameNow: () => string) {
  let channel: BroadcastChannel | null = null;
  const listeners = new Set<(change: TabChange) => void>();
  const openChannel = (): BroadcastChannel | null => {
    if (channel || !('BroadcastChannel' in globalThis)) return channel;
    channel = new BroadcastChannel(PREFIX);
    channel.addEventListener('message', ({ data }: MessageEvent<{ name: string; change: TabChange }>) => {
      if (data.name === nameNow()) for (const listener of listeners) listener(data.change);
    });
    return channel;
  };
  return {
    tell: (change: TabChange): void => openChannel()?.postMessage({ name: nameNow(), change }),
    listen: (listener: (change: TabChange) => void): void => {
      listeners.add(listener);
      openChannel();
    },
  };
}

/**
 * ID of the document that is open in this tab, which survives reloads. Null if none is stored or the browser blocks
 * storage.
 */
export function readTabState(name: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(`${PREFIX}:${name}`) || null;
  } catch {
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
