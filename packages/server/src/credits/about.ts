/**
 * The subject of a plan's ledger entry. Stored with the entry, so that its text stays the same when the plan
 * changes.
 */
export interface LedgerAbout {
  /** `owed`: revoked by an earlier change, refund or dispute, but already spent by then. */
  readonly because: 'period' | 'change' | 'refund' | 'dispute' | 'owed';
  readonly planId: string;
  /** The month, as ISO timestamps. */
  readonly from: string;
  readonly to: string;
}
