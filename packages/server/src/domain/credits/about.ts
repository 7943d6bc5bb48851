/** What an entry of a plan is about, kept with it: what it says must not change when the plan does. */
export interface LedgerAbout {
  readonly because: 'period' | 'change' | 'refund';
  readonly planId: string;
  /** The month, as ISO moments. */
  readonly from: string;
  readonly to: string;
}
