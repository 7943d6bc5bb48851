import { t } from '../text/translation.ts';

/** Rights that depend on an organization's plan. All other features are open to every plan. */
export const ENTITLEMENTS = ['live_keys', 'large_runs'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** Plans by their `styleKey`; `free` means no plan. */
export type PlanKind = 'free' | 'lite' | 'plus' | 'pro' | 'custom';

export const PLAN_ENTITLEMENTS: Readonly<Record<PlanKind, readonly Entitlement[]>> = {
  free: [],
  lite: [],
  plus: [],
  pro: [],
  custom: ['live_keys', 'large_runs'],
};

/** Feature name under which the plan lists advertise each entitlement. */
export const ENTITLEMENT_FEATURES: Readonly<Record<Entitlement, string>> = {
  live_keys: t('Available API connections'),
  large_runs: t('Batch automation'),
};

/** Maximum number of photos in a catalog run of an organization without the entitlement `large_runs`. */
export const SMALL_RUN_PHOTOS = 50;
/**
 * Maximum number of photos that all small runs of an organization may start per day (UTC). Prevents many small runs
 * from replacing a large one.
 */
export const SMALL_RUN_PHOTOS_PER_DAY = 200;

/** Grants of an operator to an organization: the Custom plan as a whole, or a single entitlement. */
export const GRANTS = ['custom', ...ENTITLEMENTS] as const;
export type Grant = (typeof GRANTS)[number];

export const ENTITLEMENT_MESSAGES = {
  liveKeysNotInPlan: t(
    'Live API keys need a Custom plan, which includes API connections. Test keys work without a plan. Talk to sales to get a Custom plan.',
  ),
  largeRunsNotInPlan: t(
    'Runs of more than {photos} photos need a Custom plan, which includes batch automation. Start a smaller run, or talk to sales.',
    { photos: SMALL_RUN_PHOTOS },
  ),
  smallRunsOfDayUsed: t(
    'Without a Custom plan, an organization can process {photos} photos a day in runs. Continue tomorrow, or talk to sales.',
    { photos: SMALL_RUN_PHOTOS_PER_DAY },
  ),
} as const;
