import { ALLOWANCES_META, parseAllowances } from '@packshot/contract/credits/allowances';
import type { Allowances } from '@packshot/contract/credits/allowances';

export function allowances(): Allowances {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${ALLOWANCES_META}"]`);
  return parseAllowances(meta?.content ?? null);
}
