/** Days after their last visit that everything of a guest is deleted (configuration). */
export const GUEST_RETENTION_DAYS = 30;
/** Default allowances (configuration). */
export const GUEST_FREE_GENERATIONS = 5;
export const GUEST_FREE_DOWNLOADS = 2;
export const MEMBER_FREE_GENERATIONS = 20;
export const MEMBER_FREE_DOWNLOADS = 5;
/** Requests of a subscriber that are accepted within 24 hours: far beyond what a person makes, well below what a script does (configuration). */
export const SUBSCRIBER_GENERATIONS_PER_DAY = 500;

/** What this server gives away, and where fair use ends. Whoever runs it configures it; each figure is a count. */
export interface Allowances {
  readonly guestGenerations: number;
  readonly guestDownloads: number;
  readonly memberGenerations: number;
  readonly memberDownloads: number;
  readonly subscriberGenerationsPerDay: number;
  /** Days after a guest's last visit that everything of theirs is deleted. */
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

/** The `<meta>` by which a page brings figures other than the defaults, so that no wrong one is shown for a moment. */
export const ALLOWANCES_META = 'allowances';

/** Written as `guestGenerations=5 guestDownloads=2 …`, which needs no escaping in an attribute. */
export function formatAllowances(allowances: Allowances): string {
  return Object.keys(DEFAULT_ALLOWANCES)
    .map((key) => `${key}=${allowances[key as keyof Allowances]}`)
    .join(' ');
}

/**
 * Reads what `formatAllowances` wrote.
 * @param text null where the page does not say
 * @returns the default for each figure that is missing or no whole number
 */
export function parseAllowances(text: string | null): Allowances {
  const given = new URLSearchParams((text ?? '').replaceAll(' ', '&'));
  const figures = Object.entries(DEFAULT_ALLOWANCES).map(([key, fallback]: [string, number]) => {
    const figure = given.get(key) ?? '';
    return [key, /^\d{1,9}$/.test(figure) ? Number(figure) : fallback];
  });
  return Object.fromEntries(figures) as Allowances;
}
