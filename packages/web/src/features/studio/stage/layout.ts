/** How the window's shape lays the studio out. `ui/styles.css` asks the same questions under the same names. */
import { useSyncExternalStore } from 'react';

const SHORT = '(min-width: 30rem) and (max-height: 40rem) and (orientation: landscape)';
const BESIDE = `(min-width: 64rem), ${SHORT}`;
const COMPACT = `(width < 40rem), ${SHORT}`;

/** Little room for what floats over the stage. */
export const isCompact = (): boolean => matchMedia(COMPACT).matches;

const subscribeTo =
  (condition: string) =>
  (onChange: () => void): (() => void) => {
    const query = matchMedia(condition);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
const toBeside = subscribeTo(BESIDE);
const toShort = subscribeTo(SHORT);

/** True when tools and panel stand at the sides of the stage, false when they lie under it. */
export const useIsBeside = (): boolean => useSyncExternalStore(toBeside, () => matchMedia(BESIDE).matches);

/** True where there is little height and more width. */
export const useIsShort = (): boolean => useSyncExternalStore(toShort, () => matchMedia(SHORT).matches);
