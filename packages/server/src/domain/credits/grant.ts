import type { Ledger } from '@packshot/contract';
import type { LedgerStore } from './ledger-store.ts';

/** What somebody may do free of charge. */
interface Allowance {
  readonly generations: number;
  readonly downloads: number;
}

/** Adds an allowance to both ledgers; of nothing there is no entry. */
export async function grant(
  ledgers: LedgerStore,
  userId: string,
  { generations, downloads }: Allowance,
  referenceIn: (ledger: Ledger) => string,
): Promise<void> {
  for (const [ledger, delta] of [
    ['freemium', generations],
    ['download', downloads],
  ] as const) {
    if (delta === 0) continue;
    await ledgers.append({ userId, ledger, kind: 'grant', delta, reference: referenceIn(ledger) });
  }
}
