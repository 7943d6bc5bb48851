import { PRODUCT_NAME_MAX_LENGTH } from '@packshot/contract';
import { getTitle } from '@packshot/contract/catalog/manifest';
import type { StoredItem } from './model.ts';

/**
 * Title of an item's product, or an empty text. Texts too long for a title are ignored: they are descriptions, which
 * also name other things.
 */
export function getProductName({ columns }: StoredItem): string {
  const title = getTitle(columns);
  return title.length <= PRODUCT_NAME_MAX_LENGTH ? title : '';
}
