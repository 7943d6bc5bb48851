import type { Ledger, LedgerKind, TaskTool } from '@packshot/contract';
import type { LedgerAbout } from './about.ts';

/** Offset and length of a page. */
export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

interface LedgerEntry {
  readonly userId: string;
  readonly ledger: Ledger;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** Unique across all entries. */
  readonly reference: string;
  readonly requestId?: string;
  readonly about?: LedgerAbout;
}

/** An entry that moved the balance, as shown in lists. */
export interface LedgerRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** The balance after this entry. */
  readonly balance: number;
  readonly reference: string;
  readonly about: LedgerAbout | null;
  /** The tool of the request behind this entry; null when there is none. */
  readonly tool: TaskTool | null;
  readonly createdAt: Date;
}

interface CreditBalance {
  readonly id: string;
  readonly balance: number;
}

export interface LedgerStore {
  /** Opens an empty account in both ledgers. */
  open(userId: string): Promise<void>;
  /**
   * Appends an entry and updates the balance in one statement.
   * @returns the new balance, or null when it would be negative (nothing is changed then)
   */
  append(entry: LedgerEntry): Promise<number | null>;
  /**
   * Appends one debit per reference and updates the balance once, in one statement. A price of 0 only notes them.
   * @returns the new balance, or null when it would be negative (nothing is changed then)
   */
  debitDownloads(userId: string, references: readonly string[], price: number): Promise<number | null>;
  /**
   * Spends the credits that are reserved for a request, in one statement: an entry without amount closes the reservation. The balance does
   * not move, so that who else spends does not wait. Of a request that has nothing reserved nothing is changed.
   */
  settle(requestId: string, reference: string): Promise<void>;
  balance(userId: string, ledger: Ledger): Promise<CreditBalance>;
  /** Reads the balance and locks it until the transaction ends. */
  lockBalance(userId: string, ledger: Ledger): Promise<number>;
  /** The entries that moved the balance, newest first. */
  list(userId: string, ledger: Ledger, page: PageOf): Promise<readonly LedgerRow[]>;
}
