/** Layout of the studio by the window's shape. `ui/styles.css` contains the same media queries under the same names. */
import { useSyncExternalStore } from 'react';

const SHORT = '(min-width: 30rem) and (max-height: 40rem) and (orientation: landscape)';
const BESIDE = `(min-width: 64rem), ${SHORT}`;
const COMPACT = `(width < 40rem), ${SHORT}`;

/** Whether the stage has little room for floating controls. */
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

/** True if tools and panel are beside the stage, false if they are below it. */
export const useIsBeside = (): boolean => useSyncExternalStore(toBeside, () => matchMedia(BESIDE).matches);

/** True if the window is low and wider than high. */
export const useIsShort = (): boolean => useSyncExternalStore(toShort, () => matchMedia(SHORT).matches);
