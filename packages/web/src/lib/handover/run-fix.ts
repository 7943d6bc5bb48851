import type { Doubt } from '@packshot/contract/tools/doubts';
import { useGlobalState } from '../state/global-state.ts';

/** A photo of a run whose cut-out is to be corrected in Create, and whose correction goes back into the run. */
export interface RunFix {
  readonly runId: string;
  readonly row: number;
  /** What the row is called. */
  readonly name: string;
  /** Where the photo is now. */
  readonly url: string;
  readonly fileName: string;
  /** Doubts of the row, which Create marks on its cut-out. */
  readonly doubts: readonly Doubt[];
}

/** On its way to the Create page; only the latest is kept. */
let waiting: RunFix | null = null;

/** Keeps it for the Create page, which may be open already. */
export function offerFix(fix: RunFix): void {
  waiting = fix;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

/** Returns the waiting one once. */
export function takeFix(): RunFix | null {
  const fix = waiting;
  waiting = null;
  return fix;
}
