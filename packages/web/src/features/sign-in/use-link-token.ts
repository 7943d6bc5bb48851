import { useEffect, useState } from 'react';

const TOKEN = /^[\w-]{43}$/;

/**
 * The secret of a link in a mail, from behind the `#` of the address, where no server sees it. It is taken out of the
 * address at once, so that neither the browser's history nor a screenshot keeps it.
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
