/** Findings of `npm audit` that were reviewed and accepted, each with a reason and an expiry date. */
export interface AcceptedAdvisory {
  /** Advisory ID, `GHSA-…` */
  id: string;
  /** Why the advisory doesn't affect us, and what we are waiting for. */
  reason: string;
  /** ISO date from which it counts as a fault again. */
  until: string;
}

export const ACCEPTED_ADVISORIES: readonly AcceptedAdvisory[] = [];

/**
 * Minimum versions of packages that read untrusted bytes. Checked even without the registry, whose advisories
 * are unavailable behind some mirrors.
 */
export const MINIMUM_VERSIONS: readonly { package: string; version: string; reason: string }[] = [
  { package: 'sharp', version: '0.35.3', reason: 'GHSA-f88m-g3jw-g9cj: decoders of libvips, high' },
];
