import { useEffect, useState } from 'react';

/** The view has come to rest: until then what was made for the view before is good enough. */
const SETTLE_MS = 160;

/**
 * A value as it was when it last had not changed for a moment.
 * @param isHeld while true the value stays as it is: a stroke is being drawn on what was made for it
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
