import type { DemoPayments, Payments } from '../ports/payments.ts';
import type { ReceiveDependencies } from './receive-event.ts';

export interface BillingDependencies extends Omit<ReceiveDependencies, 'payments'> {
  /** Null when nobody takes money here. */
  readonly payments: Payments | null;
  /** Null but in demo mode. */
  readonly demo: DemoPayments | null;
}
