/** Entry in the changelog of the public API. */

export interface V1Change {
  /** Date from which the change is in force; also the version's name if the change starts a version. */
  readonly date: string;
  /** True if the change can break existing programs, which can then request the API as it was before. */
  readonly isVersion: boolean;
  readonly changes: readonly string[];
}

export const V1_CHANGES = [
  {
    date: '2026-11-28',
    isVersion: false,
    changes: [
      '`recipes` and `catalogs`, which process up to 10,000 photos with one recipe; the scopes `recipes:read`, `recipes:write` and `catalog:write`.',
      'The webhook events `catalog.finished` and `catalog.paused`.',
      '`buckets`, and catalogs that read from them (`from`) and deliver to them (`to`), with the scope `buckets:use`; the webhook event `catalog.delivered`.',
    ],
  },
  {
    date: '2026-11-23',
    isVersion: true,
    changes: [
      'The first version: `cutouts`, `scenes`, `edits`, `upscales`, `harmonizations`, `descriptions`, `images`, `jobs`, `sets`, `key` and `usage`.',
      'API keys with scopes, addresses, expiry, a monthly ceiling and rotation; test keys.',
      'Webhooks, signed by Standard Webhooks 1.0.',
      'Endpoints compatible with remove.bg (`/v1.0/removebg`, `/v1.0/account`) and rembg (`/api/remove`).',
      'The header `Packshot-Version`.',
    ],
  },
] as const satisfies readonly V1Change[];

export const V1_VERSIONS: readonly string[] = V1_CHANGES.filter(({ isVersion }) => isVersion)
  .map(({ date }) => date)
  .toReversed();

/** Version for calls that don't name one: the first, so that existing programs never break by themselves. */
export const V1_DEFAULT_VERSION = V1_VERSIONS[0] ?? '';
