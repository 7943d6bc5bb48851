import { DEFAULT_PRODUCT_SLUG } from '@packshot/contract/product';
import type { Endpoint } from '@packshot/contract/endpoint';
import { fillPath } from '@packshot/contract/shell-endpoints';

/** Value of `{product}` in paths. The server writes the slug that the operator configured into the page. */
function productSlug(): string {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="product-slug"]');
  return meta?.content || DEFAULT_PRODUCT_SLUG;
}

/** Address of an endpoint on this origin. Undefined query parameters are omitted. */
export function endpointUrl(
  endpoint: Pick<Endpoint, 'path'>,
  query: Readonly<Record<string, string | number | undefined>> = {},
  params: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const path = fillPath(endpoint, productSlug(), params);
  return search.size > 0 ? `${path}?${search}` : path;
}
