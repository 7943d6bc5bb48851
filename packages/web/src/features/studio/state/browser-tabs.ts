/** Messages between tabs of a browser, and state stored per tab. */
const PREFIX = 'packshot-studio-tab';

/** Message of another tab: a change to a document, or a stored batch. */
export type TabChange =
  | { readonly kind: 'saved' | 'removed'; readonly id: string }
  | { readonly kind: 'batch' };

/** @param nameNow current name of the user's database; tabs of other users don't receive messages */
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

/** @returns the document open in this tab, remembered across reloads, or null */
export function readTabState(name: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(`${PREFIX}:${name}`) || null;
  } catch {
    // Storage is blocked: fall back to the browser's last document.
    return null;
  }
}

export function writeTabState(name: string, id: string | null): void {
  try {
    globalThis.sessionStorage?.setItem(`${PREFIX}:${name}`, id ?? '');
  } catch {
    // Storage is blocked or full: fall back to the browser's last document.
  }
}
