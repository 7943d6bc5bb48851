import type { QualityFlag } from '@packshot/contract/tools/quality-flags';
import { useGlobalState } from '../state/global-state.ts';

/** Photo of a run that the user opens in Create, to correct its cut-out or adjust its scene for the run. */
export interface RunFix {
  readonly opens: 'cut-out' | 'scene';
  readonly runId: string;
  readonly row: number;
  /** Name of the row as shown to the user. */
  readonly name: string;
  /** Signed address of the photo, which expires. */
  readonly url: string;
  readonly fileName: string;
  /** Quality flags of the row, which Create marks on the cut-out. */
  readonly doubts: readonly QualityFlag[];
}

/** Photo that the review passes to the Create page; only the latest is stored. */
let waiting: RunFix | null = null;

export function offerFix(fix: RunFix): void {
  waiting = fix;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

export function takeFix(): RunFix | null {
  const fix = waiting;
  waiting = null;
  return fix;
}
