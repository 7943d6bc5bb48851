/** What changed in the public API and when: the page of changes, and the dates that `Packshot-Version` may name. */

export interface V1Change {
  /** The day that it was in force, which is the version's name if it is one. */
  readonly date: string;
  /** True: programs that do not expect it could break, so they can ask for the API as it was before. */
  readonly isVersion: boolean;
  readonly changes: readonly string[];
}

/** Newest first. What only adds something is no version. */
export const V1_CHANGES = [
  {
    date: '2026-11-28',
    isVersion: false,
    changes: [
      '`recipes` and `catalogs`: up to 10,000 photos by one recipe, with the scopes `recipes:read`, `recipes:write` and `catalog:write`.',
      'The webhook events `catalog.finished` and `catalog.paused`.',
      '`buckets`, and catalogs that read from them (`from`) and are delivered into them (`to`), with the scope `buckets:use`; the webhook event `catalog.delivered`.',
    ],
  },
  {
    date: '2026-11-23',
    isVersion: true,
    changes: [
      'The first version: `cutouts`, `scenes`, `edits`, `upscales`, `harmonizations`, `descriptions`, `images`, `jobs`, `sets`, `key` and `usage`.',
      'API keys with scopes, addresses, expiry, a monthly ceiling and rotation; test keys.',
      'Webhooks, signed by Standard Webhooks 1.0.',
      'The addresses of remove.bg (`/v1.0/removebg`, `/v1.0/account`) and of rembg (`/api/remove`).',
      'The header `Packshot-Version`.',
    ],
  },
] as const satisfies readonly V1Change[];

/** The versions that are answered, oldest first. */
export const V1_VERSIONS: readonly string[] = V1_CHANGES.filter(({ isVersion }) => isVersion)
  .map(({ date }) => date)
  .toReversed();

/** How calls are answered that name none: as on their program's first day, so that nothing breaks by itself. */
export const V1_DEFAULT_VERSION = V1_VERSIONS[0] ?? '';
