/** Findings of `npm audit` that we have looked at and live with, each until a date and for a reason. */
export interface AcceptedAdvisory {
  /** `GHSA-…` */
  id: string;
  /** Why it does not reach us, and what we wait for. */
  reason: string;
  /** ISO date; from then on it is a fault again. */
  until: string;
}

export const ACCEPTED_ADVISORIES: readonly AcceptedAdvisory[] = [];

/**
 * Lowest versions of what reads bytes from strangers. They hold without the registry too, whose advisories
 * are out of reach behind some mirrors.
 */
export const MINIMUM_VERSIONS: readonly { package: string; version: string; reason: string }[] = [
  { package: 'sharp', version: '0.35.3', reason: 'GHSA-f88m-g3jw-g9cj: decoders of libvips, high' },
];
