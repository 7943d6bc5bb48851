import type { Ledger, LedgerKind } from '@packshot/contract';
import type { ToolName } from '../generations/model.ts';
import type { LedgerAbout } from './about.ts';

/** Where a page of a list begins, and how long it is. */
export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

export interface LedgerEntry {
  readonly userId: string;
  readonly ledger: Ledger;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** Unique over all entries. */
  readonly reference: string;
  readonly requestId?: string;
  readonly about?: LedgerAbout;
}

/** An entry that moved something, as a list shows it. */
export interface LedgerRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly delta: number;
  /** The sum up to and with this entry. */
  readonly balance: number;
  readonly reference: string;
  readonly about: LedgerAbout | null;
  /** What was asked for, of entries that a request made. */
  readonly tool: ToolName | null;
  readonly createdAt: Date;
}

export interface CreditBalance {
  readonly id: string;
  readonly balance: number;
}

export interface LedgerStore {
  /** Opens an empty account in both ledgers. */
  open(userId: string): Promise<void>;
  /**
   * Appends an entry and moves the balance by it, in one statement.
   * @returns the new balance, or null when it would have become negative (then nothing changed)
   */
  append(entry: LedgerEntry): Promise<number | null>;
  balance(userId: string, ledger: Ledger): Promise<CreditBalance>;
  /** The balance, which nobody else moves until the transaction ends. */
  lockBalance(userId: string, ledger: Ledger): Promise<number>;
  /** What moved the balance, newest first. */
  list(userId: string, ledger: Ledger, page: PageOf): Promise<readonly LedgerRow[]>;
}
