import type { Trial } from './try-faults.ts';

/** Whether a fault's outcome differs from the list. */
const isUnexpected = ({ fault, verdict }: Trial): boolean =>
  verdict !== (fault.survives === undefined ? 'killed' : 'survived');

/** True when a fault survived, could not be planted, or was killed although listed as a known survivor. */
export const hasFailed = (trials: readonly Trial[]): boolean => trials.some(isUnexpected);

export function lineOf(trial: Trial): string {
  const { fault, verdict, seconds, why } = trial;
  const head = `${isUnexpected(trial) ? '✗' : '✓'} ${verdict.padEnd(11)} ${fault.id} (${seconds.toFixed(1)} s)`;
  if (!isUnexpected(trial)) return fault.survives === undefined ? head : `${head}: known, ${fault.survives}`;
  const reason = fault.survives === undefined ? why : 'listed as a known survivor, which it is no more';
  return `${head}\n    ${fault.statement}\n    ${reason}`;
}

/** @param left number of faults that were not tried for lack of time */
export function closingLine(trials: readonly Trial[], left: number, seconds: number): string {
  const killed = trials.filter(({ verdict }) => verdict === 'killed').length;
  const share = trials.length === 0 ? 100 : (killed / trials.length) * 100;
  const known = trials.filter((trial) => trial.verdict === 'survived' && !isUnexpected(trial)).length;
  const unexpected = trials.filter(isUnexpected).length;
  return (
    `${String(killed)} of ${String(trials.length)} killed (${share.toFixed(0)} %), ${String(known)} known to survive, ` +
    `${String(unexpected)} not as listed${left === 0 ? '' : `, ${String(left)} left for want of time`}; ${seconds.toFixed(0)} s`
  );
}
