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

/** @param hasPicture whether a picture of the run has arrived */
export const costSoFar = (work: CostedWork, hasPicture = false): string =>
  !hasBilling()
    ? ''
    : work.price === 'free'
      ? FREE
      : work.price === 'balance'
        ? FREE_RUN
        : hasPicture
          ? t('This generation counts now. If you cancel, finished pictures are kept.')
          : freeUntil(work);

const FREE = t('Free: uses no generation.');
const FREE_RUN = t('Free with at least 1 generation left.');

/** Describes until when a run is free: the first of several variants uses the generation. */
const freeUntil = ({ server }: CostedWork): string =>
  server?.makes === 'variants'
    ? t('Free if it fails or you cancel before the first picture.')
    : t('Free if it fails or you cancel.');

/** Sentence such as 'Uses 1 of 5 generations'; names only the cost if the balance is unknown (null). */
function costOfRun(work: CostedWork, remaining: number | null): WorkCost {
  if (remaining === UNLIMITED) return costAlone(t('Included in your plan.'));
  if (remaining !== null && remaining <= 0) return costAlone(MESSAGES.outOfCredits);
  const cost =
    remaining === null
      ? t('Uses 1 generation.')
      : t('Uses 1 of {remaining, plural, one {{remaining} generation} other {{remaining} generations}}.', {
          remaining,
        });
  return { cost, freeIf: freeUntil(work) };
}
