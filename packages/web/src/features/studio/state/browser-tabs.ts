/** Messages between the tabs of one browser, and the memory of each tab. */
const PREFIX = 'packshot-studio-tab';

/** Message of another tab: a change to a document, or a stored batch. */
export type TabChange =
  | { readonly kind: 'saved' | 'removed'; readonly id: string }
  | { readonly kind: 'batch' };

/** @param nameNow name of the user's database: tabs of another user aren't told */
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

/** @returns the document that is open in this tab, across reloads; null when none is remembered */
export function readTabState(name: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(`${PREFIX}:${name}`) || null;
  } catch {
    // Storage is blocked: the browser's last document counts.
    return null;
  }
}

export function writeTabState(name: string, id: string | null): void {
  try {
    globalThis.sessionStorage?.setItem(`${PREFIX}:${name}`, id ?? '');
  } catch {
    // Storage is blocked or full: the browser's last document counts.
  }
}
