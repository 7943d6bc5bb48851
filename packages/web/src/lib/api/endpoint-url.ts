import { DEFAULT_PRODUCT_SLUG } from '@packshot/contract/product';
import { endpointPath } from '@packshot/contract/endpoints';
import type { EndpointName } from '@packshot/contract/endpoints';

/** The value of `{product}` in paths: the server writes its configured slug into the page. */
function productSlug(): string {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="product-slug"]');
  return meta?.content || DEFAULT_PRODUCT_SLUG;
}

/** The address of an endpoint on this origin. Undefined query entries are left out. */
export function endpointUrl(
  name: EndpointName,
  query: Readonly<Record<string, string | number | undefined>> = {},
  params: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const path = endpointPath(name, productSlug(), params);
  return search.size > 0 ? `${path}?${search}` : path;
}
