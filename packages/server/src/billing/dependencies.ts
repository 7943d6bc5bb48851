import type { DemoPayments, Payments } from './payments/payments.ts';
import type { ReceiveDependencies } from './receive-event.ts';

export interface BillingDependencies extends Omit<ReceiveDependencies, 'payments'> {
  /** Payment service, or null if payments aren't configured. */
  readonly payments: Payments | null;
  /** Simulated payments, or null outside demo mode. */
  readonly demo: DemoPayments | null;
}
