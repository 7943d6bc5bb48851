import { pageTitle } from '@packshot/contract/tabs';
import { useEffect } from 'react';

/**
 * Sets the document's title: the given one, a dash, the product's.
 * @param raw when true the given title stands alone
 */
export function usePageTitle(title: string, raw = false): void {
  useEffect(() => {
    document.title = pageTitle(title, raw);
  }, [title, raw]);
}
