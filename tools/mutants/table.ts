import type { Trial } from './try-faults.ts';

const isKilled = ({ verdict }: Trial): boolean => verdict === 'killed';

export const hasFailed = (trials: readonly Trial[]): boolean => !trials.every(isKilled);

export function formatTrial(trial: Trial): string {
  const { fault, verdict, seconds, why } = trial;
  const head = `${isKilled(trial) ? '✓' : '✗'} ${verdict.padEnd(11)} ${fault.id} (${seconds.toFixed(1)} s)`;
  return isKilled(trial) ? head : `${head}\n    ${fault.statement}\n    ${why}`;
}

/** @param untriedCount number of faults not tried for lack of time */
export function closingLine(trials: readonly Trial[], untriedCount: number, seconds: number): string {
  const killed = trials.filter(isKilled).length;
  const share = trials.length === 0 ? 100 : (killed / trials.length) * 100;
  return (
    `${String(killed)} of ${String(trials.length)} killed (${share.toFixed(0)} %)` +
    `${untriedCount === 0 ? '' : `, ${String(untriedCount)} left for want of time`}; ${seconds.toFixed(0)} s`
  );
}
