import { useSyncExternalStore } from 'react';

/** Where the panel has room beside the stage; Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** True when the panel stands beside the stage, false when it lies under it. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
