import type { Entitlement } from '@packshot/contract/billing/entitlements';
import { useGlobalState } from '../state/global-state.ts';

/** Whether the plan includes a feature. True while the plan is unknown, because the server decides in any case. */
export const useEntitlement = (entitlement: Entitlement): boolean =>
  useGlobalState(
    ({ subscriptionDetails }) => subscriptionDetails?.entitlements.includes(entitlement) ?? true,
  );
