import { useEffect, useState } from 'react';

/** Time in ms without a change after which a value counts as settled. */
const SETTLE_MS = 160;

/**
 * Value that follows `value` with a delay, once `value` hasn't changed for a moment.
 * @param isHeld while true the value doesn't change, because the user is drawing a stroke on the rendering
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
