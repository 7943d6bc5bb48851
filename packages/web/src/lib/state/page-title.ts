import { PRODUCT_TITLE } from '@packshot/contract/product';
import { useEffect } from 'react';

function pageTitle(title: string, raw = false): string {
  return raw ? title : `${title} - ${PRODUCT_TITLE}`;
}

/**
 * Sets the document's title: the given title, a dash, and the product's title.
 * @param raw omits the product's title
 */
export function usePageTitle(title: string, raw = false): void {
  useEffect(() => {
    document.title = pageTitle(title, raw);
  }, [title, raw]);
}
