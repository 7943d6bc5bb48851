/** What an entry of a plan is about, kept with it: what it says must not change when the plan does. */
export interface LedgerAbout {
  /** `owed`: given back by an earlier change, refund or dispute, but used by then. */
  readonly because: 'period' | 'change' | 'refund' | 'dispute' | 'owed';
  readonly planId: string;
  /** The month, as ISO moments. */
  readonly from: string;
  readonly to: string;
}
