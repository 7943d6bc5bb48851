import { LEDGER_WORDS, planById } from '@packshot/contract';
import type { Ledger, LedgerKind, LedgerLine, TaskTool } from '@packshot/contract';
import type { LedgerAbout } from './about.ts';
import type { LedgerRow } from './ledger-store.ts';
import { isDownloadReference, isAllowanceReference } from './references.ts';

const WORK: Partial<Record<TaskTool, string>> = {
  'cut-out': 'Cut-out',
  magic: 'Magic edit',
  upscale: 'Upscaled',
  harmonize: 'Harmonized',
  scene: 'Background',
};
const SOME_WORK = 'Picture made';

const BY_KIND: Readonly<Record<LedgerKind, string>> = {
  grant: LEDGER_WORDS.creditsAdded,
  reserve: SOME_WORK,
  settle: SOME_WORK,
  release: LEDGER_WORDS.returned(SOME_WORK),
  debit: LEDGER_WORDS.creditsUsed,
  adjust: LEDGER_WORDS.correction,
};

const dayFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** An entry as shown to its owner. */
export function presentLedgerRow(ledger: Ledger, row: LedgerRow): LedgerLine {
  const { id, kind, delta, balance, createdAt } = row;
  return {
    id,
    ledger,
    kind,
    amount: delta,
    balance,
    words: wordsOf(row),
    created_at: createdAt.toISOString(),
  };
}

function wordsOf({ kind, reference, about, tool }: LedgerRow): string {
  if (about !== null) return planWords(about);
  if (isAllowanceReference(reference)) return LEDGER_WORDS.freeAllowance;
  if (isDownloadReference(reference)) return LEDGER_WORDS.download;
  if (tool === null) return BY_KIND[kind];
  const work = WORK[tool] ?? SOME_WORK;
  return kind === 'release' ? LEDGER_WORDS.returned(work) : work;
}

function planWords({ because, planId, from, to }: LedgerAbout): string {
  const known = planById(planId);
  const plan = known?.name ?? planId;
  if (because === 'change') return LEDGER_WORDS.planChange(plan, known?.term ?? 'month');
  if (because === 'refund') return LEDGER_WORDS.refund(plan);
  if (because === 'dispute') return LEDGER_WORDS.dispute(plan);
  if (because === 'owed') return LEDGER_WORDS.owed(plan);
  return LEDGER_WORDS.planMonth(plan, dayFormat.format(new Date(from)), dayFormat.format(new Date(to)));
}
