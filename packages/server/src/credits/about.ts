/**
 * Data of a plan's ledger entry from which its description is built. Stored with the entry, so that the text stays the
 * same when the plan changes.
 */
export interface LedgerAbout {
  /**
   * Cause of the entry. `owed`: an earlier change, refund or dispute revoked these credits, but the user had already
   * spent them.
   */
  readonly because: 'period' | 'change' | 'refund' | 'dispute' | 'owed';
  readonly planId: string;
  /** Start of the plan's month, as an ISO timestamp. */
  readonly from: string;
  readonly to: string;
}
