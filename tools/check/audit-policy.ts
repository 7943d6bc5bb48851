/** Findings of `npm audit` that were reviewed and accepted, each with a reason and an expiry date. */
export interface AcceptedAdvisory {
  id: string;
  /** Reason why the advisory doesn't affect us, and the event that we are waiting for. */
  reason: string;
  /** ISO date from which the advisory counts as a fault again. */
  until: string;
}

export const ACCEPTED_ADVISORIES: readonly AcceptedAdvisory[] = [];

/**
 * Minimum versions of packages that read untrusted bytes. Checked even if the registry can't be reached, because some
 * mirrors have no advisories.
 */
export const MINIMUM_VERSIONS: readonly { package: string; version: string; reason: string }[] = [
  { package: 'sharp', version: '0.35.3', reason: 'GHSA-f88m-g3jw-g9cj: decoders of libvips, high' },
];
