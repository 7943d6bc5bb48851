import type { Ledger } from '@packshot/contract';
import type { LedgerStore } from './ledger-store.ts';

interface FreeCredits {
  readonly generations: number;
  readonly downloads: number;
}

/** Adds free credits to both ledgers; a zero amount makes no entry. */
export async function grant(
  ledgers: LedgerStore,
  userId: string,
  { generations, downloads }: FreeCredits,
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
