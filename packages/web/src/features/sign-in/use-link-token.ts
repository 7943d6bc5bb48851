import { useEffect, useState } from 'react';

const TOKEN = /^[\w-]{43}$/;

/**
 * The token of a link from a mail, taken from behind the `#` of the address, which servers never see. It is
 * removed from the address at once, so that neither the browser's history nor a screenshot keeps it.
 */
export function useLinkToken(name: string): string | null {
  const [token] = useState(() => {
    const value = new URLSearchParams(location.hash.slice(1)).get(name);
    return value !== null && TOKEN.test(value) ? value : null;
  });
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  }, [token]);
  return token;
}
