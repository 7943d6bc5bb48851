import { useEffect, useState } from 'react';

/** Time in ms after which the view counts as settled; until then the previous rendering is reused. */
const SETTLE_MS = 160;

/**
 * Value delayed until it hasn't changed for a moment.
 * @param isHeld while true the value doesn't change, because a stroke is being drawn on its rendering
 */
export function useSettled<Value>(value: Value, isHeld: boolean): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value, isHeld]);
  return settled;
}
