/** Default number of days after a guest's last visit until the server deletes all of their data (configurable). */
export const GUEST_RETENTION_DAYS = 30;
/** Default numbers of free generations and downloads (configurable). */
export const GUEST_FREE_GENERATIONS = 5;
export const GUEST_FREE_DOWNLOADS = 2;
export const MEMBER_FREE_GENERATIONS = 20;
export const MEMBER_FREE_DOWNLOADS = 5;
/** Default limit of a subscriber's accepted generations within 24 hours (configurable). */
export const SUBSCRIBER_GENERATIONS_PER_DAY = 500;

/**
 * The free allowances of this server and its fair use limit, configured by the operator. Each figure is a
 * count.
 */
export interface Allowances {
  readonly guestGenerations: number;
  readonly guestDownloads: number;
  readonly memberGenerations: number;
  readonly memberDownloads: number;
  readonly subscriberGenerationsPerDay: number;
  readonly guestRetentionDays: number;
}

export const DEFAULT_ALLOWANCES: Allowances = {
  guestGenerations: GUEST_FREE_GENERATIONS,
  guestDownloads: GUEST_FREE_DOWNLOADS,
  memberGenerations: MEMBER_FREE_GENERATIONS,
  memberDownloads: MEMBER_FREE_DOWNLOADS,
  subscriberGenerationsPerDay: SUBSCRIBER_GENERATIONS_PER_DAY,
  guestRetentionDays: GUEST_RETENTION_DAYS,
};

/**
 * Name of the `<meta>` element that states the allowances that differ from the defaults, so that a page never shows a
 * wrong figure, not even briefly.
 */
export const ALLOWANCES_META = 'allowances';

/** Formats allowances as `guestGenerations=5 guestDownloads=2 …`, which needs no escaping in an HTML attribute. */
export function formatAllowances(allowances: Allowances): string {
  return Object.keys(DEFAULT_ALLOWANCES)
    .map((key) => `${key}=${allowances[key as keyof Allowances]}`)
    .join(' ');
}

/**
 * Parses the output of `formatAllowances`.
 * @param text null if the page has no such element
 * @returns allowances, with the default for each figure that is missing or not a whole number
 */
export function parseAllowances(text: string | null): Allowances {
  const parameters = new URLSearchParams((text ?? '').replaceAll(' ', '&'));
  const figures = Object.entries(DEFAULT_ALLOWANCES).map(([key, fallback]: [string, number]) => {
    const figure = parameters.get(key) ?? '';
    return [key, /^\d{1,9}$/.test(figure) ? Number(figure) : fallback];
  });
  return Object.fromEntries(figures) as Allowances;
}
