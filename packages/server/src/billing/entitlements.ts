import { ENTITLEMENTS, PLAN_ENTITLEMENTS, planById } from '@packshot/contract';
import type { Entitlement, ErrorCode, Grant } from '@packshot/contract';
import { entitlementAt } from './entitlement.ts';
import { isBillingOn } from './model.ts';
import type { BillingSettings, Subscription } from './model.ts';
import type { BillingStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';

const REFUSALS: Readonly<Record<Entitlement, ErrorCode>> = {
  live_keys: 'LIVE_KEYS_NOT_IN_PLAN',
  large_runs: 'LARGE_RUNS_NOT_IN_PLAN',
};

/** Entitlements of an operator's grant: all of the custom plan's, or the single one that the grant names. */
const ofGrant = (grant: Grant): readonly Entitlement[] =>
  grant === 'custom' ? PLAN_ENTITLEMENTS.custom : [grant];

/**
 * Computes the entitlements of an organization. Called each time one is needed, so that plan changes count
 * immediately. Without billing, everything is included.
 */
export function computeEntitlements(
  settings: BillingSettings,
  grants: readonly Grant[],
  subscription: Subscription | null,
  now: Date,
): readonly Entitlement[] {
  if (!isBillingOn(settings)) return ENTITLEMENTS;
  const isPaid = entitlementAt(subscription, now, settings.graceMs).isEntitled;
  const kind = (isPaid && planById(subscription?.planId ?? '')?.styleKey) || 'free';
  const included = [...PLAN_ENTITLEMENTS[kind], ...grants.flatMap(ofGrant)];
  return ENTITLEMENTS.filter((entitlement) => included.includes(entitlement));
}

export async function isEntitled(
  { organizations, billing }: Pick<BillingStores, 'organizations' | 'billing'>,
  settings: BillingSettings,
  organizationId: string,
  entitlement: Entitlement,
  now: Date,
): Promise<boolean> {
  if (!isBillingOn(settings)) return true;
  const grants = await organizations.grants(organizationId, now);
  const subscription = await billing.findOfOrganization(organizationId, settings.environment);
  return computeEntitlements(settings, grants, subscription, now).includes(entitlement);
}

/** Throws DomainError LIVE_KEYS_NOT_IN_PLAN or LARGE_RUNS_NOT_IN_PLAN if the organization lacks the entitlement. */
export async function assertEntitled(...entitlementArgs: Parameters<typeof isEntitled>): Promise<void> {
  if (!(await isEntitled(...entitlementArgs))) throw new DomainError(REFUSALS[entitlementArgs[3]]);
}
