import { useEffect, useState } from 'react';

/** The view has come to rest: until then what was made for the view before is good enough. */
const SETTLE_MS = 160;

/** A value as it was when it last had not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
