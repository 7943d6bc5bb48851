import type { DemoPayments, Payments } from './payments/payments.ts';
import type { ReceiveDependencies } from './receive-event.ts';

export interface BillingDependencies extends Omit<ReceiveDependencies, 'payments'> {
  /** Null when payments are not configured. */
  readonly payments: Payments | null;
  /** Null except in demo mode. */
  readonly demo: DemoPayments | null;
}
