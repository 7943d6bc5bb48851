import { LEDGER_WORDS, planById, TOOL_WORDS } from '@packshot/contract';
import type { Ledger, LedgerKind, LedgerLine, ToolName } from '@packshot/contract';
import { callLanguage } from '@packshot/contract/text/call-language';
import { resultName } from '@packshot/contract/tools/result-names';
import type { LedgerAbout } from './about.ts';
import type { LedgerRow } from './ledger-store.ts';
import { isDownloadReference, isAllowanceReference } from './references.ts';

const BY_KIND: Readonly<Record<LedgerKind, () => string>> = {
  grant: LEDGER_WORDS.creditsAdded,
  reserve: LEDGER_WORDS.someWork,
  settle: LEDGER_WORDS.someWork,
  release: () => LEDGER_WORDS.returned(LEDGER_WORDS.someWork()),
  debit: LEDGER_WORDS.creditsUsed,
  adjust: LEDGER_WORDS.correction,
};

const formatDay = (day: Date | string): string =>
  new Intl.DateTimeFormat(callLanguage(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

export function presentLedgerRow(ledger: Ledger, row: LedgerRow): LedgerLine {
  const { id, kind, delta, balance, createdAt } = row;
  return {
    id,
    ledger,
    kind,
    amount: delta,
    balance,
    words: describeEntry(row),
    created_at: createdAt.toISOString(),
  };
}

/** Whether the tool has a name in the interface. Tools that are only steps of another tool have none. */
const hasName = (tool: string): tool is ToolName => Object.hasOwn(TOOL_WORDS, tool);

function describeEntry({ kind, reference, about, tool }: LedgerRow): string {
  if (about !== null) return describePlanEntry(about);
  if (isAllowanceReference(reference)) return LEDGER_WORDS.freeAllowance();
  if (isDownloadReference(reference)) return LEDGER_WORDS.download();
  if (tool === null) return BY_KIND[kind]();
  const work = hasName(tool) ? resultName(tool) : LEDGER_WORDS.someWork();
  return kind === 'release' ? LEDGER_WORDS.returned(work) : work;
}

function describePlanEntry({ because, planId, from, to }: LedgerAbout): string {
  const knownPlan = planById(planId);
  const plan = knownPlan?.name ?? planId;
  if (because === 'change') return LEDGER_WORDS.planChange(plan, knownPlan?.term ?? 'month');
  if (because === 'refund') return LEDGER_WORDS.refund(plan);
  if (because === 'dispute') return LEDGER_WORDS.dispute(plan);
  if (because === 'owed') return LEDGER_WORDS.owed(plan);
  return LEDGER_WORDS.planMonth(plan, formatDay(from), formatDay(to));
}
