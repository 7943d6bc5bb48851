import { PRODUCT_TITLE } from '@packshot/contract/product';
import { useEffect } from 'react';

/**
 * A page's title: the given title, a dash, the product title; or the given title alone.
 * @param title what the page is called
 * @param raw when true the product title is left out
 */
function pageTitle(title: string, raw = false): string {
  return raw ? title : `${title} - ${PRODUCT_TITLE}`;
}

/**
 * Sets the document's title: the given one, a dash, the product's.
 * @param raw when true the given title stands alone
 */
export function usePageTitle(title: string, raw = false): void {
  useEffect(() => {
    document.title = pageTitle(title, raw);
  }, [title, raw]);
}
