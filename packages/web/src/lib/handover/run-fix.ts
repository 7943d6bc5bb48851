import type { Doubt } from '@packshot/contract/tools/doubts';
import { useGlobalState } from '../state/global-state.ts';

/** Photo of a run whose cut-out is corrected in Create and returned to the run. */
export interface RunFix {
  readonly runId: string;
  readonly row: number;
  /** Display name of the row. */
  readonly name: string;
  /** Current address of the photo. */
  readonly url: string;
  readonly fileName: string;
  /** Quality flags of the row, which Create marks on its cut-out. */
  readonly doubts: readonly Doubt[];
}

/** Correction passed to the Create page; only the latest is stored. */
let waiting: RunFix | null = null;

/** Stores the correction for the Create page, which may be open already. */
export function offerFix(fix: RunFix): void {
  waiting = fix;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

/** Returns the waiting correction once. */
export function takeFix(): RunFix | null {
  const fix = waiting;
  waiting = null;
  return fix;
}
