import { t } from '@packshot/contract/text/translation';
import { MESSAGES } from '@packshot/contract/fixed-messages';
import { hasBilling } from '../../../lib/page/installation.ts';
import { UNLIMITED } from '../../../lib/state/global-state.ts';
import type { CostedWork } from '../state/tool-faces.ts';

/** Cost of a click on a tool's button, with the condition under which the click is free; empty without billing. */
export interface WorkCost {
  readonly cost: string;
  /** Sentence; empty without such a condition. */
  readonly freeIf: string;
}

const costAlone = (cost: string): WorkCost => ({ cost, freeIf: '' });

export const getWorkCost = (work: CostedWork, remaining: number | null): WorkCost =>
  !hasBilling()
    ? costAlone('')
    : work.price === 'free'
      ? costAlone(FREE)
      : work.price === 'balance' && remaining !== UNLIMITED && (remaining === null || remaining > 0)
        ? costAlone(FREE_RUN)
        : costOfRun(work, remaining);

/** Sentences about the cost of a click on a tool's button; empty without billing, like other sentences about costs. */
export function costOfWork(work: CostedWork, remaining: number | null): string {
  const { cost, freeIf } = getWorkCost(work, remaining);
  return freeIf === '' ? cost : `${cost} ${freeIf}`;
}

/** Cost of a run in progress, without the balance, which the run has already reduced. */
export const getRunningCost = (work: CostedWork, remaining: number | null): WorkCost =>
  getWorkCost(work, remaining === UNLIMITED ? UNLIMITED : null);

/** Sentences about the variants of a run that have arrived, and their cost. */
export const costSoFar = (ready: number, all: number, remaining: number | null): string =>
  [
    t('{ready} of {all} pictures ready.', { ready, all }),
    hasBilling() && (remaining === UNLIMITED ? IN_PLAN : ONE_GENERATION),
    t('If you cancel, you keep them.'),
  ]
    .filter(Boolean)
    .join(' ');

const FREE = t('Free: uses no generation.');
const FREE_RUN = t('Free with at least 1 generation left.');
const IN_PLAN = t('Included in your plan.');
const ONE_GENERATION = t('Uses 1 generation.');

/** Describes until when a run is free: the first of several variants uses the generation. */
const freeUntil = ({ server }: CostedWork): string =>
  server?.makes === 'variants'
    ? t('Free if it fails or you cancel before the first picture.')
    : t('Free if it fails or you cancel.');

/** Sentence such as 'Uses 1 of 5 generations'; names only the cost if the balance is unknown (null). */
function costOfRun(work: CostedWork, remaining: number | null): WorkCost {
  if (remaining === UNLIMITED) return costAlone(IN_PLAN);
  if (remaining !== null && remaining <= 0) return costAlone(MESSAGES.outOfCredits);
  const cost =
    remaining === null
      ? ONE_GENERATION
      : t('Uses 1 of {remaining, plural, one {{remaining} generation} other {{remaining} generations}}.', {
          remaining,
        });
  return { cost, freeIf: freeUntil(work) };
}
